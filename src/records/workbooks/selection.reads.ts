// The rows selected by a filter, a search or a view, for an act on all of them.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { type FoundRow, findRows, type QueriedWorkbook } from '../filters/found-rows.reads.ts'
import type { Question } from '../filters/question.logic.ts'

/** Those of some rows that still answer the question. */
export async function stillMatching(
  tx: WorkspaceTx,
  workbook: QueriedWorkbook,
  question: Question,
  among: readonly string[],
): Promise<FoundRow[]> {
  return findRows(tx, workbook, { ...question, sorts: [] }, { among, limit: among.length })
}
