// Taking rows out of a workbook with their cells, and putting them back as they were.
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { put } from '../cells/cell-images.writes.ts'
import { lockRows, removeAllCells } from '../cells/cells.writes.ts'
import { CELL_PLACE } from '../recorder.ts'
import { removeRows } from './rows.writes.ts'

export const KEEP = `insert into trashed_rows as t (workspace_id, workbook_id, change_id, row_id, position, data, cells, identity_key,
    lead_id, source, made_by, created_at, updated_at)
  select $1, $2, $3, r.id, r.position, r.data, c.cells, r.identity_key, r.lead_id, r.source, r.made_by, r.created_at, r.updated_at
  from unnest($4::uuid[]) wanted(id) cross join lateral (
    select * from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = wanted.id offset 0) r
  cross join lateral (select jsonb_object_agg(c.column_id, to_jsonb(c) - ${CELL_PLACE}) as cells from cells c
    where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id) c
  on conflict (workspace_id, workbook_id, change_id, row_id) do update set position = excluded.position,
    data = excluded.data, cells = excluded.cells, identity_key = excluded.identity_key, lead_id = excluded.lead_id,
    source = excluded.source, made_by = excluded.made_by, created_at = excluded.created_at, updated_at = excluded.updated_at`

export interface TrashedRows {
  /** Those that were there, in order of id. */
  row_ids: string[]
  /** What each block of positions lost, for `countRows`. */
  blocks: Map<number, number>
}

/**
 * Takes the rows out under a change. The structure is held by the caller, who settles the counters of rows as its last
 * write. A few thousand rows a call.
 */
export async function trashRows(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  rowIds: string[],
): Promise<TrashedRows> {
  const row_ids = await lockRows(tx, workbookId, rowIds)
  if (row_ids.length === 0) return { row_ids, blocks: new Map() }
  await tx.client.query({
    name: 'rows_trash',
    text: KEEP,
    values: [tx.workspace_id, workbookId, changeId, row_ids],
  })
  await removeAllCells(tx, workbookId, row_ids)
  return { row_ids, blocks: await removeRows(tx, workbookId, row_ids) }
}

// A key that another row has taken meanwhile stays with it ($6); a position too ($5), and the row goes to the end instead.
export const BACK = `insert into workbook_rows (workspace_id, workbook_id, id, position, data, identity_key, lead_id, source, made_by,
    created_at, updated_at)
  select $1, $2, t.row_id, case when $5::float8 is null then t.position else $5::float8 + row_number() over (order by t.position) end,
    t.data, case when $6 then t.identity_key end, t.lead_id, t.source, t.made_by, t.created_at, now()
  from trashed_rows t where t.workspace_id = $1 and t.workbook_id = $2 and t.change_id = $3 and t.row_id = any($4::uuid[])
    and t.data is not null
  on conflict do nothing returning id, position`

export const BACK_CELLS = put(`select t.row_id, e.key as column_id, e.value as image
  from trashed_rows t cross join lateral jsonb_each(t.cells) e
  where t.workspace_id = $1 and t.workbook_id = $2 and t.change_id = $3 and t.row_id = any($4::uuid[]) and t.data is not null
    and exists (select from workbooks w where w.workspace_id = $1 and w.id = $2 and (e.key = any(w.removed_columns)
      or exists (select from workbook_columns k where k.workspace_id = $1 and k.workbook_id = $2 and k.id = e.key)))`)

/** Puts rows back that `trashRows` took out; returns those that are back. `end` gives positions after all rows. */
export async function untrashRows(
  tx: WorkspaceTx,
  workbookId: string,
  changeId: string,
  rowIds: readonly string[],
  end: (count: number) => Promise<number>,
): Promise<{ id: string; position: number }[]> {
  const place = [tx.workspace_id, workbookId, changeId]
  const there: { id: string; position: number }[] = []
  let left = [...rowIds]
  for (const { keyed, atEnd } of [
    { keyed: true, atEnd: false },
    { keyed: false, atEnd: false },
    { keyed: false, atEnd: true },
  ]) {
    if (left.length === 0) break
    const behind = atEnd ? (await end(left.length)) - 1 : null
    const { rows } = await tx.client.query<{ id: string; position: number }>(BACK, [...place, left, behind, keyed])
    const back = new Set(rows.map(({ id }) => id))
    left = left.filter((id) => !back.has(id))
    there.push(...rows)
  }
  await tx.client.query({ name: 'cells_back', text: BACK_CELLS, values: [...place, rowIds] })
  await tx.client.query(
    `update trashed_rows set data = null, cells = null
     where workspace_id = $1 and workbook_id = $2 and change_id = $3 and row_id = any($4::uuid[])`,
    [...place, rowIds],
  )
  return there
}
