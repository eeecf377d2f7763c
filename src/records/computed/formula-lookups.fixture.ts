// Two small workbooks of which one looks the other up by formulas, for tests.
import { expect } from 'vitest'
import type { Caller } from '../../../test/app.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { settle } from './settle.fixture.ts'

export const input = (name: string, more: object = {}) => ({ name, type: 'input', ...more })
export const formula = (name: string, expression: string) => ({ name, type: 'formula', expression })

export interface MadeWorkbook {
  id: string
  path: string
  rows: string[]
}

export async function makeWorkbook(
  by: Caller,
  name: string,
  columns: unknown[],
  rows: object[],
): Promise<MadeWorkbook> {
  const { status, body, text } = await by.post('/api/workbooks', { name, columns_config: columns })
  expect(status, text).toBe(201)
  const added = await by.post(`/api/workbooks/${body.id}/rows`, { rows: rows.map((data) => ({ data })) })
  return {
    id: body.id,
    path: `/api/workbooks/${body.id}`,
    rows: added.body.items.map((row: { row_id: string }) => row.row_id),
  }
}

export const customers = (by: Caller, name = 'Customers') =>
  makeWorkbook(
    by,
    name,
    [input('Domain'), input('Owner')],
    [{ Domain: 'Acme.example', Owner: 'Ann' }, { Domain: 'beta.example', Owner: 'Bob' }, { Domain: 'acme.example' }],
  )
export const people = (by: Caller) =>
  makeWorkbook(by, 'People', [input('Domain'), input('Owner')], [{ Domain: 'acme.example', Owner: 'Eve' }])
export const leads = (by: Caller) =>
  makeWorkbook(
    by,
    'Leads',
    [input('Site')],
    [{ Site: 'acme.example' }, { Site: ' BETA.example ' }, { Site: 'new.example' }, {}],
  )

export const OWNER = 'LOOKUP({{Site}}, {{Customers!Domain}}, {{Customers!Owner}})'

/** What a column holds, row by row, once nothing is left to compute; of an error its words. */
export async function cells(database: TestDatabase, by: Caller, path: string, columnId: string): Promise<unknown[]> {
  await settle(database)
  const { body } = await by.get(`${path}?page_size=1000`)
  return body.rows.map(
    ({
      enrichments,
    }: {
      enrichments: Record<string, { value: unknown; error: { message: string } | null } | undefined>
    }) => enrichments[columnId]?.error?.message ?? enrichments[columnId]?.value,
  )
}

export async function add(by: Caller, path: string, expression: string, name = 'Found') {
  const { status, body, text } = await by.post(`${path}/columns`, formula(name, expression))
  expect(status, text).toBe(201)
  return body as { id: string; expression: string; value_type: string }
}

/** The formula of a column as it is written now. */
export async function expressionOf(
  database: TestDatabase,
  by: Caller,
  path: string,
  columnId: string,
): Promise<string> {
  await settle(database)
  const { body } = await by.get(path)
  return body.workbook.columns_config.find((column: { id: string }) => column.id === columnId).expression
}
