// Copies a workbook: columns, shared views and the duplicate key, and the rows with all their values and pinned tests if wanted.
import { Type } from 'typebox'
import { cutText } from '../../kernel/cut-text.ts'
import { newId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import { sendLast, type WorkspaceTx } from '../../platform/db/database.ts'
import { settleComputed } from '../computed/structure.commands.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { defineRowTask, type RowTaskPlan, startRowTask } from '../row-tasks/row-tasks.commands.ts'
import { requireBuilt } from '../rows/duplicate-key.commands.ts'
import { finishAdded } from '../rows/write.ts'
import { recountLater } from '../store/columns/columns.writes.ts'
import { copyRows } from '../store/rows/copied-rows.writes.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import type { WorkbookResponse } from '../store/workbook.schema.ts'
import { mustReadWorkbook, readColumns } from '../store/workbooks.reads.ts'
import type { WorkbookCopy } from './copy.schema.ts'

// Columns keep their ids, so that nothing that names one has to be changed.
const COPY_WORKBOOK = `insert into workbooks (workspace_id, id, name, description, source_type, sync_to_leads, next_position,
    next_column, identity, created_by)
  select workspace_id, $3, $4, description, source_type, false, case when $5 then next_position else 1 end, next_column,
    identity - 'building', $6
  from workbooks where workspace_id = $1 and id = $2`

const COPY_COLUMNS = `insert into workbook_columns (workspace_id, workbook_id, id, name, type, config, ordinal, width, hidden, pinned)
  select workspace_id, $3, id, name, type, config, ordinal, width, hidden, pinned
  from workbook_columns where workspace_id = $1 and workbook_id = $2`

const COPY_VIEW = `insert into workbook_views (workspace_id, id, workbook_id, name, scope, made_by, config)
  select workspace_id, $4, $3, name, scope, $5, config from workbook_views where workspace_id = $1 and workbook_id = $2 and id = $6`

// They hold values of rows, so they go where rows go. Their rows are others here, and what they gave was measured elsewhere.
const COPY_TESTS = `insert into column_tests (workspace_id, workbook_id, column_id, id, values, expected)
  select t.workspace_id, $3, t.column_id, t.id, t.values - w.removed_columns, t.expected
  from column_tests t
    join workbooks w on w.workspace_id = $1 and w.id = t.workbook_id
    join workbook_columns k on k.workspace_id = $1 and k.workbook_id = $3 and k.id = t.column_id
  where t.workspace_id = $1 and t.workbook_id = $2`

export async function copyWorkbook(
  tx: WorkspaceTx,
  workbookId: string,
  userId: number,
  { name, rows }: WorkbookCopy,
): Promise<WorkbookResponse> {
  const source = await openForWriting(tx, workbookId)
  requireBuilt(source.identity)
  const { name: called, total_rows } = await mustReadWorkbook(tx, source.id)
  const id = newId()
  const place = [tx.workspace_id, source.id, id]
  const wanted = name?.trim() || `${cutText(called, 195)} copy`
  await tx.client.query(COPY_WORKBOOK, [...place, wanted, rows, userId])
  await tx.client.query(COPY_COLUMNS, place)
  if (rows) await tx.client.query(COPY_TESTS, place)
  const { rows: views } = await tx.client.query<{ id: string }>(
    `select id from workbook_views where workspace_id = $1 and workbook_id = $2 and (scope <> 'personal' or made_by = $3)
     order by id`,
    [tx.workspace_id, source.id, userId],
  )
  for (const view of views) await tx.client.query(COPY_VIEW, [...place, newId(), userId, view.id])
  await settleComputed(tx, id, [], await readColumns(tx, id))
  await audit(tx, { act: 'workbook.copied', object: { type: 'workbook', id }, after: { from: source.id, rows } })
  await emitWorkbook(tx, 'workbook.created', id, { name: wanted })
  if (rows) await startRowTask(tx, copyingRows, { workbook_id: id, from: source.id }, total_rows)
  // With how many rows it has.
  await sendLast(tx)
  return mustReadWorkbook(tx, id)
}

const NEXT = `select r.id, r.position from workbook_rows r, workbooks w
  where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null
    and r.workspace_id = $1 and r.workbook_id = $2 and r.position > $3 order by r.position limit $4`

const COPY_ROWS = defineRowTask({
  name: 'workbook.copy_rows',
  title: 'Copy rows',
  payload: Type.Object({ workbook_id: Type.String(), from: Type.String() }),
})

export const copyingRows: RowTaskPlan<typeof COPY_ROWS.payload> = {
  kind: COPY_ROWS,
  async step(tx, { workbook_id, from }, after, limit) {
    const found = await tx.client.query<{ id: string; position: number }>(NEXT, [
      tx.workspace_id,
      from,
      after ?? Number.NEGATIVE_INFINITY,
      limit,
    ])
    const ids = found.rows.map(({ id }) => id)
    const made = await copyRows(tx, from, workbook_id, ids)
    if (made.length > 0) await finishAdded(tx, await openForWriting(tx, workbook_id), made)
    return { after: found.rows.at(-1)?.position ?? null, rows: found.rows.length }
  },
  async end(tx, { workbook_id }) {
    await recountLater(tx, workbook_id)
    await emitWorkbook(tx, 'workbook.updated', workbook_id)
  },
}
