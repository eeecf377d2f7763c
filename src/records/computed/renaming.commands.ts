// Tells the workbooks that look through another one, or write to it, that it or its columns are called otherwise.
import { Type } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { ownerOf } from '../store/columns/computed.logic.ts'
import { readFollowed } from '../store/follow.ts'

export const RENAME_RANGES = defineJob({
  name: 'workbook.rename_ranges',
  payload: Type.Object({
    workbook_id: Type.String(),
    of: Type.String(),
    columns: Type.Array(Type.Object({ column_id: Type.String(), name: Type.String() })),
  }),
  attempts: 20,
  lane: 'long',
})

/** What a column was called before. */
export type OldName = { column_id: string; name: string }

/** Call it when a workbook or columns of it are called otherwise. In a job: the locks of other workbooks are not taken here. */
export async function enqueueRename(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly OldName[] = [],
): Promise<void> {
  const { follow } = await readFollowed(tx, workbookId)
  const formulas = (follow?.links ?? []).filter(({ column_id }) => ownerOf(column_id) !== column_id)
  const writers =
    columns.length === 0
      ? { rows: [] }
      : await tx.client.query<{ workbook_id: string }>(
          `select distinct workbook_id from workbook_columns where workspace_id = $1 and type = 'output'
             and lower(config #>> '{target,workbook_id}') = $2`,
          [tx.workspace_id, workbookId],
        )
  const readers = new Set([...formulas, ...writers.rows].map((reader) => reader.workbook_id))
  readers.delete(workbookId)
  for (const id of readers) {
    await enqueue(tx, RENAME_RANGES, { workbook_id: id, of: workbookId, columns: [...columns] })
  }
}
