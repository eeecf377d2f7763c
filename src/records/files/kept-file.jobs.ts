// Files that jobs read or write are kept for a day after the job is over, and one that no job came of goes as well.
import { Type } from 'typebox'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, PutOff } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { dropFile } from './stored-file.ts'

const DROP_FILE = defineJob({ name: 'file.drop', payload: Type.Object({ file_id: Type.String() }), attempts: 20 })

const KEPT_MS = 24 * 60 * 60_000

/** Whether the file of a job is kept, in a query that names the table `jobs` so. */
export const isKept = (jobs: string) => `coalesce(${jobs}.finished_at > now() - interval '1 day', true)`

/** Has the file go a day after the job of the same id is over. Called before anything of the file is stored. */
export async function keepFile(tx: WorkspaceTx, fileId: string): Promise<void> {
  await enqueue(tx, DROP_FILE, { file_id: fileId }, { run_at: new Date(Date.now() + KEPT_MS) })
}

export function keptFileJobs(database: Database): JobHandler[] {
  return [
    handleWorkspaceJob(DROP_FILE, async ({ file_id }, { workspace_id }) => {
      const { rows } = await database.inWorkspace(workspace_id, (tx) =>
        tx.client.query<{ left_ms: number }>(
          `select extract(epoch from coalesce(finished_at, now()) + interval '1 day' - now())::float8 * 1000 as left_ms
             from jobs where workspace_id = $1 and id = $2`,
          [workspace_id, file_id],
        ),
      )
      // The job goes on, or was tried again since.
      const left = rows[0]?.left_ms ?? 0
      if (left > 0) throw new PutOff(left)
      await dropFile(database, workspace_id, file_id)
    }),
  ]
}
