// The list of workbooks of the workspace, fetched once for every page and form that names one.
import { api, take } from '../../api/client.ts'
import { everyItem, keys } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'

/** All workbooks of the workspace, page after page. */
async function allWorkbooks(): Promise<Workbook[]> {
  return (await everyItem((query) => take(api.GET('/api/workbooks', { params: { query } })))) as Workbook[]
}

export function workbooksQuery() {
  return { queryKey: keys.workbooks(), queryFn: allWorkbooks }
}
