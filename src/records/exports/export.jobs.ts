// The background work of exports: the file is written into the store, and swept away after a day.

import { setImmediate as pause } from 'node:timers/promises'
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JobHandler } from '../../platform/queue/job.ts'
import { dropChunks, openStore } from '../files/stored-file.ts'
import { wantedOf } from './choices.logic.ts'
import { openToExport } from './export.commands.ts'
import { exportFile } from './export-file.ts'
import { changeExport, EXPORT_SWEEP, EXPORT_WRITE, readExport, type StoredExport } from './export-record.writes.ts'
import { openFacts } from './facts.logic.ts'

const PROGRESS_ROWS = 20_000

export interface ExportParts {
  database: Database
  now: () => Date
}

export function exportJobs({ database, now }: ExportParts): JobHandler[] {
  async function drop(workspaceId: WorkspaceId, id: string, signal: AbortSignal) {
    for (let more = true; more; await pause()) {
      signal.throwIfAborted()
      more = await database.inWorkspace(workspaceId, (tx) => dropChunks(tx, id))
    }
  }

  async function writeFile(workspaceId: WorkspaceId, stored: StoredExport, signal: AbortSignal) {
    // An earlier attempt was interrupted: the file is written again from the start.
    await drop(workspaceId, stored.id, signal)
    const workbook = await database.inWorkspace(workspaceId, async (tx) => {
      await changeExport(tx, stored, { state: 'running', done: 0, file_size: 0 })
      return openToExport(tx, stored.workbook_id)
    })
    const wanted = wantedOf(workbook, stored.wanted, 'body', now())
    const facts = openFacts(wanted)
    const store = openStore(database, workspaceId, stored.id)
    let done = 0
    let told = 0
    let isOver = false
    const file = exportFile(database, wanted, now(), facts, async (count) => {
      done += count
      if (done - told < PROGRESS_ROWS) return
      told = done
      isOver = !(await progress(workspaceId, stored, { done, file_size: store.size }))
    })
    for await (const bytes of file) {
      signal.throwIfAborted()
      if (isOver) break
      await store.write(Buffer.from(bytes))
    }
    if (isOver) file.destroy()
    else await store.end()
    const isDone = await database.inWorkspace(workspaceId, async (tx) => {
      if (isOver || (await readExport(tx, stored.id, true))?.state !== 'running') return false
      const { withheld } = facts
      await changeExport(tx, stored, { state: 'done', done, total: done, file_size: store.size, withheld })
      return true
    })
    // Cancelled meanwhile, as an erasure does: nothing is left of what was read before.
    if (!isDone) await drop(workspaceId, stored.id, signal)
  }

  /** False when the export was cancelled meanwhile. */
  function progress(workspaceId: WorkspaceId, stored: StoredExport, change: { done: number; file_size: number }) {
    return database.inWorkspace(workspaceId, async (tx) => {
      const current = await readExport(tx, stored.id, true)
      if (current?.state !== 'running') return false
      await changeExport(tx, current, change)
      return true
    })
  }

  const write: JobHandler<typeof EXPORT_WRITE.payload> = {
    kind: EXPORT_WRITE,
    async work({ export_id }, { workspace_id, signal }) {
      const id = workspaceOf(workspace_id)
      const stored = await database.inWorkspace(id, (tx) => readExport(tx, export_id))
      if (stored?.state !== 'queued' && stored?.state !== 'running') return
      try {
        await writeFile(id, stored, signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await database.inWorkspace(id, (tx) => changeExport(tx, stored, { state: 'failed', error: error.message }))
      }
    },
  }
  const sweep: JobHandler<typeof EXPORT_SWEEP.payload> = {
    kind: EXPORT_SWEEP,
    async work({ export_id }, { workspace_id, signal }) {
      const id = workspaceOf(workspace_id)
      await drop(id, export_id, signal)
      await database.inWorkspace(id, (tx) =>
        tx.client.query('delete from exports where workspace_id = $1 and id = $2', [id, export_id]),
      )
    },
  }
  return [write, sweep]
}

function workspaceOf(id: WorkspaceId | null): WorkspaceId {
  if (id === null) throw new Error('an export belongs to a workspace')
  return id
}
