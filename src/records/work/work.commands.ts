// Stopping the work of a workbook that goes on in the background, by the address of the workbook.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { cancelJob } from '../../platform/queue/work.ts'
import { stopComputing } from '../computed/stop.commands.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'

/** Stops a job of the workbook, or its computing, whose columns are stale then. Refuses (404) work that is not under way. */
export async function cancelWork(tx: WorkspaceTx, workbook: string, id: string): Promise<void> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  // What is computed in a workbook is one line of the list, under the id of the workbook.
  if (id.toLowerCase() === workbookId) {
    // The batch under way is waited for.
    await changeStructure(tx, workbookId)
    if (await stopComputing(tx, workbookId)) return emitWorkbook(tx, 'workbook.updated', workbookId)
  }
  const jobId = isUuid(id) ? await findUnderWay(tx, workbookId, id.toLowerCase()) : undefined
  await cancelJob(tx, jobId ?? refuse('not_found', 'There is no such work under way'))
}

/** By its own id, or by that of the change or the import that it is about. */
async function findUnderWay(tx: WorkspaceTx, workbookId: string, id: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from jobs where workspace_id = $1 and subject ->> 'workbook_id' = $2 and status in ('pending', 'running')
       and cancel_requested_at is null and (id::text = $3 or subject ->> 'change_id' = $3 or subject ->> 'import_id' = $3) order by id limit 1`,
    [tx.workspace_id, workbookId, id],
  )
  return rows[0]?.id
}
