// Stopping work over all rows that goes on in the background; what it has done so far stays.
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { stopComputing } from '../computed/stop.commands.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { changeIdentity } from '../rows/recognition.commands.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { endWalk, takeWalk } from '../walks/walks.commands.ts'

/**
 * Ends work where it is. Computing keeps its place and its columns say that they are not up to date. Rows that were half recognised would be taken for new ones, so without the rest of its walk an identity
 * is none. Refuses (404) what is not under way.
 */
export async function cancelWork(tx: WorkspaceTx, workbook: string, id: string): Promise<void> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  // The batch under way is waited for.
  await changeStructure(tx, workbookId)
  // What is computed in a workbook is one line of the list, under the id of the workbook.
  if (id.toLowerCase() === workbookId && (await stopComputing(tx, workbookId)))
    return emitWorkbook(tx, 'workbook.updated', workbookId)
  const walk = isUuid(id) ? await takeWalk(tx, workbookId, id) : undefined
  if (!walk) return refuse('not_found', 'There is no such work under way')
  if (walk.kind === 'rekey') await changeIdentity(tx, workbookId, null)
  await endWalk(tx, walk)
  await emitWorkbook(tx, 'workbook.updated', workbookId)
}
