// What a write leaves for the rules that start on rows: which rows, in the transaction that wrote them.
import { Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { type FollowedWorkbook, linesOf, setFollow, type TouchedRows, valueChanges } from '../store/follow.ts'

/** Its handler is with the rules. */
export const ROWS_CHANGED = defineJob({
  name: 'workbook.rows_changed',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
})

/**
 * A follower of writes. It costs nothing for a workbook that no rule watches, and leaves nothing of a write that changed no value. What
 * changed is kept here with both values: by the time a rule acts, the row may have others.
 */
export async function recordRowChanges(
  tx: WorkspaceTx,
  workbook: FollowedWorkbook,
  touched: TouchedRows,
): Promise<void> {
  if (!workbook.follow?.rules) return
  const { rows, columns, run_id = null } = touched
  const cause = tx.actor?.cause ?? null
  const changes = new Map(valueChanges(touched).map(({ row_id, before, after }) => [row_id, { before, after }]))
  const leave = (
    [ids, from, to]: ReturnType<typeof linesOf>[number],
    names: readonly string[] | null,
    values: object | null,
  ) =>
    tx.lastly.push({
      name: 'row_changes_leave',
      text: `insert into row_changes (workspace_id, workbook_id, id, row_ids, from_position, to_position, columns, run_id, cause, values)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        tx.workspace_id,
        workbook.id,
        newId(),
        ids,
        from,
        to,
        names,
        run_id,
        cause && JSON.stringify(cause),
        values && JSON.stringify(values),
      ],
    })
  if (columns === 'all') for (const line of linesOf(rows)) leave(line, null, null)
  for (const line of linesOf([...changes.keys()])) {
    const values = Object.fromEntries((line[0] ?? []).map((id) => [id, changes.get(id)]))
    const names = [...new Set(Object.values(values).flatMap((change) => Object.keys(change?.after ?? {})))]
    leave(line, names, values)
  }
  if (columns !== 'all' && changes.size === 0) return
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
