// Writing enriched cells on behalf of a run: grouped, exact in its counters, and never over what a person entered.
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type CellPlace, type CellWrite, isAnswer, KEEPS_VALUE } from '../store/cell.logic.ts'
import { readCellValues } from '../store/cells/cell-values.reads.ts'
import { lockRowsAsOf, upsertCells, writeCosts } from '../store/cells/cells.writes.ts'
import { writeEvidence } from '../store/cells/evidence.writes.ts'
import { readFollowed, type ValueChange } from '../store/follow.ts'
import { lockRowData } from '../store/rows/rows.writes.ts'
import { finishWrite } from './write.ts'

export interface AppliedCells {
  written: number
  /** Left alone: a person has overridden them. */
  overridden: CellPlace[]
  /** Passed over: their row was deleted meanwhile. */
  gone: CellPlace[]
}

/**
 * Writes a group of cells in the caller's transaction and keeps the column counts and `completed_rows` exact. Of two
 * writes to one cell the last counts. Rows are locked until the commit, so keep the rest of the transaction short; it
 * emits nothing: call `emitCells` as often as people should hear of it. A few hundred to a few thousand cells a call,
 * all of one run: what they replace is kept under its id.
 */
export async function applyCells(
  tx: WorkspaceTx,
  workbookId: string,
  cells: readonly CellWrite[],
): Promise<AppliedCells> {
  const byPlace = new Map(cells.map((cell) => [`${cell.row_id} ${cell.column_id}`, cell]))
  if (byPlace.size === 0) return { written: 0, overridden: [], gone: [] }
  const last = [...byPlace.values()]
  const [rows, followed] = await Promise.all([
    lockRowsAsOf(tx, workbookId, [...new Set(last.map((cell) => cell.row_id))]),
    readFollowed(tx, workbookId),
  ])
  const locked = rows.map(({ id }) => id)
  const present = new Set(locked)
  const gone = last.filter((cell) => !present.has(cell.row_id)).map(({ row_id, column_id }) => ({ row_id, column_id }))
  const mine = gone.length === 0 ? last : last.filter((cell) => present.has(cell.row_id))
  const here = await asOfNow(tx, workbookId, mine, rows)
  if (here.length === 0) return { written: 0, overridden: [], gone }
  const runId = here[0]?.run_id
  const columns = [...new Set(here.map((cell) => cell.column_id))]
  const before = followed.follow?.rules ? await readCellValues(tx, workbookId, locked, columns) : null
  const overridden = await upsertCells(tx, workbookId, here, runId ? { run_id: runId } : null)
  await writeEvidence(tx, workbookId, here, overridden)
  await finishWrite(tx, followed, {
    rows: locked,
    columns,
    ...(before && { moved: movedBy(here, overridden, before) }),
    run_id: runId ?? undefined,
    edited: here.flatMap(({ row_id, column_id, is_same }) =>
      is_same ? [] : [{ rows: [row_id], columns: [column_id] }],
    ),
  })
  return { written: here.length - overridden.length, overridden, gone }
}

/** The values that cells have got, apart from those that a person has overridden or that are kept while they are asked for again. */
function movedBy(
  cells: readonly CellWrite[],
  overridden: readonly CellPlace[],
  before: ReadonlyMap<string, JsonObject>,
): ValueChange[] {
  const left = new Set(overridden.map(({ row_id, column_id }) => `${row_id} ${column_id}`))
  return cells.flatMap(({ row_id, column_id, status, value = null }) =>
    left.has(`${row_id} ${column_id}`) || (value === null && KEEPS_VALUE.includes(status))
      ? []
      : [{ row_id, before: { [column_id]: before.get(row_id)?.[column_id] ?? null }, after: { [column_id]: value } }],
  )
}

/** The cells without what only this process knows of them. A cell whose row changed since its call began is stale at once. */
async function asOfNow(
  tx: WorkspaceTx,
  workbookId: string,
  cells: readonly CellWrite[],
  rows: readonly { id: string; updated_at: Date }[],
): Promise<CellWrite[]> {
  const writtenAt = new Map(rows.map(({ id, updated_at }) => [id, updated_at.toISOString()]))
  const moved = new Set(
    cells.flatMap(({ row_id, made_from }) =>
      made_from && writtenAt.get(row_id) !== made_from.updated_at ? [row_id] : [],
    ),
  )
  const stored = moved.size === 0 ? [] : await lockRowData(tx, workbookId, [...moved])
  const now = new Map(stored.map(({ id, data }) => [id, data]))
  return cells.map(({ made_from, ...cell }) => {
    const data = made_from && now.get(cell.row_id)
    const differs = ([column, value]: [string, Json]) => canonicalJson(data?.[column] ?? null) !== canonicalJson(value)
    const isOld = data !== undefined && isAnswer(cell.status) && Object.entries(made_from?.values ?? {}).some(differs)
    return isOld ? { ...cell, status: 'stale', reason: 'input_changed' } : cell
  })
}

/** Locks rows whose cells are written and recounted, all at once, in the order in which every writer locks. */
export async function lockRowsOfCells(tx: WorkspaceTx, workbookId: string, rowIds: readonly string[]): Promise<void> {
  await lockRowData(tx, workbookId, [...rowIds])
}

/** What cells of a run cost by the ledger, where two workers had a hand in them: one that was taken for dead, and who came after it. */
export async function recountCells(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  rowIds: readonly string[],
): Promise<void> {
  if (rowIds.length === 0) return
  const locked = (await lockRowData(tx, workbookId, [...rowIds])).map(({ id }) => id)
  await writeCosts(tx, workbookId, runId, locked)
}
