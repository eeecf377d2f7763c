// What statements touch in tables that hold much: rows and pages counted while they run, not read off the names of a plan's nodes.
import { createRequire } from 'node:module'
import pg from 'pg'
import type { WorkspaceTx } from '../src/platform/db/database.ts'
import type { TestDatabase } from './database.ts'

/** As the driver writes a value. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue(value: unknown): unknown }

/**
 * Fills every table of tenants by a row that it holds of a workspace: once more for as many other workspaces, and as often for its own under other
 * ids. What does not fit beside what is there is left out.
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
            when a.atttypid in ('int4'::regtype, 'int8'::regtype) then 's.' || quote_ident(a.attname) || ' + 1000000 + one_more.n'
            when a.atttypid = 'float8'::regtype then 's.' || quote_ident(a.attname) || ' + 1000000 + one_more.n'
            when a.atttypid = 'text'::regtype then 's.' || quote_ident(a.attname) || ' || one_more.n'
            else 's.' || quote_ident(a.attname) end, ', ' order by a.attnum) as ours
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          join lateral (select k.attnum as last from pg_index i cross join unnest(i.indkey::int2[]) with ordinality u (attnum, at)
            join pg_attribute k on k.attrelid = c.oid and k.attnum = u.attnum
          where i.indrelid = c.oid and i.indisprimary order by k.atttypid = 'uuid'::regtype and u.at > 1 desc, u.at desc limit 1) k on true
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') = 'class: tenant'
        group by c.oid
      loop
        begin
          execute format('with s as materialized (select * from %s where workspace_id = %L limit 1), o as (select gen_random_uuid() as id from generate_series(1, ${rows}))
            insert into %s (%s) overriding system value select %s from s cross join o on conflict do nothing', t.name, ours, t.name, t.columns, t.others);
          execute format('with s as materialized (select * from %s where workspace_id = %L limit 1)
            insert into %s (%s) overriding system value select %s from s cross join generate_series(1, ${rows}) one_more (n) on conflict do nothing',
            t.name, ours, t.name, t.columns, t.ours);
        exception when check_violation or numeric_value_out_of_range then null;
        end;
      end loop;
    end $$`)
}

/** How many rows of a workspace the tables of tenants have. */
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

/** Runs a statement twice, planned for its values and for any values, and takes back what it did; null where it does not run a second time, as an insert. */
export async function readTouched(tx: WorkspaceTx, text: string, values: readonly unknown[]): Promise<Touched | null> {
  const touched: Touched = { rows: new Map(), pages: 0 }
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const plans = await runApart(tx, text, values, mode)
    if (plans === null) return null
    for (const plan of plans) {
      touched.pages = Math.max(touched.pages, (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
      const found = new Map<string, number>()
      add(plan, found)
      for (const [table, count] of found) touched.rows.set(table, Math.max(count, touched.rows.get(table) ?? 0))
    }
  }
  return touched
}

/** A constraint that is met already, what a statement refuses itself, or what is not for a workspace to do. */
const REFUSED = /^(23|P0|42501)/
let prepared = 0

async function runApart(
  tx: WorkspaceTx,
  text: string,
  values: readonly unknown[],
  mode: string,
): Promise<Node[] | null> {
  const literals = values.map((value) => {
    const written = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : prepareValue(value)
    return written === null || written === undefined ? 'null' : pg.escapeLiteral(String(written))
  })
  // A prepared statement stays where its transaction is taken back.
  const name = `touching_${++prepared}`
  await tx.client.query('savepoint touched')
  await tx.client.query(`set local plan_cache_mode = ${mode}`)
  try {
    await tx.client.query(`prepare ${name} as ${text}`)
    const { rows } = await tx.client.query<Explained>(
      `explain (analyze, buffers, timing off, format json) execute ${name}${literals.length > 0 ? `(${literals.join()})` : ''}`,
    )
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan))
  } catch (error) {
    if (REFUSED.test(String((error as { code?: unknown }).code))) return null
    throw error
  } finally {
    await tx.client.query('rollback to touched')
  }
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
