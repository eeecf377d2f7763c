// The background work of history: undoing and redoing what is large.

import { setImmediate as pause } from 'node:timers/promises'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Actor, Place } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { HISTORY_REVERT, revertBatch } from './revert.commands.ts'

export function historyJobs(database: Database): JobHandler[] {
  const revert: JobHandler<typeof HISTORY_REVERT.payload> = {
    kind: HISTORY_REVERT,
    async work({ workbook_id, change_id }, { workspace_id, signal }) {
      const place = await placeOf(database, mustBeIn(workspace_id), workbook_id, change_id)
      if (place === null) return
      for (let more = true; more; await pause()) {
        signal.throwIfAborted()
        more = await database.inWorkspace(place, (tx) => revertBatch(tx, workbook_id, change_id))
      }
    },
  }
  return [revert]
}

/** Events of an undo in the background tell who asked for it; null when the workbook or the change is gone. */
async function placeOf(
  database: Database,
  workspaceId: WorkspaceId,
  workbookId: string,
  changeId: string,
): Promise<Place | null> {
  const { rows } = await database.inWorkspace(workspaceId, (tx) =>
    tx.client.query(
      `select c.flip -> 'by' as by from changes c join workbooks w on w.workspace_id = c.workspace_id and w.id = c.workbook_id
       where c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3 and w.deleted_at is null`,
      [workspaceId, workbookId, changeId],
    ),
  )
  if (rows.length === 0) return null
  const unknown: Actor = {
    kind: 'machine',
    user_id: null,
    name: 'Millrace',
    token_id: null,
    ip: null,
    request_id: null,
  }
  return { workspace_id: workspaceId, actor: { ...unknown, ...rows[0].by } }
}

function mustBeIn(workspaceId: WorkspaceId | null): WorkspaceId {
  if (workspaceId === null) throw new Error('history belongs to a workspace')
  return workspaceId
}
