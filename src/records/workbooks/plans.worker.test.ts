// The plans of the hot statements on a database that was never analysed: what they cost must not grow with the workbook.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { LOCK_ROWS, UPSERT } from './cells.writes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it.each([
  ['the rows of a group of cells are locked by their ids', LOCK_ROWS, 'workbook_rows'],
  ['a group of cells finds what was there before by row', UPSERT, 'cells'],
])('%s, in a plan made while the database was empty', async (_promise, text, table) => {
  const [plan] = await database.asOwner<{ 'QUERY PLAN': unknown }>(`explain (generic_plan, format json) ${text}`)
  const scans = scansOf(plan?.['QUERY PLAN'], table)
  expect(scans).not.toEqual([])
  for (const scan of scans) expect(scan).toMatch(/\b(row_)?id = /)
})

/** The index conditions of all scans of a table; what is read without an index has a blank one. */
function scansOf(node: unknown, table: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => scansOf(each, table))
  if (typeof node !== 'object' || node === null) return []
  const plan = node as Record<string, unknown>
  const own =
    plan['Relation Name'] === table && String(plan['Node Type']).includes('Scan')
      ? [String(plan['Index Cond'] ?? '')]
      : []
  return [...own, ...Object.values(plan).flatMap((value) => scansOf(value, table))]
}
