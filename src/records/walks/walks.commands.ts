// Walks over all rows of a workbook, in short batches with a transaction each: at once when there are few, else by a job.
import { Type } from 'typebox'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'

export const WALK = defineJob({
  name: 'workbook.walk',
  payload: Type.Object({ workbook_id: Type.String(), walk_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})

export type WalkKind = 'rekey' | 'convert' | 'copy_values' | 'copy_rows' | 'copy_leads'

export interface Walk {
  id: string
  workbook_id: string
  kind: WalkKind
  detail: JsonObject
  /** Everything up to this position is done. */
  after_position: number | null
  done: number
}

export interface Stride {
  /** Position of the last row; null: there are no more. */
  after: number | null
  rows: number
  /** The walk has lost its meaning, as when its column is gone. */
  stop?: boolean
}

/** Does the next rows of a walk. The columns of the workbook are held still; the walk is locked. */
export type WalkStep = (tx: WorkspaceTx, walk: Walk, limit: number) => Promise<Stride>

/** What a kind of walk does, and what happens once when it has come to its end. */
export interface WalkPlan {
  step: WalkStep
  end?: (tx: WorkspaceTx, walk: Walk) => Promise<void>
}

/** So many rows are walked in the transaction that begins it. */
const AT_ONCE = 2_000

/** Begins a walk; the structure of the workbook must be held for change. Returns whether it is over already. */
export async function walkRows(
  tx: WorkspaceTx,
  workbookId: string,
  kind: WalkKind,
  detail: JsonObject,
  plan: WalkPlan,
  totalRows: number,
): Promise<boolean> {
  if (totalRows <= AT_ONCE) {
    const walk: Walk = { id: newId(), workbook_id: workbookId, kind, detail, after_position: null, done: 0 }
    await plan.step(tx, walk, AT_ONCE + 1)
    await plan.end?.(tx, walk)
    return true
  }
  await beginWalk(tx, workbookId, kind, detail)
  return false
}

/** Puts a walk on record, for the job to go on with. */
export async function beginWalk(
  tx: WorkspaceTx,
  workbookId: string,
  kind: WalkKind,
  detail: JsonObject,
): Promise<void> {
  const id = newId()
  await tx.client.query(
    'insert into row_walks (workspace_id, workbook_id, id, kind, detail) values ($1, $2, $3, $4, $5)',
    [tx.workspace_id, workbookId, id, kind, detail],
  )
  await enqueue(tx, WALK, { workbook_id: workbookId, walk_id: id })
}

/** The walk, locked; undefined when it has ended or was called off. */
export async function takeWalk(tx: WorkspaceTx, workbookId: string, id: string): Promise<Walk | undefined> {
  const { rows } = await tx.client.query<Walk>(
    `select id, workbook_id, kind, detail, after_position, done from row_walks
     where workspace_id = $1 and workbook_id = $2 and id = $3 for update`,
    [tx.workspace_id, workbookId, id],
  )
  return rows[0]
}

export async function settleWalk(tx: WorkspaceTx, walk: Walk, { after, rows }: Stride): Promise<void> {
  await tx.client.query(
    `update row_walks set after_position = coalesce($4, after_position), done = done + $5
     where workspace_id = $1 and workbook_id = $2 and id = $3`,
    [tx.workspace_id, walk.workbook_id, walk.id, after, rows],
  )
}

export async function endWalk(tx: WorkspaceTx, walk: Pick<Walk, 'workbook_id' | 'id'>): Promise<void> {
  await tx.client.query('delete from row_walks where workspace_id = $1 and workbook_id = $2 and id = $3', [
    tx.workspace_id,
    walk.workbook_id,
    walk.id,
  ])
}

/** Calls off the walks of a kind; the structure of the workbook must be held for change. */
export async function callOff(tx: WorkspaceTx, workbookId: string, kind: WalkKind): Promise<void> {
  await tx.client.query('delete from row_walks where workspace_id = $1 and workbook_id = $2 and kind = $3', [
    tx.workspace_id,
    workbookId,
    kind,
  ])
}

/** How many rows the walk of this kind has done that is under way; null when there is none. */
export async function doneSoFar(tx: WorkspaceTx, workbookId: string, kind: WalkKind): Promise<number | null> {
  const { rows } = await tx.client.query(
    'select done from row_walks where workspace_id = $1 and workbook_id = $2 and kind = $3 order by id desc limit 1',
    [tx.workspace_id, workbookId, kind],
  )
  return rows[0]?.done ?? null
}
