// The background work of imports: plans, commits, and the sweep of abandoned files.

import { setImmediate as pause } from 'node:timers/promises'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import { handleWorkspaceJob, type JobHandler, WorkFailed } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { dropChunks } from '../files/stored-file.ts'
import { commitAll, IMPORT_COMMIT, reopenCommit } from './commit.commands.ts'
import {
  changeImport,
  deleteImport,
  emitImport,
  IMPORT_SWEEP,
  readImport,
  type StoredImport,
} from './import-record.writes.ts'
import { IMPORT_PLAN, type ImportParts, makePlan } from './plan.commands.ts'

const BATCH = 10_000

export function importJobs(parts: ImportParts): JobHandler[] {
  const { database } = parts
  const plan = handleWorkspaceJob(IMPORT_PLAN, async ({ import_id }, run) => {
    const { workspace_id } = run
    const stored = await database.inWorkspace(workspace_id, (tx) => readImport(tx, import_id))
    // A newer plan was requested since, or a worker that died before it could report its end has made this one.
    if (stored?.job_id !== run.id || stored.plan !== null) return
    if (stored.gone_at !== null)
      throw new WorkFailed('The file of this import is not kept any more. Upload it again to import it once more.')
    const at = placeOf(workspace_id, stored)
    try {
      await makePlan(parts, at, stored, run)
    } catch (error) {
      // Without room to read the file now, it is tried again.
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
      // The file or the options are wrong: the job has found that out, and the user may choose other options.
      const { message } = error
      await database.inWorkspace(at, async (tx) => {
        await readImport(tx, import_id, true)
        await run.hold(tx)
        await run.progress(tx, { message })
        await run.result(tx, { refused: message })
        await changeImport(tx, import_id, { error: message })
        await emitImport(tx, stored, { state: 'ready', done: 0, total: null })
      })
    }
  })
  const commit = handleWorkspaceJob(IMPORT_COMMIT, async ({ import_id }, run) => {
    const { workspace_id } = run
    const stored = await database.inWorkspace(workspace_id, async (tx) => {
      await reopenCommit(tx, import_id)
      return readImport(tx, import_id)
    })
    if (stored) await commitAll(database, placeOf(workspace_id, stored), stored, run)
  })
  const sweep = handleWorkspaceJob(IMPORT_SWEEP, async ({ import_id, whole }, { workspace_id: id, signal }) => {
    const steps = openSteps({ database, at: id, signal, what: 'Removing what an import has left', most: BATCH })
    for (let more = true; more; await pause()) {
      signal.throwIfAborted()
      more = await database.inWorkspace(id, (tx) => dropChunks(tx, import_id))
    }
    const kept = whole ? '' : `and outcome <> 'reject'`
    for (const [table, condition] of [
      ['import_keys', ''],
      ['import_rows', kept],
    ])
      while (
        await steps.take(async (tx, { size }) => {
          const { rowCount } = await tx.client.query(
            `delete from ${table} where ctid = any (array(
                 select ctid from ${table} where workspace_id = $1 and import_id = $2 ${condition} limit $3))`,
            [tx.workspace_id, import_id, size],
          )
          return rowCount === size
        })
      );
    if (whole) await database.inWorkspace(id, (tx) => deleteImport(tx, import_id))
  })
  return [plan, commit, sweep]
}

/** The job acts as the user who began the import. */
function placeOf(workspace_id: WorkspaceId, { actor }: StoredImport): WorkspaceScope {
  const machine = { kind: 'machine', user_id: null, name: '', token_id: null, ip: null, request_id: null } as const
  return { workspace_id, actor: actor ?? machine }
}
