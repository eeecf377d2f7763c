// The plans of the hot statements in a workspace or workbook that no statistics know: what they cost must not grow with it.
import { beforeAll, describe, expect, it, test } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { MADE, TOUCHED, TRASH, VERSIONS } from '../history/revert.writes.ts'
import { OPEN_CELL } from '../opening/structure.lock.ts'
import { LOCK_ROWS, REMOVE, UPSERT } from '../store/cells/cells.writes.ts'
import { PURGE_ROWS, PURGE_VALUES } from '../store/purge.writes.ts'
import { LOCK_FREE, UPDATE_EACH } from '../store/rows/cell-group.writes.ts'
import { KEYS_TAKEN, LOCK_DATA, LOCK_KEYS, UPDATE, UPDATE_FIRST, UPDATE_PLACED } from '../store/rows/rows.writes.ts'
import { BACK, BACK_CELLS, KEEP } from '../store/rows/trash.writes.ts'

const { database } = await openTenant()

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

// Two workbooks hold everything when the tables are counted. Of a third the planner would believe that it has one row.
const FULL = [ID.replace(/0$/, '1'), ID.replace(/0$/, '2')]
const LISTS: [string, string, unknown[]][] = [
  ['rows by id, locked', LOCK_DATA, [ID, ID, [ID]]],
  ['rows by key, locked', LOCK_KEYS, [ID, ID, ['acme.com']]],
  ['keys that are taken', KEYS_TAKEN, [ID, ID, ['acme.com']]],
  ['values of rows', UPDATE, [ID, ID, [ID], '[{}]', [null], null, ID, [ID], '[{}]', '[{}]']],
  ['rows that nobody holds', LOCK_FREE, [ID, ID, [ID]]],
  [
    'values of rows, a change each',
    UPDATE_EACH,
    [ID, ID, ['(0,1)'], '[{}]', [null], [ID], [ID], '[{}]', '[{}]', '[]', '[]'],
  ],
  ...[UPDATE_PLACED, UPDATE_FIRST].map((text): [string, string, unknown[]] => [
    'values of rows that are locked',
    text,
    [ID, ID, ['(0,1)'], '[{}]', [null], null, ID, [ID], '[{}]', '[{}]'],
  ]),
  ['cells of rows, taken away', REMOVE, [ID, ID, null, [ID], null, null]],
  ['rows of a workbook that is gone', PURGE_ROWS, [ID, ID, 0, 2000]],
  ['values of a column that is gone', PURGE_VALUES, [ID, ID, 0, 2000, 'c1']],
  ['one cell, to be changed', OPEN_CELL, [ID, ID, 'c1', ID]],
  ['rows that an import added, for its undo', MADE, [ID, ID, ID, 2500, 1e6, 1000]],
  ['rows on their way out', KEEP, [ID, ID, ID, [ID]]],
  ['rows that another user has written into', TOUCHED, [ID, ID, [ID], ID, 1]],
  ['rows that were taken out', TRASH, [ID, ID, ID, ID, 1000, false]],
  ['rows on their way back', BACK, [ID, ID, ID, [ID], null, true]],
  ['their cells', BACK_CELLS, [ID, ID, ID, [ID]]],
  ['what a change did', VERSIONS, [ID, ID, ID, ID, 1000]],
]

/** What the service would do, row-level security and all. */
async function plansOf(text: string, values: unknown[]): Promise<unknown[]> {
  return database.inWorkspace(ID as WorkspaceId, async (tx) => [
    // With the semicolon it goes without parameters, which only this kind of plan does without.
    (await tx.client.query(`explain (generic_plan, format json) ${text};`)).rows,
    (await tx.client.query(`explain (format json) ${text}`, values)).rows,
  ])
}

const fill = async (workbook: string) => {
  await database.asOwner('insert into workbooks (workspace_id, id, name) values ($1, $2, $2::uuid::text)', [
    ID,
    workbook,
  ])
  await database.asOwner(
    `insert into workbook_rows (workspace_id, workbook_id, id, position, identity_key)
     select $1, $2, gen_random_uuid(), n, 'key ' || n from generate_series(1, 5000) n`,
    [ID, workbook],
  )
  const rows = 'from workbook_rows, generate_series(1, 2) n where workbook_id = $1'
  await database.asOwner(
    `insert into cells (workspace_id, workbook_id, row_id, column_id, status)
     select workspace_id, workbook_id, id, 'c' || n, 'complete' ${rows}`,
    [workbook],
  )
  await database.asOwner(
    `insert into attempts (workspace_id, id, workbook_id, row_id, column_id, step_id, provider, state)
     select workspace_id, gen_random_uuid(), workbook_id, id, 'c1', 's', 'p', 'settled' ${rows}`,
    [workbook],
  )
  await database.asOwner(
    `insert into cell_versions (workspace_id, workbook_id, row_id, change_id)
     select workspace_id, workbook_id, id, $2 from workbook_rows where workbook_id = $1`,
    [workbook, ID],
  )
  await database.asOwner(
    `insert into trashed_rows (workspace_id, workbook_id, row_id, change_id, position, created_at, updated_at)
     select workspace_id, workbook_id, id, $2, position, now(), now() from workbook_rows where workbook_id = $1`,
    [workbook, ID],
  )
  await database.asOwner(
    `insert into match_keys (workspace_id, workbook_id, field, key, position, row_id)
     select workspace_id, workbook_id, 'c' || n, 'k', position, id ${rows}`,
    [workbook],
  )
}

describe.each([
  ['in a large workbook of which nothing is known yet', () => fill(ID)],
  [
    'in a new workbook beside large ones',
    async () => {
      for (const workbook of FULL) await fill(workbook)
      for (const table of TABLES) await database.asOwner(`analyze ${table}`)
    },
  ],
  [
    'in a large workbook where others were, and are gone',
    async () => {
      for (const table of TABLES) await database.asOwner(`delete from ${table}`)
      for (const table of TABLES) await database.asOwner(`vacuum (analyze) ${table}`)
      await database.asOwner('delete from workbooks')
      await fill(ID)
    },
  ],
])('%s', (_where, prepare) => {
  beforeAll(async () => {
    await database.asOwner(
      'insert into workspaces (id, name, slug) values ($1, $1::uuid::text, $1::uuid::text) on conflict do nothing',
      [ID],
    )
    await prepare()
  })

  it.each(LISTS)('%s are found one by one, whether the plan knows the values or not', async (_what, text, values) => {
    for (const plan of await plansOf(text, values)) {
      const scans = scansOf(plan)
      expect(scans).not.toEqual([])
      for (const scan of scans) expect(scan).toMatch(BY_KEY)
    }
  })
})

/** By what every scan of these tables finds what it reads; blank when by nothing. */
function scansOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(scansOf)
  if (typeof node !== 'object' || node === null) return []
  const plan = node as Record<string, unknown>
  const isScan = TABLES.has(String(plan['Relation Name'])) && String(plan['Node Type']).includes('Scan')
  const own = isScan ? [String(plan['TID Cond'] ?? plan['Index Cond'] ?? '')] : []
  return [...own, ...Object.values(plan).flatMap(scansOf)]
}

const TABLES = new Set(['workbook_rows', 'cells', 'attempts', 'match_keys', 'cell_versions', 'trashed_rows'])
const BY_KEY = /\bctid\b|(\b|")(id|row_id|identity_key|position"?) (=|>=?) /

/** The index of every scan of a table; blank for one without. */
function indexesOf(node: unknown, table: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => indexesOf(each, table))
  if (typeof node !== 'object' || node === null) return []
  const plan = node as Record<string, unknown>
  const isScan = plan['Relation Name'] === table && String(plan['Node Type']).includes('Scan')
  const own = isScan ? [String(plan['Index Name'] ?? '')] : []
  return [...own, ...Object.values(plan).flatMap((value) => indexesOf(value, table))]
}

test('what the planner believes of workbooks is the same in each of them, and is not counted again', async () => {
  const believed = `select tablename, attname, n_distinct, most_common_vals::text from pg_stats
    where tablename = any($1) and attname in ('workspace_id', 'workbook_id') order by 1, 2`
  const before = await database.asOwner<{
    tablename: string
    attname: string
    n_distinct: number
    most_common_vals: string | null
  }>(believed, [[...TABLES]])
  expect(before).toHaveLength(TABLES.size * 2)
  for (const { attname, n_distinct, most_common_vals } of before)
    expect([n_distinct, most_common_vals]).toEqual([attname === 'workbook_id' ? 20 : 1, null])
  for (const table of TABLES) await database.asOwner(`analyze ${table}`)
  expect(await database.asOwner(believed, [[...TABLES]])).toEqual(before)
})
