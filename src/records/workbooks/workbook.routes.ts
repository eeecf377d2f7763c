// Every door of the workbook room.
import type { Database } from '../../platform/db/database.ts'
import type { Route } from '../../platform/http/route.ts'
import { historyRoutes } from '../history/history.routes.ts'
import { groupRoutes } from '../query/groups.routes.ts'
import { queryRoutes } from '../query/query.routes.ts'
import { viewRoutes } from '../views/views.routes.ts'
import { cellWriter } from './cell-group.commands.ts'
import { cellRoutes } from './cells.routes.ts'
import { columnRoutes } from './columns.routes.ts'
import { openDoor } from './door.ts'
import { rowRoutes } from './rows.routes.ts'
import type { EndWork } from './workbooks.commands.ts'
import { wholeWorkbookRoutes } from './workbooks.routes.ts'

/** `endWork` is called before a workbook is deleted. */
export function workbookRoutes(database: Database, endWork?: EndWork): Route[] {
  const door = openDoor(database)
  return [
    ...wholeWorkbookRoutes(door, endWork),
    ...columnRoutes(door),
    ...rowRoutes(door, database),
    ...cellRoutes(door, cellWriter(database)),
    ...queryRoutes(door),
    ...groupRoutes(door),
    ...viewRoutes(door),
    ...historyRoutes(door),
  ]
}
