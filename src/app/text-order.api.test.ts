// Promises of comparing texts: `Item 2` comes before `Item 10` and `Äpfel` before `Item`, wherever a filter or a condition is asked.
import { beforeAll, expect, test } from 'vitest'
import { openTenant } from '../../test/open-tenant.ts'
import { factsMeet } from '../automation/rules/condition.logic.ts'
import type { Filter, FilterOp } from '../engine/filter/filter.schema.ts'
import { compute } from '../engine/formula/sample.fixture.ts'
import { exportRoutes } from '../records/exports/export.routes.ts'
import { leadTransferRoutes } from '../records/leads/lead-transfer.routes.ts'
import { leadRoutes } from '../records/leads/leads.routes.ts'
import { workbookRoutes } from '../records/workbook.routes.ts'

const TEXTS = ['Zebra', 'item 10', 'Äpfel', 'Item 2', 'item 1', 'apfel', 'Item 2a', '7']

let workbook: string

const { ann } = await openTenant((database) => {
  const parts = { database, now: () => new Date('2026-06-01T00:00:00Z') }
  return [...workbookRoutes(database), ...exportRoutes(parts), ...leadRoutes(parts), ...leadTransferRoutes(parts)]
})
beforeAll(async () => {
  const columns_config = [{ name: 'Name', type: 'input' }]
  workbook = (await ann.post('/api/workbooks', { name: 'Items', columns_config })).body.id
  await ann.post(`/api/workbooks/${workbook}/rows`, { rows: TEXTS.map((Name) => ({ data: { Name } })) })
  for (const company of TEXTS) expect((await ann.post('/api/lead', { company })).status).toBe(200)
})

const json = (filter: Filter) => encodeURIComponent(JSON.stringify(filter))
const leaf = (field: string, op: FilterOp, value: string): Filter => ({ field, op, value })
const linesOf = (text: string, at: number) =>
  text
    .replace('\ufeff', '')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[at] ?? '')

type Asked = readonly [op: 'gt' | 'gte' | 'lt' | 'lte', value: string]

const ENTRIES: readonly (readonly [string, (asked: Asked) => Promise<string[]>])[] = [
  [
    'rows that are queried',
    async (asked) => {
      const path = `/api/workbooks/${workbook}/rows/query`
      const { items } = (await ann.post(path, { filter: leaf('c1', ...asked) })).body
      return items.map(({ data }: { data: { c1: string } }) => data.c1)
    },
  ],
  [
    'rows of a saved view',
    async (asked) => {
      const made = await ann.post(`/api/workbooks/${workbook}/views`, { name: 'Some', filter: leaf('c1', ...asked) })
      const { rows } = (await ann.get(`/api/workbooks/${workbook}?view_id=${made.body.id}`)).body
      await ann.delete(`/api/workbooks/${workbook}/views/${made.body.id}`)
      return rows.map(({ data }: { data: { c1: string } }) => data.c1)
    },
  ],
  [
    'rows of an export',
    async (asked) =>
      linesOf((await ann.get(`/api/workbooks/${workbook}/export.csv?filter=${json(leaf('c1', ...asked))}`)).text, 0),
  ],
  [
    'leads of a list',
    async (asked) => {
      const { items } = (await ann.get(`/api/leads?filter=${json(leaf('company', ...asked))}`)).body
      return items.map(({ company }: { company: string }) => company)
    },
  ],
  [
    'leads of an export',
    async (asked) => {
      const file = (await ann.get(`/api/leads/export.jsonl?filter=${json(leaf('company', ...asked))}`)).text.trim()
      return file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).company]))
    },
  ],
  [
    'the condition of a rule',
    async (asked) => TEXTS.filter((name) => factsMeet(leaf('name', ...asked), { name }, new Date())),
  ],
  [
    'a formula',
    async ([op, value]) => {
      const sign = { gt: '>', gte: '>=', lt: '<', lte: '<=' }[op]
      const holds = (Site: string) => {
        const result = compute(`{{Site}} ${sign} "${value}"`, { Site })
        return result.ok && result.value === true
      }
      return TEXTS.filter(holds)
    },
  ],
]
const CASES: readonly (readonly [...Asked, readonly string[]])[] = [
  ['gt', 'Item 2', ['Zebra', 'item 10', 'Item 2a']],
  ['gte', 'item 2', ['Zebra', 'item 10', 'Item 2', 'Item 2a']],
  ['lt', 'Item 10', ['Äpfel', 'Item 2', 'item 1', 'apfel', 'Item 2a', '7']],
  ['lte', 'banane', ['Äpfel', 'apfel', '7']],
  ['gt', 'apfel', ['Zebra', 'item 10', 'Äpfel', 'Item 2', 'item 1', 'Item 2a']],
]

test.each(
  ENTRIES.flatMap(([name, ask]) => CASES.map(([op, value, found]) => ({ name, op, value, found, ask }))),
)('$name: $op "$value" follows the order of sorts', async ({ op, value, found, ask }) => {
  expect((await ask([op, value])).toSorted()).toEqual(found.toSorted())
})
