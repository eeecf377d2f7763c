// Every door of the workbook room.
import type { Database } from '../../platform/db/database.ts'
import type { Route } from '../../platform/http/route.ts'
import { cellRoutes } from './cells.routes.ts'
import { columnRoutes } from './columns.routes.ts'
import { openDoor } from './door.ts'
import { rowRoutes } from './rows.routes.ts'
import { wholeWorkbookRoutes } from './workbooks.routes.ts'

export function workbookRoutes(database: Database): Route[] {
  const door = openDoor(database)
  return [...wholeWorkbookRoutes(door), ...columnRoutes(door), ...rowRoutes(door), ...cellRoutes(door)]
}
