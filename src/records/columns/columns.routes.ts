// Routes of columns.
import { Type } from 'typebox'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, ColumnPath, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import {
  ColumnOrder,
  ColumnUpdate,
  DependantList,
  NewColumn,
  WorkbookColumn,
  WorkbookResponse,
} from '../store/workbook.schema.ts'
import { addColumn, deleteColumn, reorderColumns, updateColumn } from './columns.commands.ts'
import { readDependants } from './dependants.reads.ts'

export function columnRoutes({ inScope, seesWorkbook }: WorkbookContext): Route[] {
  const edit = { tag: 'Columns', needs: 'workbooks.edit', exists: seesWorkbook } as const
  return [
    defineRoute({
      ...at('/:workbook_id/columns'),
      ...edit,
      method: 'POST',
      id: 'add_column',
      idempotent: true,
      summary: 'Add a column',
      description:
        'A column may read others by `{{name}}`. References that lead nowhere, circles (named in the error), and ' +
        'lookups or outputs that the catalog does not have are refused with 422.',
      params: WorkbookPath,
      body: NewColumn,
      response: { 201: WorkbookColumn },
      errors: [409],
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => addColumn(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/reorder'),
      ...edit,
      method: 'POST',
      id: 'reorder_columns',
      summary: 'Put the columns in another order',
      description: 'All ids in the new order; a missing or unknown id is refused. Personal views keep their own order.',
      params: WorkbookPath,
      body: ColumnOrder,
      response: { 200: WorkbookResponse },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => reorderColumns(tx, params.workbook_id, body.column_ids)),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id'),
      ...edit,
      method: 'PATCH',
      id: 'update_column',
      summary: 'Change a column; a new name is written into every reference to it',
      description:
        'Absent properties stay as they are. A change of settings other than the name may make existing values stale; a new ' +
        'type converts them, and `invalid_values` says what happens to those that do not fit.',
      params: ColumnPath,
      body: ColumnUpdate,
      response: { 200: WorkbookColumn },
      errors: [409],
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => updateColumn(tx, params.workbook_id, params.column_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id/dependants'),
      tag: 'Columns',
      method: 'GET',
      id: 'list_column_dependants',
      summary: 'What would miss a column if it were deleted',
      description: 'Formulas, conditions, inputs, views and rules that read it, each with what it is called.',
      needs: 'workbooks.view',
      params: ColumnPath,
      response: { 200: DependantList },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => ({
          items: await readDependants(tx, params.workbook_id, params.column_id),
          next_cursor: null,
        })),
    }),
    defineRoute({
      ...at('/:workbook_id/columns/:column_id'),
      ...edit,
      method: 'DELETE',
      id: 'delete_column',
      summary: 'Delete a column and its values',
      description:
        'A column that others need is kept (409): columns that read it, lookups of other workbooks, and the duplicate key. ' +
        'The answer names them in `detail` and lists them as `dependants` `[{kind, id, name}]`. With `force=true` it goes all the ' +
        'same: references to it lead nowhere, and the workbook has no duplicate key until undo restores it.',
      params: ColumnPath,
      query: Type.Object({ force: Type.Boolean({ default: false }) }),
      response: { 204: null },
      errors: [409],
      async handler(ctx, { params, query }) {
        await inScope(ctx, (tx) => deleteColumn(tx, params.workbook_id, params.column_id, query.force))
        return undefined
      },
    }),
  ]
}
