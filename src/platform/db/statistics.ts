// Holds still what the planner believes of the large tables: that a workbook is a twentieth of them, whichever it is.
//
// What ANALYZE finds is true of the workbooks that are there. One that was made since is one row to the planner, however many it
// has, so it finds "by id" and "by position" equally cheap and reads a whole workbook for every row of it. Such a belief can
// only be wrong by a factor here, and an index is right in all cases: the plan of a workbook no longer depends on its neighbours.
import type pg from 'pg'

interface Pinned {
  table: string
  /** The column that says, beside the workspace, which rows belong together. */
  of: string
  /** What a row needs beside the two. */
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
    more: { workbook_id: ID, row_id: ID, key: `decode(md5(n::text), 'hex')`, position: 'n' },
  },
  { table: 'import_rows', of: 'import_id', more: { seq: 'n', line: 'n', outcome: `'create'` } },
]

/** So many workbooks the planner believes in; of one it then expects enough rows to look for each by its key. */
const PARTS = 20
const SEEDS = 300

/** Safe to repeat, and does nothing where it has been done; a database that was loaded from a dump has lost it. Not in a transaction. */
export async function pinStatistics(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`show server_version_num`)
  const canTell = Number(rows[0].server_version_num) >= 180_000
  for (const pinned of PINNED) {
    if (!(await isThere(client, pinned)) || (await isPinned(client, pinned))) continue
    await client.query('begin')
    try {
      if (canTell) await tell(client, pinned)
      else await show(client, pinned)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
}

/** A backup may be of an older version. */
async function isThere(client: pg.Client, { table, of }: Pinned): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass('public.' || $1) and attname = $2`,
    [table, of],
  )
  return rowCount === 1
}

async function isPinned(client: pg.Client, { table, of }: Pinned): Promise<boolean> {
  const { rows } = await client.query(
    `select s.attname from pg_stats s join pg_attribute a on a.attrelid = to_regclass('public.' || $1) and a.attname = s.attname
     where s.schemaname = 'public' and s.tablename = $1 and s.most_common_vals is null and a.attstattarget = 0
       and not exists (select from pg_class where oid = a.attrelid and '${SOON}=0.01' = any (reloptions))
       and s.n_distinct = case s.attname when 'workspace_id' then 1 when $2 then $3::real end`,
    [table, of, PARTS],
  )
  return rows.length === 2
}

// Migration 21 had rows and cells counted after every hundredth of them, so that nothing became untrue for long. What is held
// still does not; and counting a large table while rows stream into it, every few seconds, takes a third of their pace.
const SOON = 'autovacuum_analyze_scale_factor'
const still = ({ table, of }: Pinned) =>
  `alter table ${table} alter column workspace_id set statistics 0, alter column ${of} set statistics 0, reset (${SOON})`

/** PostgreSQL 18 takes it as it is told. */
async function tell(client: pg.Client, pinned: Pinned): Promise<void> {
  await client.query(still(pinned))
  for (const [column, parts] of [
    ['workspace_id', 1],
    [pinned.of, PARTS],
  ]) {
    const place = `'schemaname', 'public', 'relname', '${pinned.table}', 'attname', '${column}', 'inherited', false`
    await client.query(`select pg_clear_attribute_stats('public', '${pinned.table}', '${column}', false)`)
    await client.query(
      `select pg_restore_attribute_stats(${place}, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', ${parts}::real,
         'correlation', 1::real)`,
    )
  }
}

/** An older one has to be shown: rows of as many workbooks as there are rows are counted and taken away again. */
async function show(client: pg.Client, pinned: Pinned): Promise<void> {
  const { table, of, more } = pinned
  await client.query(`alter table ${table} no force row level security`)
  // With rows in it, what it would find is them; it goes on counting as it comes.
  const { rows } = await client.query(`select exists (select from ${table}) as used`)
  if (!rows[0].used) {
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
