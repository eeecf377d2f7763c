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
  if (!isUuid(id) || !(await isUnderWay(tx, workbookId, id))) refuse('not_found', 'There is no such work under way')
  await cancelJob(tx, id)
}

async function isUnderWay(tx: WorkspaceTx, workbookId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `select 1 from jobs where workspace_id = $1 and id = $2 and subject ->> 'workbook_id' = $3
       and status in ('pending', 'running') and cancel_requested_at is null`,
    [tx.workspace_id, id, workbookId],
  )
  return rowCount === 1
}
