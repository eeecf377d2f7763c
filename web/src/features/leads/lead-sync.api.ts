// Switches the sync between the rows of a workbook and the lead store on or off.
import { keys, queries } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'
import { call } from '../columns/workbook.api.ts'

/** True when rows of the workbook have leads. */
export const isLinked = ({ source_type, sync_to_leads }: Workbook) => source_type === 'leads' || sync_to_leads === true

export async function setLeadSync(workbookId: string, wanted: boolean): Promise<void> {
  await call<Workbook>('PATCH', `/api/workbooks/${workbookId}`, { body: { sync_to_leads: wanted } })
  await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
}
