// What a write leaves for the rules that start on rows: which rows, in the transaction that wrote them.
import { Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { type Followed, linesOf, setFollow, type Touched } from '../store/follow.ts'

/** Its handler is with the rules. */
export const ROWS_CHANGED = defineJob({
  name: 'workbook.rows_changed',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
})

/** A follower of writes. It costs nothing for a workbook that no rule watches. */
export async function leaveRowChanges(tx: WorkspaceTx, workbook: Followed, touched: Touched): Promise<void> {
  if (!workbook.follow?.rules) return
  const { rows, columns, run_id = null } = touched
  const cause = tx.actor?.cause ?? null
  for (const [ids, from, to] of linesOf(rows))
    tx.lastly.push({
      name: 'row_changes_leave',
      text: `insert into row_changes (workspace_id, workbook_id, id, row_ids, from_position, to_position, columns, run_id, cause)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        ...[tx.workspace_id, workbook.id, newId(), ids, from, to],
        ...[columns === 'all' ? null : columns, run_id, cause && JSON.stringify(cause)],
      ],
    })
  await enqueue(tx, ROWS_CHANGED, { workbook_id: workbook.id }, { key: workbook.id })
}

/** Says whether rules watch the rows of a workbook. One that is gone is left alone. */
export async function watchRows(tx: WorkspaceTx, workbookId: string, isWatched: boolean): Promise<void> {
  const { rowCount } = await tx.client.query(
    'select 1 from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
    [tx.workspace_id, workbookId],
  )
  if (!rowCount) return
  await changeStructure(tx, workbookId)
  await setFollow(tx, workbookId, 'rules', isWatched ? true : undefined)
}
