// The job that takes back what one source did to very many leads. A worker that takes it over goes on where it was left.
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { readJobPlace } from '../../platform/queue/work.ts'
import { readImportedLeads } from './imports/undo-import.commands.ts'
import { readLeadsOfJob, takeBack, UNDO_LEADS, type UndoProgress } from './undo-leads.commands.ts'

export function undoLeadsJobs({ database }: { database: Database }): JobHandler[] {
  return [
    handleWorkspaceJob(UNDO_LEADS, async ({ key, value, title }, run) => {
      const at = await database.inWorkspace(run.workspace_id, (tx) => readJobPlace(tx, run.id))
      const found = await database.inWorkspace(run.workspace_id, (tx) =>
        key === 'import_id' ? readImportedLeads(tx, value) : readLeadsOfJob(tx, value),
      )
      const since = run.checkpoint as UndoProgress | null
      // What an earlier attempt has deleted is not found any more.
      const total = found.made.length + found.changed.length + (since?.deleted ?? 0)
      const undone = await takeBack(database, at, { key, value }, found, {
        since,
        signal: run.signal,
        async tell(tx, progress) {
          const { deleted, restored, kept } = progress
          const done = Math.min(total, deleted + restored + kept)
          await run.progress(tx, {
            done,
            total,
            checkpoint: progress,
            counts: { deleted, restored, kept },
            message: title,
          })
        },
      })
      await database.inWorkspace(run.workspace_id, async (tx) => {
        await run.progress(tx, { done: total, total, counts: { ...undone } })
        await run.result(tx, { ...undone })
      })
    }),
  ]
}
