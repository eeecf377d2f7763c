// Every route of the workbook room.
import type { Database } from '../../platform/db/database.ts'
import type { Route } from '../../platform/http/route.ts'
import { columnRoutes } from '../columns/columns.routes.ts'
import { historyRoutes } from '../history/history.routes.ts'
import { groupRoutes } from '../query/groups.routes.ts'
import { queryRoutes } from '../query/query.routes.ts'
import { cellWriter } from '../rows/cell-group.commands.ts'
import { cellRoutes } from '../rows/cells.routes.ts'
import { rowRoutes } from '../rows/rows.routes.ts'
import { viewRoutes } from '../views/views.routes.ts'
import { routeContext } from './route-context.ts'
import { type WorkbookParts, wholeWorkbookRoutes } from './workbooks.routes.ts'

export function workbookRoutes(database: Database, parts: WorkbookParts = {}): Route[] {
  const context = routeContext(database)
  return [
    ...wholeWorkbookRoutes(context, parts),
    ...columnRoutes(context),
    ...rowRoutes(context, database),
    ...cellRoutes(context, cellWriter(database)),
    ...queryRoutes(context),
    ...groupRoutes(context),
    ...viewRoutes(context),
    ...historyRoutes(context),
  ]
}
