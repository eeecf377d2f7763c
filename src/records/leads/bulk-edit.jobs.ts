// The job that changes all leads that a filter finds, some hundred a transaction; a worker that takes it over goes on where it was left.
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { readJobPlace } from '../../platform/queue/work.ts'
import { EDIT_FOUND, editNext } from './bulk-edit.commands.ts'

interface Progress {
  after: number
  looked: number
  changed: number
}

export function editLeadsJob({ database, now }: { database: Database; now: () => Date }): JobHandler {
  return handleWorkspaceJob(EDIT_FOUND, async (payload, run) => {
    const at = await database.inWorkspace(run.workspace_id, (tx) => readJobPlace(tx, run.id))
    let so_far = (run.checkpoint as Progress | null) ?? { after: 0, looked: 0, changed: 0 }
    for (let isOver = false; !isOver; ) {
      run.signal.throwIfAborted()
      so_far = await database.inWorkspace(at, async (tx) => {
        const next = await editNext(tx, payload, { job_id: run.id, after: so_far.after, now: now() })
        isOver = next.isOver
        const progress = {
          after: next.after,
          looked: so_far.looked + next.looked,
          changed: so_far.changed + next.changed,
        }
        await run.progress(tx, {
          done: Math.min(progress.looked, run.total ?? progress.looked),
          checkpoint: { ...progress },
          counts: { changed: progress.changed, unchanged: progress.looked - progress.changed },
        })
        return progress
      })
    }
  })
}
