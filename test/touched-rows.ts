// What statements touch in tables that hold much: rows and pages counted while they run, not read off the names of a plan's nodes.
import { createRequire } from 'node:module'
import pg from 'pg'
import type { WorkspaceTx } from '../src/platform/db/database.ts'
import type { TestDatabase } from './database.ts'

/** As the driver writes a value. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue(value: unknown): unknown }

/**
 * Fills every table of tenants by what it holds of a workspace: as many rows of as many other workspaces, and as many more of its own under keys of
 * their own. What does not fit beside what is there is left out.
 */
export async function fillTenants(database: TestDatabase, workspaceId: string, rows: number): Promise<void> {
  await database.asOwner(`do $$
    declare
      t record;
      ours constant uuid := '${workspaceId}';
    begin
      set local session_replication_role = replica;
      for t in
        select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
          string_agg(case a.attname when 'workspace_id' then 'o.id' else 's.' || quote_ident(a.attname) end, ', ' order by a.attnum) as others,
          string_agg(case when a.attnum <> k.last then 's.' || quote_ident(a.attname)
            when a.atttypid = 'uuid'::regtype then 'gen_random_uuid()'
            when a.atttypid in ('int4'::regtype, 'int8'::regtype) then 's.' || quote_ident(a.attname) || ' + 1000000 + n'
            when a.atttypid = 'float8'::regtype then 's.' || quote_ident(a.attname) || ' + 1000000 + n'
            when a.atttypid = 'text'::regtype then 's.' || quote_ident(a.attname) || ' || n'
            else 's.' || quote_ident(a.attname) end, ', ' order by a.attnum) as ours
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          join lateral (select i.indkey[i.indnkeyatts - 1] as last from pg_index i where i.indrelid = c.oid and i.indisprimary) k on true
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') = 'class: tenant'
        group by c.oid
      loop
        begin
          execute format('with s as materialized (select * from %s where workspace_id = %L limit 5), o as (select gen_random_uuid() as id from generate_series(1, ${rows / 5}))
            insert into %s (%s) overriding system value select %s from s cross join o on conflict do nothing', t.name, ours, t.name, t.columns, t.others);
          execute format('with s as materialized (select * from %s where workspace_id = %L limit 5)
            insert into %s (%s) overriding system value select %s from s cross join generate_series(1, ${rows / 5}) n on conflict do nothing',
            t.name, ours, t.name, t.columns, t.ours);
        exception when check_violation or numeric_value_out_of_range then null;
        end;
      end loop;
    end $$`)
}

/** Tables of tenants with how many rows they have of a workspace and of others. */
export async function countTenants(database: TestDatabase, workspaceId: string): Promise<Map<string, number>> {
  const names = await database.asOwner<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and obj_description(oid, 'pg_class') = 'class: tenant'`,
  )
  const text = names.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from ${name} where workspace_id = '${workspaceId}'`,
  )
  const rows = await database.asOwner<{ name: string; rows: number }>(text.join(' union all '))
  return new Map(rows.map((row) => [row.name, row.rows]))
}

export interface Touched {
  /** Rows and entries of indexes that were looked at, by table. */
  rows: Map<string, number>
  pages: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

interface Explained {
  'QUERY PLAN': { Plan: Node }[]
}

/** Runs a statement twice, planned for its values and for any values, and takes back what it did. */
export async function readTouched(tx: WorkspaceTx, text: string, values: readonly unknown[]): Promise<Touched> {
  const touched: Touched = { rows: new Map(), pages: 0 }
  const literals = values.map((value) => {
    const written = prepareValue(value)
    return written === null || written === undefined ? 'null' : pg.escapeLiteral(String(written))
  })
  const given = literals.length > 0 ? `(${literals.join()})` : ''
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await tx.client.query('savepoint touched')
    await tx.client.query(`set local plan_cache_mode = ${mode}`)
    await tx.client.query(`prepare touching as ${text}`)
    const { rows } = await tx.client.query<Explained>(
      `explain (analyze, buffers, timing off, format json) execute touching${given}`,
    )
    await tx.client.query('rollback to touched; deallocate touching')
    const plans = rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan))
    for (const plan of plans) {
      touched.pages = Math.max(touched.pages, (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
      const found = new Map<string, number>()
      add(plan, found)
      for (const [table, count] of found) touched.rows.set(table, Math.max(count, touched.rows.get(table) ?? 0))
    }
  }
  return touched
}

function add(node: Node, found: Map<string, number>, above?: string): void {
  const table = node['Relation Name'] ?? (node['Node Type'] === 'Bitmap Index Scan' ? above : undefined)
  if (table !== undefined && node['Node Type'].includes('Scan')) {
    const looked =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    found.set(table, (found.get(table) ?? 0) + Math.round(looked * node['Actual Loops']))
  }
  for (const child of node.Plans ?? []) add(child, found, table ?? above)
}
