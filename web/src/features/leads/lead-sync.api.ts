// Switches the sync between the rows of a workbook and the lead store on or off.
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'

/** True when rows of the workbook have leads. */
export const isLinked = ({ source_type, sync_to_leads }: Workbook) => source_type === 'leads' || sync_to_leads === true

export async function setLeadSync(workbookId: string, wanted: boolean): Promise<void> {
  const params = { path: { workbook_id: workbookId } }
  await take(api.PATCH('/api/workbooks/{workbook_id}', { params, body: { sync_to_leads: wanted } }))
  await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
}
