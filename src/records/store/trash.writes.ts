// Taking rows out of a workbook with their cells, so that they can be put back as they were.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { lockRows, removeAllCells } from './cells.writes.ts'
import { CELL_PLACE } from './recorder.ts'
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

export interface Trashed {
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
): Promise<Trashed> {
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
