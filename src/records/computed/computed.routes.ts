// Routes of computed columns: trying one out before it is saved, and letting computing go on that was stopped.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { ColumnPreview, ColumnPreviewRequest } from './computed.schema.ts'
import { previewColumn } from './preview.reads.ts'
import { computeStale } from './stop.commands.ts'

export function computedRoutes(database: Database, now: () => Date): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/compute'),
      method: 'POST',
      tag: 'Columns',
      id: 'compute_stale',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      summary: 'Compute the columns that are not up to date',
      description:
        'Computes, in the background, the rest of the columns that are `stale` because computing was stopped. Does nothing when none is.',
      params: WorkbookPath,
      response: { 204: null },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await computeStale(tx, params.workbook_id)
          return undefined
        }),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/preview'),
      method: 'POST',
      tag: 'Columns',
      id: 'preview_column',
      needs: 'workbooks.view',
      summary: 'Try a formula or lookup column out on ten rows',
      description:
        'Changes nothing. `problems` lists the faults of a formula with their positions; they are no errors, so a client can call this ' +
        'while the user types. A lookup by a column that has no index yet is answered from the first 5,000 rows.',
      params: WorkbookPath,
      body: ColumnPreviewRequest,
      response: { 200: ColumnPreview },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => previewColumn(tx, params.workbook_id, body, now())),
    }),
  ]
}
