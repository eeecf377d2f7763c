// The job that goes on with a row task: batch by batch, from where it was when a process died, letting others have their turn.

import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import {
  endRowTask,
  ROW_TASK,
  type RowTaskKind,
  type RowTaskPlan,
  settleRowTask,
  takeRowTask,
} from '../row-tasks/row-tasks.commands.ts'

const BATCH = 1_000
/** Two that write the same key meet: one of them tries again. */
const TRIES = 5

export type RowTaskPlans = Readonly<Record<RowTaskKind, RowTaskPlan>>

export function rowTaskJobs(database: Database, plans: RowTaskPlans): JobHandler[] {
  const runRowTasks: JobHandler<typeof ROW_TASK.payload> = {
    kind: ROW_TASK,
    async work({ workbook_id, walk_id }, { workspace_id, signal }) {
      if (workspace_id === null) throw new Error('a walk belongs to a workspace')
      const batch = () =>
        database.inWorkspace(workspace_id, async (tx) => {
          const { rowCount } = await tx.client.query(
            'select 1 from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
            [tx.workspace_id, workbook_id],
          )
          if (rowCount === 0) return false
          await openForWriting(tx, workbook_id)
          const task = await takeRowTask(tx, workbook_id, walk_id)
          if (!task) return false
          const plan = plans[task.kind]
          const batch = await plan.step(tx, task, BATCH)
          if (batch.stop || batch.after === null) {
            if (!batch.stop) await plan.end?.(tx, task)
            await endRowTask(tx, task)
            return false
          }
          await settleRowTask(tx, task, batch)
          return true
        })
      for (let more = true; more; await pause()) {
        signal.throwIfAborted()
        more = await again(batch)
      }
    },
  }
  return [runRowTasks]
}

async function again(work: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (tried === TRIES || (error as { code?: string }).code !== '23505') throw error
    }
  }
}
