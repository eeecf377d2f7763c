// The handler that keeps groups of watches in step.
import { Refusal } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { noteSyncFailure, syncOnce } from './groups.commands.ts'
import { syncGroup } from './watch.jobs.ts'
import type { WatchParts } from './watches.commands.ts'

export function groupJobs({ database, ...parts }: WatchParts & { database: Database }): JobHandler[] {
  return [
    handleWorkspaceJob(syncGroup, async (payload, { workspace_id }) => {
      try {
        await database.inWorkspace(workspace_id, (tx) => syncOnce(tx, payload, parts))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await database.inWorkspace(workspace_id, (tx) => noteSyncFailure(tx, payload.group_id, error))
      }
    }) as JobHandler,
  ]
}
