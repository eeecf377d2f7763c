// Laws on the catalog of a migrated database: every table has a class, and is what a distributed database needs of the class.
import { expect, test } from 'vitest'
import { addWorkspace } from '../../../test/database.ts'
import { openTenant } from '../../../test/open-tenant.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'

const { database } = await openTenant()

const ask = <R extends object>(text: string) => database.asOwner<R>(text)
/** The tables of a class, as a condition on the column `oid`. */
const ofClass = (oid: string, name: string) => `obj_description(${oid}, 'pg_class') = 'class: ${name}'`
const tenants = (oid: string) => ofClass(oid, 'tenant')

test('every table declares its class, and tenant tables are most of them', async () => {
  const tables = await ask<{ name: string; class: string | null }>(
    `select relname as name, substring(obj_description(oid, 'pg_class') from '^class: (tenant|global|local)$') as class
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  expect(tables.filter((table) => table.class === null).map(({ name }) => name)).toEqual([])
  expect(tables.filter((table) => table.class === 'tenant').length).toBeGreaterThan(40)
})

test('every primary and unique key of a tenant table has the workspace in it', async () => {
  const keys = await ask(
    `select i.indexrelid::regclass::text as index from pg_index i where i.indisunique and ${tenants('i.indrelid')}
       and not exists (select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'workspace_id'
         and a.attnum = any (i.indkey))`,
  )
  expect(keys).toEqual([])
})

test('every tenant table has a workspace in each row and a primary key', async () => {
  const tables = await ask(
    `select c.relname from pg_class c where ${tenants('c.oid')} and (not exists (select 1 from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull and a.atttypid = 'uuid'::regtype))`,
  )
  expect(tables).toEqual([])
})

test('a foreign key joins tenant tables by workspace, or tables of one node, and never the two', async () => {
  const keys = await ask(
    `select k.conname, k.conrelid::regclass::text as from_table, k.confrelid::regclass::text as to_table from pg_constraint k
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace and (
         obj_description(k.conrelid, 'pg_class') is distinct from obj_description(k.confrelid, 'pg_class')
         or (${tenants('k.conrelid')} and not exists (
           select 1 from unnest(k.conkey, k.confkey) as pair (here, there)
             join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here and a.attname = 'workspace_id'
             join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.there and b.attname = 'workspace_id')))`,
  )
  expect(keys).toEqual([])
})

test('what goes with the row that it belongs to is found by an index, whatever is deleted', async () => {
  const keys = await ask(
    `select k.conname, k.conrelid::regclass::text as table from pg_constraint k
       where k.contype = 'f' and k.confdeltype = 'c' and ${tenants('k.conrelid')} and not exists (
         select 1 from pg_index i where i.indrelid = k.conrelid and k.conkey <@ array(
           select part.column from unnest(i.indkey::int2[]) with ordinality as part ("column", place)
           where part.place <= cardinality(k.conkey)))`,
  )
  expect(keys).toEqual([])
})

test('row-level security is forced on every table with a workspace, by policies without sub-queries on tenant tables', async () => {
  const open = await ask(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
         and not (c.relrowsecurity and c.relforcerowsecurity)`,
  )
  expect(open).toEqual([])
  const nested = await ask(
    `select p.tablename, p.qual from pg_policies p join pg_class c on c.relname = p.tablename
       and c.relnamespace = 'public'::regnamespace
       where ${tenants('c.oid')} and coalesce(p.qual, '') || coalesce(p.with_check, '') ~* 'select'`,
  )
  expect(nested).toEqual([])
})

test('a tenant table has no triggers, and takes no number that must be dense', async () => {
  const triggers = await ask(`select tgname from pg_trigger where not tgisinternal and ${tenants('tgrelid')}`)
  expect(triggers).toEqual([])
  const identities = await ask(
    `select attrelid::regclass::text as name from pg_attribute where attidentity <> '' and ${tenants('attrelid')}`,
  )
  expect(identities).toEqual([])
})

test('the policy of a tenant table is compared once for a statement, not once for each row', async () => {
  const workspace = (await addWorkspace(database)) as WorkspaceId
  const { rows } = await database.inWorkspace(workspace, (tx) =>
    tx.client.query<{ 'QUERY PLAN': string }>(
      'explain select * from cells where workspace_id = $1 and workbook_id = $1',
      [workspace],
    ),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/One-Time Filter: .*app\.workspace_id/)
  expect(plan.match(/app\.workspace_id/g)).toHaveLength(1)
})
