// Background work of functions: moves the uses that follow to the new version.
import type { ActFor } from '../../identity/users/acting.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { functionFollow } from './follow.jobs.ts'
import { mustFindFunction, readUses } from './functions.reads.ts'
import { moveUse, noteProblem } from './uses.commands.ts'

export interface FunctionJobParts {
  database: Database
  actFor: ActFor
}

export function functionJobs({ database, actFor }: FunctionJobParts): JobHandler[] {
  return [
    handleWorkspaceJob(functionFollow, async ({ function_id, use_id }, { workspace_id }) => {
      const found = await database.inWorkspace(workspace_id, async (tx) => {
        const fn = await mustFindFunction(tx, function_id)
        const [use] = await readUses(tx, fn.id, use_id)
        return use?.follows && use.version !== fn.version ? { use, version: fn.version } : undefined
      })
      if (!found) return
      const { use, version } = found
      const actor = {
        kind: 'machine',
        user_id: use.created_by,
        name: 'Functions',
        token_id: null,
        ip: null,
        request_id: null,
      } as const
      const scope = use.created_by === null ? undefined : await actFor(workspace_id, use.created_by, actor)
      try {
        if (!scope) throw new Refusal('forbidden', 'Who applied the function is no member of the workspace any more')
        await database.inWorkspace({ workspace_id, actor }, (tx) => moveUse(tx, scope, function_id, use.id, version))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await database.inWorkspace(workspace_id, (tx) => noteProblem(tx, use.id, error))
      }
    }) as JobHandler,
  ]
}
