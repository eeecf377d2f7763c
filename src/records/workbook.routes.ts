// Every route of the workbook room.
import type { Database } from '../platform/db/database.ts'
import type { Route } from '../platform/http/route.ts'
import { columnRoutes } from './columns/columns.routes.ts'
import { type WorkbookParts, wholeWorkbookRoutes } from './definition/workbooks.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { routeContext } from './opening/route-context.ts'
import { groupRoutes } from './query/groups.routes.ts'
import { queryRoutes } from './query/query.routes.ts'
import { cellWriter } from './rows/cell-group.commands.ts'
import { cellRoutes } from './rows/cells.routes.ts'
import { viewRoutes } from './views/views.routes.ts'
import { rowRoutes } from './workbooks/rows.routes.ts'

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
