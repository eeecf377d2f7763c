// The job that goes on with a walk: batch by batch, from where it was when a process died, letting others have their turn.

import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openForWriting } from '../opening/structure.lock.ts'
import { endWalk, settleWalk, takeWalk, WALK, type WalkKind, type WalkPlan } from './walks.commands.ts'

const BATCH = 1_000
/** Two that write the same key meet: one of them tries again. */
const TRIES = 5

export type WalkPlans = Readonly<Record<WalkKind, WalkPlan>>

export function walkJobs(database: Database, plans: WalkPlans): JobHandler[] {
  const walkOn: JobHandler<typeof WALK.payload> = {
    kind: WALK,
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
          const walk = await takeWalk(tx, workbook_id, walk_id)
          if (!walk) return false
          const plan = plans[walk.kind]
          const stride = await plan.step(tx, walk, BATCH)
          if (stride.stop || stride.after === null) {
            if (!stride.stop) await plan.end?.(tx, walk)
            await endWalk(tx, walk)
            return false
          }
          await settleWalk(tx, walk, stride)
          return true
        })
      for (let more = true; more; await pause()) {
        signal.throwIfAborted()
        more = await again(batch)
      }
    },
  }
  return [walkOn]
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
