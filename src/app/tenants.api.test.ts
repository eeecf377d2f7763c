// Row-level security, with every filter of the application taken away: what a workspace can see and touch in each table.
import { beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace } from '../../test/database.ts'
import { openTenant } from '../../test/open-tenant.ts'
import type { WorkspaceId } from '../kernel/ids.ts'

/** Tables that a workspace adds to and neither changes nor empties. */
const APPEND_ONLY = ['audit_log']

/** Tables without a policy, each with the reason. */
const OPEN: Record<string, string> = {
  schema_migrations: 'names and checksums of migrations; the service may only read them',
  master_key: 'ids of master keys, and while one follows another each sealed under the other; nothing of a workspace',
  commit_marks: 'has no rows',
  distribution_keys: 'definitions of foreign keys while a database is being distributed',
}

let ours: WorkspaceId
let theirs: WorkspaceId
let tables: { name: string; secured: boolean; forced: boolean; policies: number; tenant: boolean }[]
const { database } = await openTenant()
beforeAll(async () => {
  ours = await addWorkspace(database, 'Ours')
  theirs = await addWorkspace(database, 'Theirs')
  tables = await database.asOwner(
    `select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
       (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
       exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped) as tenant
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { name, tenant } of tables) if (tenant) await fill(name)
})

/** One row of each workspace, whatever the table is: this database keeps neither checks nor references. */
async function fill(table: string): Promise<void> {
  const columns = await database.asOwner<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and attidentity = '' and attgenerated = ''
       and attname <> 'workspace_id'`,
    [`"${table}"`],
  )
  const checks = await database.asOwner<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [`"${table}"`],
  )
  for (const { name } of checks) await database.asOwner(`alter table "${table}" drop constraint "${name}"`)
  const names = ['workspace_id', ...columns.map(({ name }) => `"${name}"`)].join(', ')
  const values = columns.map(({ type }) => VALUES[type] ?? 'null').join(', ')
  for (const id of [ours, theirs])
    await database.asOwner(
      `begin; set local session_replication_role = replica; insert into "${table}" (${names}) values ('${id}'${values && `, ${values}`}); commit`,
    )
}

const VALUES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  bytea: "decode(md5(random()::text), 'hex')",
  jsonb: "'{}'",
  boolean: 'false',
  integer: '(random() * 1e9)::int',
  smallint: '1',
  bigint: '(random() * 1e15)::bigint',
  real: 'random()',
  numeric: 'random()',
  'double precision': 'random()',
  'timestamp with time zone': 'now()',
  date: 'current_date',
  'text[]': "'{}'",
  'uuid[]': "'{}'",
  'bigint[]': "'{}'",
  'integer[]': "'{}'",
  'bytea[]': "'{}'",
}

test('every table is locked to the runtime role, or stands on a short list with its reason', () => {
  for (const table of tables) {
    if (table.name in OPEN) expect(table.tenant, table.name).toBe(false)
    else
      expect(table, table.name).toMatchObject({ secured: true, forced: true, policies: expect.toSatisfy((n) => n > 0) })
  }
})

test('the runtime role can neither bypass nor change that', async () => {
  const [role] = await database.asOwner(
    `select rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owns
     from pg_roles r where rolname = 'millrace_app'`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, owns: 0 })
  for (const text of ['alter table workbooks disable row level security', 'drop policy tenant on workbooks'])
    await expect(database.inControl((tx) => tx.client.query(text))).rejects.toThrow('must be owner')
})

describe('a workspace', () => {
  test('reads all of each table and sees its own rows only', async () => {
    for (const { name } of tables.filter(({ tenant }) => tenant)) {
      const both = await database.asOwner<{ id: string }>(`select distinct workspace_id as id from "${name}"`)
      expect(both.map(({ id }) => id).sort(), name).toEqual(expect.arrayContaining([ours, theirs].sort()))
      const seen = await database.inWorkspace(ours, (tx) =>
        tx.client.query<{ id: string }>(`select workspace_id as id from "${name}"`),
      )
      expect(new Set(seen.rows.map(({ id }) => id)), name).toEqual(new Set([ours]))
    }
  })

  test('neither changes nor removes nor makes a row of another one', async () => {
    for (const { name } of tables.filter(({ tenant }) => tenant)) {
      const undo = new Error('undo')
      const work = database.inWorkspace(ours, async (tx) => {
        const moved = tx.client.query(`update "${name}" set workspace_id = $1`, [theirs])
        await expect(moved, name).rejects.toThrow(
          APPEND_ONLY.includes(name) ? 'permission denied' : 'row-level security',
        )
        throw undo
      })
      await expect(work).rejects.toBe(undo)
      if (APPEND_ONLY.includes(name)) continue
      const gone = database.inWorkspace(ours, async (tx) => {
        const { rows } = await tx.client.query<{ id: string }>(`delete from "${name}" returning workspace_id as id`)
        expect(new Set(rows.map(({ id }) => id)), name).toEqual(new Set([ours]))
        throw undo
      })
      await expect(gone).rejects.toBe(undo)
    }
  })

  test('sees its own people and no others', async () => {
    const [mine, other] = await database.asOwner<{ id: number }>(
      `insert into users (username, password_hash) values ('mine', 'x'), ('other', 'x') returning id`,
    )
    for (const [id, workspace] of [
      [mine?.id, ours],
      [other?.id, theirs],
    ])
      await database.asOwner(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
        workspace,
        id,
      ])
    const seen = await database.inWorkspace(ours, async (tx) => ({
      users: (await tx.client.query('select username from users')).rows,
      workspaces: (await tx.client.query('select id from workspaces')).rows,
      sessions: (await tx.client.query('select 1 from session_families')).rows,
    }))
    expect(seen).toEqual({ users: [{ username: 'mine' }], workspaces: [{ id: ours }], sessions: [] })
  })
})

test('a transaction that does not say where it is sees nothing at all', async () => {
  for (const { name } of tables.filter(({ name }) => !(name in OPEN))) {
    const { rows } = await database.pool.query(`select 1 from "${name}"`)
    expect(rows, name).toEqual([])
  }
})
