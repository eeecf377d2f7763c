// Stopping the computing of columns that goes on in the background, and letting it go on.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { affectedColumns, planComputed } from '../store/columns/computed.logic.ts'
import { readDirty, resumeDirty, stopDirty } from '../store/dirty-rows/dirty-rows.commands.ts'
import { computing } from '../store/dirty-rows/dirty-rows.jobs.ts'
import { readFollowed } from '../store/follow.ts'
import { emitWorkbook } from '../store/workbook.events.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'

/**
 * Stops what computes columns of the workbook, whose structure must be held for change; returns whether there was any. What only keeps the
 * keys by which other workbooks look rows up here continues: no user could see that it is stale.
 */
export async function stopComputing(tx: WorkspaceTx, workbookId: string): Promise<boolean> {
  const plan = planComputed(workbookId, (await readFollowed(tx, workbookId)).columns ?? [])
  let any = false
  for (const line of await readDirty(tx, computing, workbookId)) {
    const stale = affectedColumns(plan, line.columns).map(({ column }) => column.id)
    if (stale.length === 0) continue
    await stopDirty(tx, line, stale)
    any = true
  }
  return any
}

/** Computes what was stopped, from where it was. */
export async function computeStale(tx: WorkspaceTx, workbook: string): Promise<void> {
  const workbookId = await mustFindWorkbook(tx, workbook)
  await changeStructure(tx, workbookId)
  if (await resumeDirty(tx, computing, workbookId)) await emitWorkbook(tx, 'workbook.updated', workbookId)
}
