// Goes over all rows of a workbook, in short batches with a transaction each: at once when there are few, else by a job.
import { Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'

export const ROW_TASK = defineJob({
  name: 'workbook.walk',
  payload: Type.Object({ workbook_id: Type.String(), walk_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})

export type RowTaskKind = 'rekey' | 'convert' | 'copy_values' | 'copy_rows' | 'copy_leads'

export interface RowTask {
  id: string
  workbook_id: string
  kind: RowTaskKind
  detail: JsonObject
  /** Everything up to this position is done. */
  after_position: number | null
  done: number
}

export interface Batch {
  /** Position of the last row; null: there are no more. */
  after: number | null
  rows: number
  /** The row task has nothing left to do, as when its column is gone. */
  stop?: boolean
}

/** Does the next rows of a row task. The columns of the workbook are held still; the row task is locked. */
export type RowTaskStep = (tx: WorkspaceTx, task: RowTask, limit: number) => Promise<Batch>

/** What a kind of row task does, and what happens once when it has come to its end. */
export interface RowTaskPlan {
  step: RowTaskStep
  end?: (tx: WorkspaceTx, task: RowTask) => Promise<void>
}

/** So many rows are walked in the transaction that begins it. */
const AT_ONCE = 2_000

/** Begins a row task; the structure of the workbook must be held for change. Returns whether it is over already. */
export async function startRowTask(
  tx: WorkspaceTx,
  workbookId: string,
  kind: RowTaskKind,
  detail: JsonObject,
  plan: RowTaskPlan,
  totalRows: number,
): Promise<boolean> {
  if (totalRows <= AT_ONCE) {
    const task: RowTask = { id: newId(), workbook_id: workbookId, kind, detail, after_position: null, done: 0 }
    await plan.step(tx, task, AT_ONCE + 1)
    await plan.end?.(tx, task)
    return true
  }
  await beginRowTask(tx, workbookId, kind, detail)
  return false
}

/** Puts a row task on record, for the job to go on with. */
export async function beginRowTask(
  tx: WorkspaceTx,
  workbookId: string,
  kind: RowTaskKind,
  detail: JsonObject,
): Promise<void> {
  const id = newId()
  await tx.client.query(
    'insert into row_walks (workspace_id, workbook_id, id, kind, detail) values ($1, $2, $3, $4, $5)',
    [tx.workspace_id, workbookId, id, kind, detail],
  )
  await enqueue(tx, ROW_TASK, { workbook_id: workbookId, walk_id: id })
}

/** The row task, locked; undefined when it has ended or was called off. */
export async function takeRowTask(tx: WorkspaceTx, workbookId: string, id: string): Promise<RowTask | undefined> {
  const { rows } = await tx.client.query<RowTask>(
    `select id, workbook_id, kind, detail, after_position, done from row_walks
     where workspace_id = $1 and workbook_id = $2 and id = $3 for update`,
    [tx.workspace_id, workbookId, id],
  )
  return rows[0]
}

export async function settleRowTask(tx: WorkspaceTx, task: RowTask, { after, rows }: Batch): Promise<void> {
  await tx.client.query(
    `update row_walks set after_position = coalesce($4, after_position), done = done + $5
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, task.workbook_id, task.id, after, rows],
  )
}

export async function endRowTask(tx: WorkspaceTx, task: Pick<RowTask, 'workbook_id' | 'id'>): Promise<void> {
  await tx.client.query('delete from row_walks where workspace_id = $1 and workbook_id = $2 and id = $3', [
    tx.workspace_id,
    task.workbook_id,
    task.id,
  ])
}

/** Calls off the row tasks of a kind; the structure of the workbook must be held for change. */
export async function callOff(tx: WorkspaceTx, workbookId: string, kind: RowTaskKind): Promise<void> {
  await tx.client.query('delete from row_walks where workspace_id = $1 and workbook_id = $2 and kind = $3', [
    tx.workspace_id,
    workbookId,
    kind,
  ])
}

/** How many rows the row task of this kind has done that is under way; null when there is none. */
export async function doneSoFar(tx: WorkspaceTx, workbookId: string, kind: RowTaskKind): Promise<number | null> {
  const { rows } = await tx.client.query(
    'select done from row_walks where workspace_id = $1 and workbook_id = $2 and kind = $3 order by id desc limit 1',
    [tx.workspace_id, workbookId, kind],
  )
  return rows[0]?.done ?? null
}
