// Writing enriched cells on behalf of a run: grouped, exact in its counters, and never over what a person entered.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { CellPlace, CellWrite } from './cell.logic.ts'
import { lockRows, upsertCells } from './cells.writes.ts'
import { writeEvidence } from './evidence.writes.ts'
import { readFollowed } from './follow.ts'
import { ripple } from './ripple.ts'

export interface Applied {
  written: number
  /** Left alone: a person has overridden them. */
  overridden: CellPlace[]
  /** Passed over: their row was deleted meanwhile. */
  gone: CellPlace[]
}

/**
 * Writes a group of cells in the caller's transaction and keeps the column counts and `completed_rows` exact. Of two
 * writes to one cell the last counts. Rows are locked until the commit, so keep the rest of the transaction short; it
 * rings nothing: call `ringCells` as often as people should hear of it. A few hundred to a few thousand cells a call,
 * all of one run: what they replace is kept under its id.
 */
export async function applyCells(tx: WorkspaceTx, workbookId: string, cells: readonly CellWrite[]): Promise<Applied> {
  const byPlace = new Map(cells.map((cell) => [`${cell.row_id} ${cell.column_id}`, cell]))
  if (byPlace.size === 0) return { written: 0, overridden: [], gone: [] }
  const last = [...byPlace.values()]
  const locked = await lockRows(tx, workbookId, [...new Set(last.map((cell) => cell.row_id))])
  const present = new Set(locked)
  const gone = last.filter((cell) => !present.has(cell.row_id)).map(({ row_id, column_id }) => ({ row_id, column_id }))
  const here = gone.length === 0 ? last : last.filter((cell) => present.has(cell.row_id))
  if (here.length === 0) return { written: 0, overridden: [], gone }
  const runId = here[0]?.run_id
  const [overridden, followed] = await Promise.all([
    upsertCells(tx, workbookId, here, runId ? { run_id: runId } : null),
    readFollowed(tx, workbookId),
  ])
  await writeEvidence(tx, workbookId, here, overridden)
  await ripple(tx, followed, {
    rows: locked,
    columns: [...new Set(here.map((cell) => cell.column_id))],
    run_id: runId ?? undefined,
  })
  return { written: here.length - overridden.length, overridden, gone }
}
