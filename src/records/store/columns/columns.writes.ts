// Inserting, changing and removing columns, and what that does to the counters of the workbook.
import { Type } from 'typebox'
import type { ColumnConfig } from '../../../engine/columns/columns.schema.ts'
import { refuse } from '../../../kernel/errors.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { defineJob } from '../../../platform/queue/job.ts'
import { enqueue } from '../../../platform/queue/queue.ts'
import { FINISHED } from '../cell.logic.ts'
import type { ColumnSnapshot } from '../recorder.ts'

/** The job that counts cells per status and completed rows again. */
export const WORKBOOK_RECOUNT = defineJob({
  name: 'workbook.recount',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
})

/** Takes `count` column numbers; returns the first. */
export async function takeColumnNumbers(tx: WorkspaceTx, workbookId: string, count: number): Promise<number> {
  const { rows } = await tx.client.query<{ first: number }>(
    `update workbooks set next_column = next_column + $3, updated_at = now() where workspace_id = $1 and id = $2
     returning next_column - $3 as first`,
    [tx.workspace_id, workbookId, count],
  )
  return rows[0]?.first ?? refuse('not_found', 'Workbook not found')
}

/** Adds the columns after the others. Refuses (409) a name that another user has taken meanwhile. */
export async function insertColumns(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
): Promise<void> {
  await tx.client
    .query(
      `insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, width, hidden, pinned, ordinal)
       select $1, $2, x.id, x.name, x.type, x.config, x.width, coalesce(x.hidden, false), coalesce(x.pinned, false),
         x.ordinal + coalesce((select max(ordinal) from workbook_columns where workspace_id = $1 and workbook_id = $2), 0)
       from jsonb_to_recordset($3::jsonb) as x(id text, name text, type text, config jsonb, width int, hidden boolean,
         pinned boolean, ordinal int)`,
      [
        tx.workspace_id,
        workbookId,
        JSON.stringify(columns.map((column, i) => ({ ...stored(column), ordinal: i + 1 }))),
      ],
    )
    .catch(nameTaken)
}

export async function updateColumns(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
): Promise<void> {
  await tx.client
    .query(
      `update workbook_columns c set name = x.name, type = x.type, config = x.config, width = x.width,
         hidden = coalesce(x.hidden, false), pinned = coalesce(x.pinned, false), updated_at = now()
       from jsonb_to_recordset($3::jsonb) as x(id text, name text, type text, config jsonb, width int, hidden boolean,
         pinned boolean)
       where c.workspace_id = $1 and c.workbook_id = $2 and c.id = x.id`,
      [tx.workspace_id, workbookId, JSON.stringify(columns.map(stored))],
    )
    .catch(nameTaken)
}

function stored({ id, name, type, width, hidden, pinned, ...config }: ColumnConfig) {
  return { id, name, type, width, hidden, pinned, config }
}

function nameTaken(error: { code?: string; constraint?: string }): never {
  if (error.code === '23505' && error.constraint === 'workbook_columns_name')
    refuse('conflict', 'The workbook already has a column of that name')
  throw error
}

const KEPT = `id, name, type, config, ordinal, width, hidden, pinned`

/** Columns as they are stored, of these ids or of all. */
export async function readStored(tx: WorkspaceTx, workbookId: string, ids: string[] | null): Promise<ColumnSnapshot[]> {
  const { rows } = await tx.client.query<ColumnSnapshot>(
    `select ${KEPT} from workbook_columns where workspace_id = $1 and workbook_id = $2
       and ($3::text[] is null or id = any($3)) order by ordinal, id`,
    [tx.workspace_id, workbookId, ids],
  )
  return rows
}

/**
 * Takes columns out of the workbook and returns them as they were. Their values stay in rows and cells, unseen, until
 * they are purged.
 */
export async function removeColumns(tx: WorkspaceTx, workbookId: string, ids: string[]): Promise<ColumnSnapshot[]> {
  const values = [tx.workspace_id, workbookId, ids]
  const { rows } = await tx.client.query<ColumnSnapshot>(
    `delete from workbook_columns where workspace_id = $1 and workbook_id = $2 and id = any($3) returning ${KEPT}`,
    values,
  )
  await tx.client.query(
    'update workbooks set removed_columns = removed_columns || $3::text[], updated_at = now() where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId, rows.map(({ id }) => id)],
  )
  const computed = rows.flatMap(({ id, type }) => (type === 'input' ? [] : [id]))
  if (computed.length > 0) await settleWithout(tx, workbookId, computed)
  return rows
}

/** Rows may be complete without the columns that were not complete with them, unless all were complete in these. */
async function settleWithout(tx: WorkspaceTx, workbookId: string, computed: string[]): Promise<void> {
  const { rows } = await tx.client.query<{ finished: number; total_rows: number; more: boolean }>(
    `with gone as (delete from workbook_column_counts where workspace_id = $1 and workbook_id = $2 and column_id = any($3)
       returning status, cells)
     select coalesce((select sum(cells) from gone where status = any($4)), 0)::bigint as finished, w.total_rows,
       exists (select 1 from workbook_columns where workspace_id = $1 and workbook_id = $2 and type <> 'input') as more
     from workbooks w where w.workspace_id = $1 and w.id = $2`,
    [tx.workspace_id, workbookId, computed, FINISHED],
  )
  const { finished, total_rows, more } = oneRow(rows)
  if (!more) await resetCompleted(tx, workbookId)
  else if (finished < total_rows * computed.length) await recountLater(tx, workbookId)
}

/** Puts columns back that {@link removeColumns} took out; counters follow in the background. Refuses (409) a name taken since. */
export async function putBackColumns(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnSnapshot[],
): Promise<void> {
  await tx.client
    .query(
      `with back as (
         insert into workbook_columns (workspace_id, workbook_id, ${KEPT})
         select $1, $2, ${KEPT} from jsonb_to_recordset($3::jsonb) as x(id text, name text, type text, config jsonb,
           ordinal int, width int, hidden boolean, pinned boolean))
       update workbooks set updated_at = now(),
         removed_columns = array(select unnest(removed_columns) except select unnest($4::text[]))
       where workspace_id = $1 and id = $2`,
      [tx.workspace_id, workbookId, JSON.stringify(columns), columns.map(({ id }) => id)],
    )
    .catch(nameTaken)
  if (columns.some(({ type }) => type !== 'input')) await recountLater(tx, workbookId)
}

/** Writes stored columns as they are given. */
export async function rewriteColumns(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnSnapshot[],
): Promise<void> {
  await tx.client
    .query(
      `update workbook_columns c set name = x.name, type = x.type, config = x.config, width = x.width, hidden = x.hidden,
         pinned = x.pinned, updated_at = now()
       from jsonb_to_recordset($3::jsonb) as x(id text, name text, type text, config jsonb, width int, hidden boolean,
         pinned boolean)
       where c.workspace_id = $1 and c.workbook_id = $2 and c.id = x.id`,
      [tx.workspace_id, workbookId, JSON.stringify(columns)],
    )
    .catch(nameTaken)
}

/** Has {@link recount} done in the background. */
export async function recountLater(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await enqueue(tx, WORKBOOK_RECOUNT, { workbook_id: workbookId })
}

/** No row is complete: a new enriched column has no cell yet, or there is no enriched column. */
export async function resetCompleted(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('update workbooks set completed_rows = 0 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    workbookId,
  ])
}

/**
 * Counts cells per status, and completed rows, from the cells; the structure must be held for change. A few seconds per
 * million rows with ten computed columns.
 */
export async function recount(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query(
    `with enriched as materialized (
       select id from workbook_columns where workspace_id = $1 and workbook_id = $2 and type <> 'input'),
     there as materialized (
       select column_id, status, count(*) as n from cells where workspace_id = $1 and workbook_id = $2
         and column_id in (select id from enriched) group by 1, 2),
     gone as (
       delete from workbook_column_counts k where k.workspace_id = $1 and k.workbook_id = $2
         and not exists (select 1 from there t where t.column_id = k.column_id and t.status = k.status)),
     tallied as (
       insert into workbook_column_counts (workspace_id, workbook_id, column_id, status, cells)
       select $1, $2, column_id, status, n from there order by column_id, status
       on conflict (workspace_id, workbook_id, column_id, status) do update set cells = excluded.cells),
     complete as (
       select row_id from cells where workspace_id = $1 and workbook_id = $2 and status = any($3)
         and column_id in (select id from enriched)
       group by row_id having count(*) = (select count(*) from enriched))
     update workbooks set completed_rows = (select count(*) from complete) where workspace_id = $1 and id = $2`,
    [tx.workspace_id, workbookId, FINISHED],
  )
}

export async function orderColumns(tx: WorkspaceTx, workbookId: string, columnIds: readonly string[]): Promise<void> {
  await tx.client.query(
    `update workbook_columns c set ordinal = x.ordinal from unnest($3::text[]) with ordinality as x(id, ordinal)
     where c.workspace_id = $1 and c.workbook_id = $2 and c.id = x.id`,
    [tx.workspace_id, workbookId, columnIds],
  )
}
