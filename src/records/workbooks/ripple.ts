// Every writer of rows or cells tells here, in its transaction, what it has written; whatever follows from it starts here.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { afterWrite } from '../computed/after-write.ts'
import { leaveLeadWork } from '../leads/lead-work.writes.ts'
import { canPlace, keepIndexes } from '../views/view-index.writes.ts'
import { leaveAutoRun } from './auto-run.commands.ts'
import type { Followed, Touched } from './follow.ts'

/**
 * Call it once per transaction and workbook, after the rows or cells are written and while their rows are locked. It costs
 * nothing for a workbook that nothing follows.
 */
export async function ripple(tx: WorkspaceTx, workbook: Followed, touched: Touched): Promise<void> {
  if (workbook.follow === null || isNothing(touched)) return
  await afterWrite(tx, workbook, touched)
  await keepIndexes(tx, workbook, touched)
  await leaveAutoRun(tx, workbook, touched)
  await leaveLeadWork(tx, workbook, touched)
}

/** Whether {@link ripple} reads what was written, which must have been sent to the database then. */
export function readsBack(workbook: Followed, touched: Touched): boolean {
  const { follow } = workbook
  if (follow === null) return false
  return follow.computed === true || (follow.links ?? []).length > 0 || !canPlace(workbook, touched)
}

function isNothing({ rows, columns }: Touched): boolean {
  return (Array.isArray(rows) && rows.length === 0) || columns.length === 0
}
