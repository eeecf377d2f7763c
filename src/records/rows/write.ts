// Finishes every write of rows or cells, in the transaction that does it: the record of it, its events, what follows, the counters.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { afterWrite } from '../computed/after-write.ts'
import { enqueueLeadWork } from '../lead-facts/lead-work.commands.ts'
import type { CellWrite } from '../store/cell.logic.ts'
import { markReaders } from '../store/cells/stale.writes.ts'
import { enqueueAutoRun } from '../store/dirty-rows/auto-run.commands.ts'
import type { FollowedWorkbook } from '../store/follow.ts'
import { type Change, recordLastly } from '../store/recorder.ts'
import { enqueueMatchedRows } from '../store/rows/matched-rows.writes.ts'
import { blocksOf, countRows, touchWorkbook } from '../store/rows/rows.writes.ts'
import { emitCellRows, emitCells, emitRows } from '../store/workbook.events.ts'
import { keepIndexes, type PlannedRows, planMoves } from '../views/view-index.commands.ts'
import { recordRowChanges } from './row-changes.commands.ts'

/** Called while the rows are locked. It costs nothing for a workbook that has nothing of its kind. */
type Follower = (tx: WorkspaceTx, workbook: FollowedWorkbook, touched: PlannedRows) => Promise<void> | void

/** What a write makes happen by itself, in this order. */
const FOLLOWERS: readonly Follower[] = [
  afterWrite,
  keepIndexes,
  enqueueAutoRun,
  recordRowChanges,
  enqueueLeadWork,
  enqueueMatchedRows,
  markReaders,
]

/** Rows and cells that were written. What the statement that wrote them has recorded or told itself is left out. */
export interface Write extends PlannedRows {
  /** Goes on record; `joined`: it is on record already, and this adds to it. */
  change?: Change
  joined?: boolean
  /** The actor that the events name. */
  told?: Told
  /** How many rows each block of positions gained or lost. */
  blocks?: ReadonlyMap<number, number>
}

interface Told {
  created?: string[]
  updated?: string[]
  deleted?: string[]
  /** As patches of their overlays. */
  cells?: readonly CellWrite[]
  /** Rows of which cells changed. */
  cells_of?: string[]
}

/** What follows a write, decided before it is sent: where its rows go in views, and whether something reads it back. */
export function planWrite<W extends Write>(workbook: FollowedWorkbook, write: W): W & { readsBack: boolean } {
  const { follow } = workbook
  if (follow === null) return { ...write, moves: [], readsBack: false }
  const moves = planMoves(workbook, write)
  const isPlaced = moves?.every(({ unknown }) => unknown.length === 0) ?? false
  const readsBack = follow.computed === true || (follow.links ?? []).length > 0 || !isPlaced
  return { ...write, ...(moves && { moves }), readsBack }
}

/**
 * Call it once for each write, after it was sent and while its rows are locked; what can goes with the commit. The workbook says that it
 * changed unless it has said so a moment ago (`is_stale`: no), or no event is due: a run or an import emits one when it ends.
 */
export async function finishWrite(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook & { is_stale?: boolean },
  write: Write,
): Promise<void> {
  const { change, joined, told, blocks } = write
  if (change) recordLastly(tx, workbook.id, change, joined)
  if (told) await tell(tx, workbook.id, told)
  if (workbook.follow !== null && !isNothing(write))
    for (const follower of FOLLOWERS) await follower(tx, workbook, write)
  // The workbook is locked last.
  if (blocks && blocks.size > 0) countRows(tx, workbook.id, blocks)
  else if (workbook.is_stale ?? told) touchWorkbook(tx, workbook.id)
}

/** As {@link finishWrite} for rows that were added. */
export async function finishAdded(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook,
  made: readonly { id: string; position: number }[],
  jobId?: string,
): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(({ id }) => id)
  const blocks = blocksOf(made.map(({ position }) => position))
  await finishWrite(tx, workbook, { rows, columns: 'all', told: { created: rows }, blocks, job_id: jobId })
}

async function tell(tx: WorkspaceTx, id: string, { cells = [], cells_of = [], ...rows }: Told): Promise<void> {
  for (const [kind, ids] of Object.entries(rows))
    if (ids.length > 0) await emitRows(tx, `rows.${kind as keyof typeof rows}`, id, ids)
  await emitCells(tx, id, cells)
  if (cells_of.length > 0) await emitCellRows(tx, id, cells_of)
}

function isNothing({ rows, columns }: Write): boolean {
  return (Array.isArray(rows) && rows.length === 0) || columns.length === 0
}
