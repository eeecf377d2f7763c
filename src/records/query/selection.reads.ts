// The rows that somebody means by a filter, a search or a view, for what is then done with all of them.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type Asking, type FoundRow, findRows, inTime, type Place } from './found-rows.reads.ts'
import type { Question } from './question.logic.ts'

/**
 * The next rows of the answer, for whoever reads all of it: call it again with the place of the last one until it gives
 * fewer than `limit`. In the order of the workbook a call goes on where the one before ended; in another order each call
 * passes over all rows, so ask for many at once.
 */
export async function readMatching(
  tx: WorkspaceTx,
  workbook: Asking,
  question: Question,
  after: Place | undefined,
  limit: number,
): Promise<FoundRow[]> {
  return inTime(tx, () => findRows(tx, workbook, question, { after, limit }))
}

/** Those of some rows that still answer the question. */
export async function stillMatching(
  tx: WorkspaceTx,
  workbook: Asking,
  question: Question,
  among: readonly string[],
): Promise<FoundRow[]> {
  return findRows(tx, workbook, { ...question, sorts: [] }, { among, limit: among.length })
}
