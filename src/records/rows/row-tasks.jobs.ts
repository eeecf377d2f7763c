// The job of a row task: batch by batch, from where it was when a process died, letting others have their turn.

import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler, PutOff, WorkFailed } from '../../platform/queue/job.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { areRowsComing, type RowTaskPlan } from '../row-tasks/row-tasks.commands.ts'

const BATCH = 1_000
/** Two that write the same key meet: one of them tries again. */
const TRIES = 5
/** Before it looks again whether the rows have come that it waits for. */
const ROWS_COME_MS = 1_000

/** How far a row task is, as its job keeps it. */
interface Place {
  /** Everything up to this position is done. */
  after: number | null
  rows: number
  counts: { [name: string]: number }
}

export function rowTaskJobs(database: Database, plans: readonly RowTaskPlan[]): JobHandler[] {
  return plans.map((plan) =>
    handleWorkspaceJob(plan.kind, async (payload, run) => {
      const { workbook_id } = payload as { workbook_id: string }
      let place = (run.checkpoint ?? { after: null, rows: 0, counts: {} }) as unknown as Place
      // Asked once: leads become rows before anything else happens to the workbook.
      let mayWait = !plan.kind.brings
      const batch = () =>
        database.inWorkspace(run.workspace_id, async (tx) => {
          const { rowCount } = await tx.client.query(
            'select 1 from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
            [tx.workspace_id, workbook_id],
          )
          if (rowCount === 0) throw new WorkFailed('The workbook was deleted')
          await openForWriting(tx, workbook_id)
          await run.hold(tx)
          if (mayWait && (await areRowsComing(tx, workbook_id))) throw new PutOff(ROWS_COME_MS)
          const { after, rows, stop = false, counts } = await plan.step(tx, payload, place.after, BATCH)
          const isOver = stop || after === null
          if (isOver && !stop) await plan.end?.(tx, payload)
          const reached: Place = {
            after: after ?? place.after,
            rows: place.rows + rows,
            counts: addCounts(place.counts, counts),
          }
          const message = stop ? 'Nothing is left to do: what this was for has changed since' : undefined
          const checkpoint = { ...reached }
          const progress = { done: reached.rows, checkpoint, counts: reached.counts }
          await run.progress(tx, { ...progress, ...(message !== undefined && { message }) })
          return { reached, isOver }
        })
      for (let isOver = false; !isOver; await pause()) {
        run.signal.throwIfAborted()
        const done = await again(batch)
        place = done.reached
        mayWait = false
        isOver = done.isOver
      }
    }),
  )
}

/** A checkpoint of an earlier version has no counts. */
function addCounts(before: Place['counts'] = {}, more: Place['counts'] = {}): Place['counts'] {
  return Object.fromEntries(
    Object.keys({ ...before, ...more }).map((name) => [name, (before[name] ?? 0) + (more[name] ?? 0)]),
  )
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (tried === TRIES || (error as { code?: string }).code !== '23505') throw error
    }
  }
}
