// Every writer of rows or cells tells here, in its transaction, what it has written; whatever follows from it starts here.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { afterWrite } from '../computed/after-write.ts'
import { leaveLeadWork } from '../lead-facts/lead-work.writes.ts'
import { leaveAutoRun } from '../store/auto-run.commands.ts'
import type { Followed, Touched } from '../store/follow.ts'
import { markReaders } from '../store/stale.writes.ts'
import { keepIndexes, type Moves, planMoves } from '../views/view-index.writes.ts'
import { leaveRowChanges } from './row-changes.commands.ts'

/** What a write will make happen, as far as its writer knows that. */
export interface Ripple {
  touched: Touched
  /** Null: the database decides. */
  moves: readonly Moves[] | null
  /** Something reads what was written, which must have been sent to the database then. */
  readsBack: boolean
}

/** Decided once for a write that has yet to be sent. */
export function planRipple(workbook: Followed, touched: Touched): Ripple {
  const { follow } = workbook
  if (follow === null) return { touched, moves: [], readsBack: false }
  const moves = planMoves(workbook, touched)
  const isPlaced = moves?.every(({ unknown }) => unknown.length === 0) ?? false
  return { touched, moves, readsBack: follow.computed === true || (follow.links ?? []).length > 0 || !isPlaced }
}

/**
 * Call it once per transaction and workbook, after the rows or cells are written and while their rows are locked. It costs
 * nothing for a workbook that nothing follows.
 */
export async function ripple(tx: WorkspaceTx, workbook: Followed, touched: Touched): Promise<void> {
  await rippleAsPlanned(tx, workbook, { touched, moves: null })
}

/** As {@link ripple} for a write that was planned. */
export async function rippleAsPlanned(
  tx: WorkspaceTx,
  workbook: Followed,
  { touched, moves }: Pick<Ripple, 'touched' | 'moves'>,
): Promise<void> {
  if (workbook.follow === null || isNothing(touched)) return
  await afterWrite(tx, workbook, touched)
  await keepIndexes(tx, workbook, touched, moves)
  await leaveAutoRun(tx, workbook, touched)
  await leaveRowChanges(tx, workbook, touched)
  await leaveLeadWork(tx, workbook, touched)
  markReaders(tx, workbook, touched)
}

function isNothing({ rows, columns }: Touched): boolean {
  return (Array.isArray(rows) && rows.length === 0) || columns.length === 0
}
