// A workbook that is made of a file is there before its rows: when the process that read the file is killed, this job takes it away again.
import { Type } from 'typebox'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, handleWorkspaceJob, type JobHandler, PutOff } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { deleteWorkbook } from './workbooks.commands.ts'

export const UNFINISHED_IMPORT = defineJob({
  name: 'workbook.drop_unfinished',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
})
/** A file that is read as it comes has begun to write within this time. */
const LEASE_MS = 15 * 60_000
/** What `nowait` fails with. */
const LOCKED = '55P03'

/** To be called in the transaction that makes the workbook. */
export async function expectRows(tx: WorkspaceTx, workbook_id: string, now: Date): Promise<void> {
  await enqueue(tx, UNFINISHED_IMPORT, { workbook_id }, { run_at: new Date(now.getTime() + LEASE_MS) })
}

export function unfinishedImportJob(database: Database): JobHandler {
  return handleWorkspaceJob(UNFINISHED_IMPORT, async ({ workbook_id }, { workspace_id }) => {
    const isAwaited = await database
      .inWorkspace(workspace_id, async (tx) => {
        if (!(await isUntouched(tx, workbook_id))) return false
        if (await isStored(tx, workbook_id)) return true
        // A transaction that is writing its rows, which refer to it, holds it; what it wrote until now is seen once this one does.
        const held = 'select from workbooks where workspace_id = $1 and id = $2 for update nowait'
        await tx.client.query(held, [tx.workspace_id, workbook_id])
        if (await isUntouched(tx, workbook_id)) await deleteWorkbook(tx, workbook_id)
        return false
      })
      .catch((error: { code?: string }) => {
        if (error.code !== LOCKED) throw error
        return true
      })
    if (isAwaited) throw new PutOff(LEASE_MS)
  })
}

/** Whether nothing was ever put into it. */
async function isUntouched(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null and w.updated_at = w.created_at
       and not exists (select from workbook_columns c where c.workspace_id = $1 and c.workbook_id = $2)
       and not exists (select from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2)`,
    [tx.workspace_id, workbookId],
  )
  return rowCount === 1
}

/** Whether a file of its own is still stored. */
async function isStored(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select from import_files where workspace_id = $1 and workbook_id = $2 and gone_at is null and result is null limit 1`,
    [tx.workspace_id, workbookId],
  )
  return (rowCount ?? 0) > 0
}
