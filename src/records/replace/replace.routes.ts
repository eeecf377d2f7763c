// Routes of find and replace.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext, WorkbookPath } from '../opening/route-context.ts'
import { previewReplace } from './preview.reads.ts'
import { replaceInRows } from './replace.commands.ts'
import { RowsReplace, RowsReplaced, RowsReplacePreview } from './replace.schema.ts'

export function replaceRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/rows/replace/preview'),
      method: 'POST',
      id: 'preview_replace_in_rows',
      effects: ['reads'],
      tag: 'Rows',
      summary: 'What a find and replace would do',
      description: 'Reads the first 250,000 rows and changes nothing. The body is that of `replace_in_rows`.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      body: RowsReplace,
      response: { 200: RowsReplacePreview },
      handler: (ctx, { params, body }) => previewReplace(database, ctx.scope, params.workbook_id, body),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/replace'),
      method: 'POST',
      id: 'replace_in_rows',
      idempotent: true,
      effects: ['overwrites'],
      tag: 'Rows',
      summary: 'Find and replace in the columns that people fill',
      description:
        'Replaces a text in values, letter by letter, and reads the result by the type of the column; what would not fit the type ' +
        'stays. In a select list each choice counts by itself. More than 2,000 rows are done in the background (`job_id`). One ' +
        'undo reverts all of it.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: WorkbookPath,
      body: RowsReplace,
      response: { 200: RowsReplaced },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => replaceInRows(tx, params.workbook_id, body)),
    }),
  ]
}
