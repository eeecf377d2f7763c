// Pins the planner's statistics: any workspace is expected to be a whole table, and any workbook a twentieth of the large tables.
//
// ANALYZE describes existing workspaces only. A newer one is one row to the planner, however large it is. All plans that begin with the
// workspace then look equally cheap, and it reads the whole workspace for every row or key. Pinned statistics are wrong by a factor at most,
// and an index is right in all cases: the plan of a workspace does not depend on its neighbors.
import { readLayout } from './layout/layout.ts'
import { oneRow, type SqlAsker } from './sql-client.ts'

interface Pinned {
  table: string
  /** The column that groups rows within a workspace. */
  of: string
  /** The other required columns of a sample row. */
  more: { [column: string]: string }
}

const ID = 'gen_random_uuid()'
const PINNED: readonly Pinned[] = [
  { table: 'workbook_rows', of: 'workbook_id', more: { id: ID, position: 'n' } },
  { table: 'cells', of: 'workbook_id', more: { row_id: ID, column_id: `'c1'`, status: `'complete'` } },
  {
    table: 'attempts',
    of: 'workbook_id',
    more: { id: ID, row_id: ID, column_id: `'c1'`, step_id: `'s'`, provider: `'p'`, state: `'settled'` },
  },
  { table: 'match_keys', of: 'workbook_id', more: { field: `'c1'`, key: `'k' || n`, position: 'n', row_id: ID } },
  { table: 'cell_versions', of: 'workbook_id', more: { row_id: ID, change_id: ID } },
  {
    table: 'trashed_rows',
    of: 'workbook_id',
    more: { change_id: ID, row_id: ID, position: 'n', created_at: 'now()', updated_at: 'now()' },
  },
  {
    table: 'view_entries',
    of: 'index_id',
    more: { workbook_id: ID, row_id: ID, keys: `array[md5(n::text)]`, position: 'n' },
  },
  { table: 'import_rows', of: 'import_id', more: { seq: 'n', line: 'n', outcome: `'create'` } },
]

/** The number of workbooks that the planner is told. It then expects so many rows per workbook that it looks each up by key. */
const PARTS = 20
const SEEDS = 300

/** The first version of PostgreSQL that accepts statistics directly. */
const TELLABLE = 180_000

/** An install without a user yet: pages of its tables are what migrations made and took away again. */
const IS_NEW = `(select last_value from pg_sequences where schemaname = 'public' and sequencename = 'users_id_seq') is null`

// Every table of tenants, and with a part those above. A role bound by row-level security, such as an owner who is no superuser, sees
// no statistics: to it the work is done where nothing is gathered any more. A backup may be of an older version, so a table may be
// missing. What is counted on the nodes of a distributed database is a shard, and lies there.
const UNPINNED = `select c.relname as name, pg_relation_size(c.oid) = 0 or ${IS_NEW} as is_empty,
    current_setting('server_version_num')::int as version, to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus,
    (select rolsuper from pg_roles where rolname = current_user) as is_super,
    c.reltuples <= 0 and not exists (select from pg_stats s where s.schemaname = 'public' and s.tablename = c.relname
      and s.attname = 'workspace_id') as is_uncounted
  from pg_class c left join unnest($1::text[], $2::text[]) with ordinality p (name, part, n) on p.name = c.relname
  cross join lateral (select count(*) as columns, count(*) filter (where a.attstattarget = 0 and (row_security_active(c.oid)
        or current_setting('server_version_num')::int < ${TELLABLE} and p.part is null or exists (
        select 1 from pg_stats s where s.schemaname = 'public' and s.tablename = c.relname and s.attname = a.attname
          and s.most_common_vals is null and s.n_distinct = case a.attname when 'workspace_id' then 1 else $3::real end))) as pinned
      from pg_attribute a where a.attrelid = c.oid and a.attname in ('workspace_id', p.part)) a
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and (p.name is not null or obj_description(c.oid, 'pg_class') = 'class: tenant')
    and a.columns = case when p.part is null then 1 else 2 end
    and a.pinned < a.columns order by p.n, c.relname`

/**
 * Safe to repeat, and takes no lock where it has been done; a database that was loaded from a dump has lost it. Not in a
 * transaction. `asOf` is the version it takes the server for at most.
 */
export async function pinStatistics(client: SqlAsker, asOf = Number.POSITIVE_INFINITY): Promise<void> {
  const values = [PINNED.map(({ table }) => table), PINNED.map(({ of }) => of), PARTS]
  const { rows } = await client.query<Unpinned>(UNPINNED, values)
  if (rows[0]?.has_citus && (await readLayout(client)).distributed > 0) return
  for (const row of rows) {
    const pinned = PINNED.find(({ table }) => table === row.name)
    const canTell = Math.min(row.version, asOf) >= TELLABLE
    const pin = pinned ? wayToPin(pinned, row, canTell) : wayToUnname(row, canTell)
    if (!pin) continue
    await client.query('begin')
    try {
      await pin(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

interface Unpinned {
  name: string
  is_empty: boolean
  version: number
  has_citus: boolean
  is_super: boolean
  is_uncounted: boolean
}

type Pin = (client: SqlAsker) => Promise<unknown>

function wayToPin(pinned: Pinned, { is_empty }: Unpinned, canTell: boolean): Pin | undefined {
  if (canTell) return (client) => tell(client, pinned)
  // In a table with data, an older version would measure the data, so its statistics stay unpinned.
  return is_empty ? (client) => show(client, pinned) : undefined
}

/** Unpins the statistics of workspace ids alone. An older version without a record takes each workspace to be one in two hundred. */
function wayToUnname({ name, is_super, is_uncounted }: Unpinned, canTell: boolean): Pin | undefined {
  const stop = `alter table "${name}" alter column workspace_id set statistics 0`
  if (canTell)
    return async (client) => {
      await client.query(stop)
      await tellColumn(client, name, 'workspace_id', 1)
    }
  if (is_uncounted) return (client) => client.query(stop)
  // What is on record would stay for good.
  if (!is_super) return undefined
  return (client) =>
    client.query(
      `${stop}; delete from pg_statistic where starelid = 'public."${name}"'::regclass and staattnum = (
         select attnum from pg_attribute where attrelid = starelid and attname = 'workspace_id')`,
    )
}

const still = ({ table, of }: Pinned) =>
  `alter table ${table} alter column workspace_id set statistics 0, alter column ${of} set statistics 0`

/** Sets the statistics directly, in newer versions. */
async function tell(client: SqlAsker, pinned: Pinned): Promise<void> {
  await client.query(still(pinned))
  await tellColumn(client, pinned.table, 'workspace_id', 1)
  await tellColumn(client, pinned.table, pinned.of, PARTS)
}

async function tellColumn(client: SqlAsker, table: string, column: string, parts: number): Promise<void> {
  const place = `'schemaname', 'public', 'relname', '${table}', 'attname', '${column}', 'inherited', false`
  await client.query(`select pg_clear_attribute_stats('public', '${table}', '${column}', false)`)
  await client.query(
    `select pg_restore_attribute_stats(${place}, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', ${parts}::real,
       'correlation', 1::real)`,
  )
}

/** For older versions: inserts sample rows, one per workbook, analyzes the table, and removes them again. */
async function show(client: SqlAsker, pinned: Pinned): Promise<void> {
  const { table, of, more } = pinned
  await client.query(`alter table ${table} no force row level security`)
  // Another process may have been quicker.
  const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${table}) as used`)
  if (!oneRow(rows).used) {
    await client.query(
      `alter table ${table} alter column workspace_id set (n_distinct = 1), alter column ${of} set (n_distinct = ${PARTS})`,
    )
    await client.query(
      `insert into ${table} (workspace_id, ${of}, ${Object.keys(more).join(', ')})
       select ${ID}, ${ID}, ${Object.values(more).join(', ')} from generate_series(1, ${SEEDS}) n`,
    )
    await client.query(`analyze ${table}`)
    await client.query(`delete from ${table}`)
    await client.query(still(pinned))
  }
  await client.query(`alter table ${table} force row level security`)
}
