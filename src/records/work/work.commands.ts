// Stopping work over all rows that goes on in the background; what it has done so far stays.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { stopComputing } from '../computed/stop.commands.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { endRowTask, takeRowTask } from '../row-tasks/row-tasks.commands.ts'
import { changeIdentity } from '../rows/duplicate-key.commands.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'

/**
 * Stops work. Computing keeps its position, and its columns are stale. A duplicate key of which only some rows have keys would add
 * the others again, so it becomes none. Refuses (404) work that is not under way.
 */
export async function cancelWork(tx: WorkspaceTx, workbook: string, id: string): Promise<void> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  // The batch under way is waited for.
  await changeStructure(tx, workbookId)
  // What is computed in a workbook is one line of the list, under the id of the workbook.
  if (id.toLowerCase() === workbookId && (await stopComputing(tx, workbookId)))
    return emitWorkbook(tx, 'workbook.updated', workbookId)
  const task = isUuid(id) ? await takeRowTask(tx, workbookId, id) : undefined
  if (!task) return refuse('not_found', 'There is no such work under way')
  if (task.kind === 'rekey') await changeIdentity(tx, workbookId, null)
  await endRowTask(tx, task)
  await emitWorkbook(tx, 'workbook.updated', workbookId)
}
