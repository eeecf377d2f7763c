// The background work of exports: the file is written into the store, under the id of its job.
import { Refusal } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/db/database.ts'
import { handleWorkspaceJob, JobCancelled, type JobHandler, type JobRun, WorkFailed } from '../../platform/queue/job.ts'
import { dropFile, openStore } from '../files/stored-file.ts'
import { wantedOf } from './choices.logic.ts'
import { openToExport } from './export.commands.ts'
import type { ExportBody } from './export.schema.ts'
import { exportFile } from './export-file.ts'
import { emitExport, WRITE_EXPORT } from './export-record.reads.ts'
import { openFacts } from './facts.logic.ts'

const PROGRESS_ROWS = 20_000

export interface ExportParts {
  database: Database
  now: () => Date
}

type Run = JobRun & { workspace_id: WorkspaceId }

export function exportJobs({ database, now }: ExportParts): JobHandler[] {
  async function writeFile(run: Run, { workbook_id, wanted: body }: { workbook_id: string; wanted: ExportBody }) {
    const { workspace_id, signal } = run
    const reach = (done: number, file_size: number, end?: { withheld: number }) =>
      database.inWorkspace(workspace_id, async (tx) => {
        await run.hold(tx)
        await run.progress(tx, { done, checkpoint: { file_size }, ...(end && { total: done }) })
        if (end) await run.result(tx, { file_size, ...end })
        else await emitExport(tx, workbook_id, { export_id: run.id, state: 'running', done, total: run.total })
      })
    const workbook = await database.inWorkspace(workspace_id, (tx) => openToExport(tx, workbook_id))
    const wanted = wantedOf(workbook, body, 'body', now())
    await reach(0, 0)
    // An earlier attempt was interrupted: the file is written again from the start.
    await dropFile(database, workspace_id, run.id)
    const facts = openFacts(wanted)
    const store = openStore(database, workspace_id, run.id)
    let done = 0
    let told = 0
    const file = exportFile(database, wanted, now(), facts, async (count) => {
      done += count
      if (done - told < PROGRESS_ROWS) return
      told = done
      await reach(done, store.size)
    })
    for await (const bytes of file) {
      signal.throwIfAborted()
      await store.write(Buffer.from(bytes))
    }
    await store.end()
    await reach(done, store.size, { withheld: facts.withheld })
  }

  return [
    handleWorkspaceJob(WRITE_EXPORT, async (payload, run) => {
      try {
        await writeFile(run, payload)
      } catch (error) {
        // As an erasure cancels: nothing is left of what was read before.
        if (error instanceof JobCancelled || error instanceof Refusal || run.signal.reason === 'cancelled')
          await dropFile(database, run.workspace_id, run.id)
        throw error instanceof Refusal ? new WorkFailed(error.message) : error
      }
    }),
  ]
}
