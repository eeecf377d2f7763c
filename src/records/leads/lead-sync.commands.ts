// Switches the sync between the rows of a workbook and the lead store on or off.
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueueLeadWork } from '../lead-facts/lead-work.commands.ts'
import { changeStructure } from '../opening/structure.lock.ts'
import { WHOLE } from '../store/dirty-rows/dirty-rows.commands.ts'
import { readFollowed, setFollow } from '../store/follow.ts'

/** From now on; all rows that are there are looked at in the background. Links that were made stay when it ends. */
export async function setLeadSync(tx: WorkspaceTx, workbookId: string, wanted: boolean): Promise<void> {
  await changeStructure(tx, workbookId)
  const { rowCount } = await tx.client.query(
    'update workbooks set sync_to_leads = $3 where workspace_id = $1 and id = $2 and sync_to_leads <> $3',
    [tx.workspace_id, workbookId, wanted],
  )
  if (rowCount === 0) return
  await setFollow(tx, workbookId, 'leads', wanted ? true : undefined)
  const { rowCount: rows } = await tx.client.query(
    'select 1 from workbook_rows where workspace_id = $1 and workbook_id = $2 limit 1',
    [tx.workspace_id, workbookId],
  )
  if (wanted && rows) await enqueueLeadWork(tx, await readFollowed(tx, workbookId), { rows: WHOLE, columns: [] })
  await audit(tx, {
    act: 'workbook.sync_set',
    object: { type: 'workbook', id: workbookId },
    after: { sync_to_leads: wanted },
  })
}
