// Routes to trying out columns that ask: nothing is stored, but what they ask is really asked.
import type { Scope } from '../../../platform/ctx.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { LIMITS } from '../../../platform/limits/limits.ts'
import { at, ColumnPath, routeContext, WorkbookPath } from '../../../records/workbooks/route-context.ts'
import { ColumnTry, SavedTryRequest, TryRequest } from './try.schema.ts'
import { type TryParts, tryColumn } from './try-column.ts'

export function tryRoutes(parts: TryParts): Route[] {
  const { seesWorkbook } = routeContext(parts.database)
  const shared = {
    tag: 'Columns',
    method: 'POST',
    needs: 'runs.execute',
    limit: LIMITS.column_try,
    idempotent: true,
    exists: (ctx: { scope: Scope }, req: { params: { workbook_id: string } }) => seesWorkbook(ctx, req),
  } as const
  return [
    defineRoute({
      ...at('/:workbook_id/columns/try'),
      ...shared,
      id: 'try_column',
      summary: 'Ask a column that is not saved yet for up to five rows',
      description:
        'Really asks, and costs what asking costs, under the budgets and in the ledger; no cell is filled and no answer is ' +
        'kept. Tells what was sent and what came back, with secrets masked. An `output` column delivers nothing: it tells ' +
        'what it would send. A waterfall is played as a run would play it, from the cache where that has the answer; lookups ' +
        'that answer later are passed over.',
      params: WorkbookPath,
      body: TryRequest,
      response: { 200: ColumnTry },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) =>
        tryColumn(parts, scope, params.workbook_id, { column: body.column }, body, signal),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/try'),
      ...shared,
      id: 'try_saved_column',
      summary: 'Ask a saved column for up to five rows without storing anything',
      description: 'As for a column that is not saved yet. 409 for a column that makes no calls.',
      params: ColumnPath,
      body: SavedTryRequest,
      response: { 200: ColumnTry },
      errors: [409],
      handler: ({ scope, signal }, { params, body }) =>
        tryColumn(parts, scope, params.workbook_id, { column_id: params.column_id }, body, signal),
    }),
  ]
}
