// What an undo reads and notes: versions, rows that were taken out, and what others have done since; in batches of rows.
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { HERE } from '../store/lateral.logic.ts'
import { CELL_PLACE } from '../store/recorder.ts'
import type { Version } from './revert.logic.ts'

/** Before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000'

export const VERSIONS = `select row_id, input_before, input_after, cells_before, cells_after, skipped from cell_versions
  where workspace_id = $1 and workbook_id = $2 and change_id = $3 and row_id > $4::uuid
  order by row_id limit $5`

/** What a change did, row by row in order of id. */
export async function readVersions(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  after: string | null,
  limit: number,
): Promise<Version[]> {
  const values = [tx.workspace_id, workbookId, changeId, after ?? FIRST, limit]
  return (await tx.client.query<Version>({ name: 'versions_read', text: VERSIONS, values })).rows
}

/** Notes what was left alone, and forgets what was the time before. */
export async function noteSkipped(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  skipped: ReadonlyMap<string, string[]>,
): Promise<void> {
  if (skipped.size === 0) return
  const notes = [...skipped].map(([row_id, columns]) => ({ row_id, columns: columns.length > 0 ? columns : null }))
  await tx.client.query(
    `update cell_versions v set skipped = x.columns from jsonb_to_recordset($4::jsonb) as x(row_id uuid, columns text[])
     where v.workspace_id = $1 and v.workbook_id = $2 and v.change_id = $3 and v.row_id = x.row_id`,
    [tx.workspace_id, workbookId, changeId, JSON.stringify(notes)],
  )
}

/** The cells of some rows as they are stored, by row and column. */
export async function readCells(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
): Promise<Map<string, { [column: string]: Json }>> {
  const { rows } = await tx.client.query<{ id: string; cells: { [column: string]: Json } }>(
    `select wanted.id, c.cells from unnest($3::uuid[]) wanted(id) cross join lateral (
       select jsonb_object_agg(column_id, to_jsonb(cells) - ${CELL_PLACE}) as cells from cells
       where ${HERE} and row_id = wanted.id offset 0) c where c.cells is not null`,
    [tx.workspace_id, workbookId, rowIds],
  )
  return new Map(rows.map(({ id, cells }) => [id, cells]))
}

export const TRASH = `select row_id from trashed_rows where workspace_id = $1 and workbook_id = $2 and change_id = $3
  and row_id > $4::uuid and (data is null) = $6 order by row_id limit $5`

/** Rows that a change took out: those that are out, or those that are back. */
export async function readTrash(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  { after, limit, back }: { after: string | null; limit: number; back: boolean },
): Promise<string[]> {
  const values = [tx.workspace_id, workbookId, changeId, after ?? FIRST, limit, back]
  const { rows } = await tx.client.query<{ row_id: string }>({ name: 'trash_read', text: TRASH, values })
  return rows.map(({ row_id }) => row_id)
}

/** Notes rows as ones that a change is to take out: like those that it took out once and that are back. */
export async function listTrash(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  rows: readonly { id: string; position: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.client.query(
    `insert into trashed_rows (workspace_id, workbook_id, change_id, row_id, position, created_at, updated_at)
     select $1, $2, $3, id, position, now(), now() from unnest($4::uuid[], $5::float8[]) x (id, position) on conflict do nothing`,
    [tx.workspace_id, workbookId, changeId, rows.map(({ id }) => id), rows.map(({ position }) => position)],
  )
}

export const MADE = `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
  and position > $4 and position <= $5 and made_by = $3 order by position limit $6`

/** Rows that a change added and that are there, in order. */
export async function readMade(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<{ id: string; position: number }[]> {
  const values = [tx.workspace_id, workbookId, changeId, after, to, limit]
  return (await tx.client.query<{ id: string; position: number }>({ name: 'rows_made', text: MADE, values })).rows
}

export const TOUCHED = `select distinct v.row_id from unnest($3::uuid[]) wanted (id) cross join lateral (
    select row_id, change_id from cell_versions where ${HERE} and row_id = wanted.id and change_id > $4 offset 0) v
  join changes c on c.workspace_id = $1 and c.workbook_id = $2 and c.id = v.change_id
  where c.state <> 'undone' and c.kind <> 'run' and c.user_id is distinct from $5::bigint`

/** The rows into which another user has written values since. */
export async function touchedByOthers(
  tx: WorkspaceTx,
  workbookId: string,
  rowIds: readonly string[],
  since: string,
  userId: number | null,
): Promise<Set<string>> {
  const values = [tx.workspace_id, workbookId, rowIds, since, userId]
  const { rows } = await tx.client.query<{ row_id: string }>({ name: 'rows_touched', text: TOUCHED, values })
  return new Set(rows.map((row) => row.row_id))
}

const BY_OTHERS = `c.workspace_id = $1 and c.workbook_id = $2 and c.id > $4 and c.state <> 'undone' and c.user_id is distinct from $5::bigint`
export const COLUMNS_TOUCHED = `select wanted.id from unnest($3::text[]) wanted (id) where
  exists (select 1 from cell_versions v join changes c on c.id = v.change_id and ${BY_OTHERS} and c.kind <> 'run'
    where v.workspace_id = $1 and v.workbook_id = $2 and v.change_id > $4 and (v.input_after ? wanted.id or v.cells_after ? wanted.id))
  or exists (select 1 from workbook_rows r join changes c on c.id = r.made_by and ${BY_OTHERS}
    where r.workspace_id = $1 and r.workbook_id = $2 and r.data ? wanted.id)
  or exists (select 1 from changes c where ${BY_OTHERS} and (c.kind = 'run' and c.detail #> '{run,column_ids}' ? wanted.id
    or c.detail #> '{columns,changed}' @> jsonb_build_array(jsonb_build_object('id', wanted.id))))`

/** The columns that another user has filled, run or changed since. */
export async function columnsTouchedByOthers(
  tx: WorkspaceTx,
  workbookId: string,
  columnIds: readonly string[],
  since: string,
  userId: number | null,
): Promise<Set<string>> {
  const values = [tx.workspace_id, workbookId, columnIds, since, userId]
  const { rows } = await tx.client.query<{ id: string }>({ name: 'columns_touched', text: COLUMNS_TOUCHED, values })
  return new Set(rows.map(({ id }) => id))
}

/** What an undo left alone that came to nothing: the next one looks at it again. */
export async function forgetSkipped(tx: WorkspaceTx, workbookId: string, changeId: string): Promise<void> {
  await tx.client.query(
    'update cell_versions set skipped = null where workspace_id = $1 and workbook_id = $2 and change_id = $3 and skipped is not null',
    [tx.workspace_id, workbookId, changeId],
  )
}
