// The background work of imports: plans, commits, and the sweep of abandoned files.

import { setImmediate as pause } from 'node:timers/promises'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Place } from '../../platform/ctx.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { openSteps } from '../../platform/queue/steps.ts'
import { dropChunks } from '../files/stored-file.ts'
import { commitAll, IMPORT_COMMIT } from './commit.commands.ts'
import { changeImport, emitImport, IMPORT_SWEEP, readImport, type StoredImport } from './import-record.writes.ts'
import { IMPORT_PLAN, type ImportParts, makePlan } from './plan.commands.ts'

const BATCH = 10_000

export function importJobs(parts: ImportParts): JobHandler[] {
  const { database } = parts
  const plan: JobHandler<typeof IMPORT_PLAN.payload> = {
    kind: IMPORT_PLAN,
    async work({ import_id }, { workspace_id, signal }) {
      const id = workspaceOf(workspace_id)
      const stored = await database.inWorkspace(id, (tx) => readImport(tx, import_id))
      if (stored?.state !== 'planning') return
      const at = placeOf(id, stored)
      try {
        await makePlan(parts, at, stored, signal)
      } catch (error) {
        // Without room to read the file now, it is tried again.
        if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
        // The file or the options are wrong: the user is told and may choose other options.
        await database.inWorkspace(at, async (tx) => {
          const now = await readImport(tx, import_id, true)
          if (now?.state !== 'planning') return
          await changeImport(tx, import_id, { state: 'ready', error: error.message, plan: null })
          await emitImport(tx, stored, { state: 'ready', done: 0, total: null })
        })
      }
    },
  }
  const commit: JobHandler<typeof IMPORT_COMMIT.payload> = {
    kind: IMPORT_COMMIT,
    async work({ import_id }, { workspace_id, signal }) {
      const id = workspaceOf(workspace_id)
      const stored = await database.inWorkspace(id, (tx) => readImport(tx, import_id))
      if (stored) await commitAll(database, placeOf(id, stored), import_id, signal)
    },
  }
  const sweep: JobHandler<typeof IMPORT_SWEEP.payload> = {
    kind: IMPORT_SWEEP,
    async work({ import_id, whole }, { workspace_id, signal }) {
      const id = workspaceOf(workspace_id)
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
      if (whole)
        await database.inWorkspace(id, (tx) =>
          tx.client.query('delete from imports where workspace_id = $1 and id = $2', [id, import_id]),
        )
    },
  }
  return [plan, commit, sweep]
}

function workspaceOf(id: WorkspaceId | null): WorkspaceId {
  if (id === null) throw new Error('an import belongs to a workspace')
  return id
}

/** The job acts as the user who began the import. */
function placeOf(workspace_id: WorkspaceId, { actor }: StoredImport): Place {
  const machine = { kind: 'machine', user_id: null, name: '', token_id: null, ip: null, request_id: null } as const
  return { workspace_id, actor: actor ?? machine }
}
