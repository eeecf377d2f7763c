// Prepares the undo of a run: records row by row what it wrote and which of it is still there, so that it is undone like an edit.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { CELL_PLACE } from '../store/recorder.ts'
import type { Revert, StoredChange } from './revert.logic.ts'

// A cell that names the run holds what the run wrote; without an earlier version there was no cell before.
const CAPTURE = `with there as materialized (
    select c.row_id, jsonb_object_agg(c.column_id, null::text) as nothing, jsonb_object_agg(c.column_id, to_jsonb(c) - ${CELL_PLACE}) as cells
    from unnest($4::uuid[]) r(id) cross join lateral (select * from cells
      where workspace_id = $1 and workbook_id = $2 and row_id = r.id and run_id = $3 and status <> 'overridden' offset 0) c
    group by c.row_id)
  insert into cell_versions as v (workspace_id, workbook_id, change_id, row_id, cells_before, cells_after)
  select $1, $2, $3, row_id, nothing, cells from there
  on conflict (workspace_id, workbook_id, change_id, row_id) do update set
    cells_before = excluded.cells_before || coalesce(v.cells_before, '{}'), cells_after = excluded.cells_after`

const ROWS = `select id, position from workbook_rows where workspace_id = $1 and workbook_id = $2
  and position > $3 and position <= $4 order by position limit $5`

/** As a step of an undo: the next batch of rows. */
export async function captureRun(
  tx: WorkspaceTx,
  change: StoredChange,
  revert: Revert,
  limit: number,
): Promise<boolean> {
  const { run } = change.detail
  if (!run) return false
  const workbook = await openForWriting(tx, change.workbook_id)
  const place = [tx.workspace_id, workbook.id]
  if (run.row_ids) {
    const from = (revert.after as number | null) ?? 0
    await tx.client.query(CAPTURE, [...place, change.id, run.row_ids.slice(from, from + limit)])
    revert.after = from + limit
    return revert.after < run.row_ids.length
  }
  const after = (revert.after as number | null) ?? Number.MIN_SAFE_INTEGER
  const { rows } = await tx.client.query<{ id: string; position: number }>(ROWS, [...place, after, run.to, limit])
  if (rows.length === 0) return false
  await tx.client.query(CAPTURE, [...place, change.id, rows.map(({ id }) => id)])
  revert.after = rows.at(-1)?.position ?? null
  return rows.length === limit
}
