// Routes of trying out a type and of copying a column.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, ColumnPath, routeContext } from '../opening/route-context.ts'
import { WorkbookColumn } from '../store/workbook.schema.ts'
import { duplicateColumn } from './column-copy.commands.ts'
import { ColumnCopy, TypePreview, TypeTried } from './conversion.schema.ts'
import { previewType } from './type-preview.reads.ts'

export function typingRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/type-preview'),
      method: 'POST',
      id: 'preview_column_type',
      tag: 'Columns',
      summary: 'What another type would make of the values of a column',
      description:
        'For an input column. Reads the first 250,000 rows and changes nothing. The change itself is a PATCH of `input_type`: ' +
        'values are converted (in a large workbook in the background), values that the type cannot read stay as they are, and ' +
        'undo reverts all of it.',
      needs: 'workbooks.view',
      params: ColumnPath,
      body: TypeTried,
      response: { 200: TypePreview },
      handler: (ctx, { params, body }) => previewType(database, ctx.scope, params.workbook_id, params.column_id, body),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/duplicate'),
      method: 'POST',
      id: 'duplicate_column',
      tag: 'Columns',
      idempotent: true,
      summary: 'Copy a column; the copy follows it',
      description: 'With its settings, and with its values when `values` is true; makes no calls.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: ColumnPath,
      body: ColumnCopy,
      response: { 201: WorkbookColumn },
      errors: [409],
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => duplicateColumn(tx, params.workbook_id, params.column_id, body)),
    }),
  ]
}
