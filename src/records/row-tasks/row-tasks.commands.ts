// Work over all rows of a workbook, in short batches with a transaction each: at once when there are few rows, else as a job.
import type { Static, TObject, TSchema } from 'typebox'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold } from '../../platform/db/hold.ts'
import { defineJob, type JobKind } from '../../platform/queue/job.ts'
import { callOffJob, findOpenWork, startWork } from '../../platform/queue/work.ts'
import { emitWorkbook } from '../store/workbook.events.ts'

/** What the payload of every row task says. */
interface OfWorkbook {
  workbook_id: string
}

export interface RowTaskKind<S extends TSchema = TSchema> extends JobKind<S> {
  /** What is done, for a person. */
  readonly title: string
  /** Its rows are new ones of the workbook. */
  readonly brings: boolean
}

const names = new Set<string>()
const bringing: JobKind[] = []

/** Whether jobs of this kind are work over all rows. */
export const isRowTask = (kind: string): boolean => names.has(kind)

/**
 * Declares a kind of row task; its payload has a `workbook_id`. A cancel waits for the batch under way, and what was done stays;
 * `cancelled` is for what must not stay half done. The structure of the workbook is held for change meanwhile. One that `brings` rows to
 * the workbook comes before all others, which would end before the last of the rows are there.
 */
export function defineRowTask<S extends TObject>({
  name,
  title,
  payload,
  cancelled,
  brings = false,
}: {
  name: string
  title: string
  payload: S
  cancelled?: (tx: WorkspaceTx, payload: Static<S>) => Promise<void>
  brings?: boolean
}): RowTaskKind<S> {
  names.add(name)
  const kind = defineJob({
    name,
    payload,
    attempts: 50,
    lane: 'long',
    async cancel(tx, of, end) {
      const { workbook_id } = of as OfWorkbook
      await hold(tx, workbook_id)
      const status = await end()
      await cancelled?.(tx, of)
      await emitWorkbook(tx, 'workbook.updated', workbook_id)
      return status
    },
  })
  if (brings) bringing.push(kind)
  return { ...kind, title, brings }
}

export interface Batch {
  /** Position of the last row; null: there are no more. */
  after: number | null
  rows: number
  /** True when the row task has nothing left to do, for example after its column was deleted. */
  stop?: boolean
  /** The result, added to the counts of the job. */
  counts?: { [name: string]: number }
}

/** What a kind of row task does, and what happens once when it has come to its end. */
export interface RowTaskPlan<S extends TSchema = TSchema> {
  readonly kind: RowTaskKind<S>
  /** Does the rows after a position. The columns of the workbook are held still; the job is locked. */
  step(tx: WorkspaceTx, payload: Static<S>, after: number | null, limit: number): Promise<Batch>
  end?(tx: WorkspaceTx, payload: Static<S>): Promise<void>
}

/** Whether rows are still to come that the workbook is to have: work over all of its rows waits for them. */
export async function areRowsComing(tx: WorkspaceTx, workbook_id: string): Promise<boolean> {
  for (const kind of bringing) if ((await findOpenWork(tx, kind, { workbook_id })) !== null) return true
  return false
}

/** Rows that are done in the transaction that starts the task. */
const AT_ONCE = 2_000

/** Begins a row task; the structure of the workbook must be held for change. */
export async function startRowTask<S extends TSchema>(
  tx: WorkspaceTx,
  plan: RowTaskPlan<S>,
  payload: Static<S> & OfWorkbook,
  totalRows: number,
): Promise<void> {
  if (totalRows > AT_ONCE || (await areRowsComing(tx, payload.workbook_id)))
    return void (await beginRowTask<S>(tx, plan.kind, payload, totalRows))
  await plan.step(tx, payload, null, AT_ONCE + 1)
  await plan.end?.(tx, payload)
}

/** Leaves all of a row task to its job, and returns the id of that. */
export async function beginRowTask<S extends TSchema>(
  tx: WorkspaceTx,
  kind: RowTaskKind<S>,
  payload: Static<S> & OfWorkbook,
  total: number,
): Promise<string> {
  const { workbook_id } = payload
  return startWork(tx, kind, payload, { title: kind.title, subject: { workbook_id }, total })
}

/** Calls off the open row tasks of a kind; the structure of the workbook must be held for change. */
export async function callOff(tx: WorkspaceTx, workbook_id: string, kind: JobKind): Promise<void> {
  const open = await findOpenWork(tx, kind, { workbook_id, cancelling: false })
  if (open === null) return
  await callOffJob(tx, open.id)
  await callOff(tx, workbook_id, kind)
}

/** The number of rows that the active row task of this kind has done; null without an active one. */
export async function doneSoFar(tx: WorkspaceTx, workbook_id: string, kind: JobKind): Promise<number | null> {
  return (await findOpenWork(tx, kind, { workbook_id, cancelling: false }))?.done ?? null
}
