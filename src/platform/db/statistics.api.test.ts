// What the planner is told is told once: later starts ask whether it holds, and wait for no other process.
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { pinStatistics } from './statistics.ts'

const OLDER = 170_000
let client: pg.Client
const { database } = await openTenant()
beforeAll(async () => {
  client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`set lock_timeout = '5s'`)
})
afterAll(async () => {
  await client?.end()
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

it('does not begin again for an owner who may not see statistics', async () => {
  const owner = `plain_${process.pid}`
  await client.query(`create role ${owner} nologin nosuperuser; alter table workbook_rows owner to ${owner}`)
  await client.query(`set role ${owner}`)
  const { rowCount } = await client.query(`select 1 from pg_stats where tablename = 'workbook_rows'`)
  expect([rowCount, await whileBusy('workbook_rows', () => statements())]).toEqual([0, 1])
  await client.query('reset role')
})

const ofWorkspaces = async (table: string) =>
  (
    await client.query(
      `select n_distinct, most_common_vals is not null as names from pg_stats where tablename = $1 and attname = 'workspace_id'`,
      [table],
    )
  ).rows

/** Keys of one workspace, as in an install whose other tenants came first. */
const fillKeys = () =>
  client.query(
    `set session_replication_role = replica;
     insert into entity_keys (workspace_id, key, record_id)
       select 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', n, n from generate_series(1, 500) n on conflict do nothing;
     reset session_replication_role`,
  )

it('a count of a table puts no workspace on record, so that one that comes later is found as quickly', async () => {
  await fillKeys()
  await client.query('analyze entity_keys')
  expect(await ofWorkspaces('entity_keys')).toEqual([{ n_distinct: 1, names: false }])
})

it('takes off the record what an older version has counted, where it may', async () => {
  await fillKeys()
  await client.query('alter table entity_keys alter column workspace_id set statistics -1; analyze entity_keys')
  expect(await ofWorkspaces('entity_keys')).toEqual([{ n_distinct: 1, names: true }])
  await pinStatistics(client, OLDER)
  await client.query('analyze entity_keys')
  expect(await ofWorkspaces('entity_keys')).toEqual([])
  await pinStatistics(client)
  expect(await ofWorkspaces('entity_keys')).toEqual([{ n_distinct: 1, names: false }])
})

it('pins a new install of an older version, whatever pages its migrations have left', async () => {
  await unpin('cell_versions')
  await client.query(
    `insert into cell_versions (workspace_id, workbook_id, row_id, change_id)
       values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid());
     delete from cell_versions`,
  )
  expect(await statements(OLDER)).toBe(1)
  const [{ last_value: users }] = (await client.query('select last_value from users_id_seq')).rows
  await client.query('alter sequence users_id_seq restart')
  expect(await statements(OLDER)).toBeGreaterThan(1)
  expect(await statements(OLDER)).toBe(1)
  await client.query(`select setval('users_id_seq', ${users})`)
})
