// Inserting, changing and removing columns, and what that does to the counters of the workbook.
import type { ColumnConfig } from '../../engine/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { FINISHED } from './cell.logic.ts'

/** Takes `count` column numbers; returns the first. */
export async function takeColumnNumbers(tx: WorkspaceTx, workbookId: string, count: number): Promise<number> {
  const { rows } = await tx.client.query(
    `update workbooks set next_column = next_column + $3, updated_at = now() where workspace_id = $1 and id = $2
     returning next_column - $3 as first`,
    [tx.workspace_id, workbookId, count],
  )
  return rows[0]?.first ?? refuse('not_found', 'Workbook not found')
}

/** Adds the columns behind the others. Refuses (409) a name that someone else has taken meanwhile. */
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

/**
 * Takes a column out of the workbook; its values go later. True when `completed_rows` has to be counted anew, because
 * rows may be complete without the column that were not complete with it.
 */
export async function removeColumn(tx: WorkspaceTx, workbookId: string, column: ColumnConfig): Promise<boolean> {
  const ids = [tx.workspace_id, workbookId, column.id]
  await tx.client.query('delete from workbook_columns where workspace_id = $1 and workbook_id = $2 and id = $3', ids)
  if (column.type === 'input') return false
  const { rows } = await tx.client.query(
    `with gone as (delete from workbook_column_counts where workspace_id = $1 and workbook_id = $2 and column_id = $3
       returning status, cells)
     select coalesce((select sum(cells) from gone where status = any($4)), 0)::bigint as finished, w.total_rows,
       exists (select 1 from workbook_columns where workspace_id = $1 and workbook_id = $2 and type <> 'input') as more
     from workbooks w where w.workspace_id = $1 and w.id = $2`,
    [...ids, FINISHED],
  )
  const { finished, total_rows, more } = rows[0]
  if (!more) await resetCompleted(tx, workbookId)
  return more && finished < total_rows
}

/** No row is complete: a new enriched column has no cell yet, or there is no enriched column. */
export async function resetCompleted(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('update workbooks set completed_rows = 0 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    workbookId,
  ])
}

/** Counts the completed rows from the cells; the structure must be held for change. A second or two per million rows. */
export async function recountCompleted(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query(
    `with enriched as materialized (
       select id from workbook_columns where workspace_id = $1 and workbook_id = $2 and type <> 'input'),
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
