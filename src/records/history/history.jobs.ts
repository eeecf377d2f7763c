// The background work of history: undoing and redoing what is large.

import { setImmediate as pause } from 'node:timers/promises'
import type { Actor, WorkspaceScope } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { REVERT, revertBatch } from './revert.commands.ts'

const UNKNOWN: Actor = {
  kind: 'machine',
  user_id: null,
  name: 'Millrace',
  token_id: null,
  ip: null,
  request_id: null,
}

export function historyJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(REVERT, async (payload, run) => {
      // Events of an undo in the background tell who asked for it, in whose line of redo it is then.
      const place: WorkspaceScope = {
        workspace_id: run.workspace_id,
        actor: { ...UNKNOWN, ...(payload.by as Partial<Actor> | null) },
      }
      for (let more = true; more; await pause()) {
        run.signal.throwIfAborted()
        more = await database.inWorkspace(place, (tx) => revertBatch(tx, payload, run))
      }
    }),
  ]
}
