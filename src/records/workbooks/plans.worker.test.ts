// The plans of the hot statements in a workspace that no statistics know yet: what they cost must not grow with it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { LOCK_ROWS, UPSERT } from './cells.writes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const ID = '0190b0a0-0000-7000-8000-000000000000'
const one = (table: string) => `select 1 from ${table} where workspace_id = $1 and id = $2`
const STATEMENTS: [string, string, unknown[], string][] = [
  ['the rows of a group of cells', LOCK_ROWS, [ID, ID, [ID]], 'workbook_rows'],
  ['what was in a group of cells', UPSERT, [ID, ID, '[]', ID, null], 'cells'],
  ['one workbook', one('workbooks'), [ID, ID], 'workbooks'],
  ['one run', one('runs'), [ID, ID], 'runs'],
  ['one attempt', one('attempts'), [ID, ID], 'attempts'],
]

it.each(
  STATEMENTS,
)('%s is found by its id, whether the plan knows the values or not', async (_what, text, values, table) => {
  const plans = [
    await database.asOwner(`explain (generic_plan, format json) ${text}`),
    await database.asOwner(`explain (format json) ${text}`, values),
  ]
  for (const plan of plans) {
    const scans = indexesOf(plan, table)
    expect(scans).not.toEqual([])
    for (const index of scans) expect(index).toBe(`${table}_pkey`)
  }
})

/** The index of every scan of a table; blank for one without. */
function indexesOf(node: unknown, table: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => indexesOf(each, table))
  if (typeof node !== 'object' || node === null) return []
  const plan = node as Record<string, unknown>
  const isScan = plan['Relation Name'] === table && String(plan['Node Type']).includes('Scan')
  const own = isScan ? [String(plan['Index Name'] ?? '')] : []
  return [...own, ...Object.values(plan).flatMap((value) => indexesOf(value, table))]
}
