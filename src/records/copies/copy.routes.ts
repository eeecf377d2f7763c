// Routes of copying a workbook.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { WorkbookResponse } from '../store/workbook.schema.ts'
import { copyWorkbook } from './copy.commands.ts'
import { WorkbookCopy } from './copy.schema.ts'

export function copyRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/duplicate'),
      method: 'POST',
      id: 'duplicate_workbook',
      idempotent: true,
      summary: 'Copy a workbook',
      description:
        'Columns, the views that all see and your own, and the duplicate key; with `rows` the rows too, with what was found ' +
        'for them. Runs, history and what values cost stay with the original.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: WorkbookPath,
      body: WorkbookCopy,
      response: { 201: WorkbookResponse },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => copyWorkbook(tx, params.workbook_id, ctx.principal.user_id, body)),
    }),
  ]
}
