// What the planner is told is told once: later starts ask whether it holds, and wait for no other process.
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { pinStatistics } from './statistics.ts'

const OLDER = 170_000
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`set lock_timeout = '5s'`)
})
afterAll(async () => {
  await client?.end()
  await database?.close()
})

/** How many statements it takes. */
async function statements(asOf?: number): Promise<number> {
  const spy = vi.spyOn(client, 'query')
  await pinStatistics(client, asOf)
  const { length } = spy.mock.calls
  spy.mockRestore()
  return length
}
async function unpin(table: string): Promise<void> {
  for (const column of ['workspace_id', 'workbook_id']) {
    await client.query(`alter table ${table} alter column ${column} set statistics -1`)
    await client.query(`select pg_clear_attribute_stats('public', '${table}', '${column}', false)`)
  }
}
/** Another transaction writes to the table meanwhile. */
async function whileBusy<T>(table: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client(database.connection)
  await other.connect()
  try {
    await other.query(`begin; lock table ${table} in row exclusive mode`)
    return await work()
  } finally {
    await other.end()
  }
}
const isForced = async (table: string) =>
  (await client.query('select relforcerowsecurity as forced from pg_class where relname = $1', [table])).rows[0].forced

it('asks one question where all is pinned', async () => {
  expect(await statements()).toBe(1)
  expect(await statements(OLDER)).toBe(1)
})

it('pins what has lost it, in either way', async () => {
  for (const asOf of [undefined, OLDER]) {
    await unpin('cell_versions')
    expect(await statements(asOf)).toBeGreaterThan(1)
    expect([await statements(asOf), await isForced('cell_versions')]).toEqual([1, true])
  }
  expect((await client.query('select 1 from cell_versions')).rowCount).toBe(0)
})

it('waits for no other statement at a table with rows, of which an older version can be told nothing', async () => {
  await unpin('match_keys')
  await client.query(
    `insert into match_keys (workspace_id, workbook_id, field, key, position, row_id)
      values (gen_random_uuid(), gen_random_uuid(), 'c1', 'k', 1, gen_random_uuid())`,
  )
  expect(await whileBusy('match_keys', () => statements(OLDER))).toBe(1)
  await pinStatistics(client)
  expect(await statements(OLDER)).toBe(1)
})

it('does not begin anew for an owner who may not see statistics', async () => {
  const owner = `plain_${process.pid}`
  await client.query(`create role ${owner} nologin nosuperuser; alter table workbook_rows owner to ${owner}`)
  await client.query(`set role ${owner}`)
  const { rowCount } = await client.query(`select 1 from pg_stats where tablename = 'workbook_rows'`)
  expect([rowCount, await whileBusy('workbook_rows', () => statements())]).toEqual([0, 1])
  await client.query('reset role')
})
