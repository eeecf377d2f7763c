// The rows that a look is taken at: what would come of settings, before they are saved or run.
import type { Row } from '../../engine/values/row.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { EVERY_ROW, mustHaveRows, readRowsForRun } from '../store/rows/rows.reads.ts'

/** The rows that are named, or so many of the first ones. @throws Refusal `invalid` for a row that the workbook has not */
export async function readLookRows(
  { id, through }: { id: string; through: WorkspaceTx },
  rowIds: readonly string[] | undefined,
  first: number,
  columnIds: readonly string[] | null = null,
): Promise<Row[]> {
  if (!rowIds) return readRowsForRun(through, id, { ...EVERY_ROW, limit: first }, columnIds)
  const rows = await readRowsForRun(through, id, { row_ids: rowIds.filter(isUuid) }, columnIds)
  mustHaveRows(rowIds, new Set(rows.map(({ row_id }) => row_id)))
  return rows
}
