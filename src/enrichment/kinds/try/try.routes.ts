// Routes to trying out columns that ask: nothing is stored, but what they ask is really asked.
import { Type } from 'typebox'
import type { Scope } from '../../../platform/ctx.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { LIMITS } from '../../../platform/limits/limits.ts'
import { ColumnPreview } from '../../../records/computed/computed.schema.ts'
import { at, ColumnPath, routeContext, WorkbookPath } from '../../../records/opening/route-context.ts'
import type { TryParts } from './look.ts'
import { ColumnTry, SavedTryRequest, TryRequest } from './try.schema.ts'
import { previewSaved, tryColumn } from './try-column.ts'

const SAVED = '/:workbook_id/columns/:column_id/preview'

export function tryRoutes(parts: TryParts): Route[] {
  const { seesWorkbook } = routeContext(parts.database)
  const shared = {
    tag: 'Columns',
    method: 'POST',
    needs: 'runs.execute',
    effects: ['spends', 'reaches_out'],
    limit: LIMITS.column_try,
    idempotent: true,
    exists: (ctx: { scope: Scope }, req: { params: { workbook_id: string } }) => seesWorkbook(ctx, req),
  } as const
  return [
    defineRoute({
      ...at('/:workbook_id/columns/try'),
      ...shared,
      id: 'try_column',
      summary: 'Test a column that is not saved yet on up to five rows',
      description:
        'Makes real calls; normal charges apply, under the budgets and in the ledger. No cell is filled and no answer is kept. ' +
        'Returns requests and responses with secrets masked. An `output` column delivers nothing and returns what it would ' +
        'send. A waterfall runs as in a run, from the cache where it has the answer; lookups that answer later are skipped.',
      params: WorkbookPath,
      body: TryRequest,
      response: { 200: ColumnTry },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) =>
        tryColumn(parts, scope, params.workbook_id, { column: body.column }, body, signal),
    }),
    defineRoute({
      ...at(SAVED),
      ...shared,
      unlistedAt: [
        ...at(SAVED).unlistedAt,
        ...['', '/v2'].map((v) => `/api${v}/workbooks/:workbook_id/columns/:column_id/try`),
      ],
      id: 'preview_saved_column',
      needs: 'workbooks.view',
      summary: 'Preview a saved column on up to five rows without storing anything',
      description:
        'A formula or lookup column is computed. A column that asks makes real calls, as one that is not saved yet; that needs the right to run ' +
        'it. 409 for any other column.',
      params: ColumnPath,
      body: SavedTryRequest,
      response: { 200: Type.Union([ColumnPreview, ColumnTry]) },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) => previewSaved(parts, scope, params, body, signal),
    }),
  ]
}
