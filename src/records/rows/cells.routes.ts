// Routes of single cells.
import { Type } from 'typebox'
import type { Json } from '../../kernel/json.ts'
import { defineRoute, preparedJson, type Route } from '../../platform/http/route.ts'
import { at, CellPath, type WorkbookContext } from '../opening/route-context.ts'
import { Act, CellResponse, CellUpdate } from '../store/rows/row.schema.ts'
import type { WriteCell } from './cell-group.commands.ts'
import { clearCell } from './overrides.commands.ts'

export function cellRoutes({ inScope, seesWorkbook }: WorkbookContext, writeCell: WriteCell): Route[] {
  const edit = {
    ...at('/:workbook_id/rows/:row_id/cells/:column_id'),
    tag: 'Rows',
    needs: 'workbooks.edit',
    exists: seesWorkbook,
    params: CellPath,
    response: { 200: CellResponse },
  } as const
  return [
    defineRoute({
      ...edit,
      method: 'PATCH',
      id: 'update_cell',
      summary: 'Write one cell',
      description:
        'In an input column this is the value of the row. In a computed column it overrides what runs found or will ' +
        'find, with status `overridden`; null says that there is no value.',
      body: CellUpdate,
      handler: async (ctx, { params, body }) =>
        preparedJson(await writeCell(ctx.scope, params, (body.value ?? null) as Json, body.change_id)),
    }),
    defineRoute({
      ...edit,
      method: 'DELETE',
      id: 'clear_cell',
      summary: 'Empty an input cell, or take an override back so that runs may fill the cell again',
      description:
        'Where a run fills the column, the cell is pending afterwards; one of an input column is blank. It can be undone.',
      query: Type.Object({ change_id: Act.change_id }),
      handler: (ctx, { params, query }) =>
        inScope(ctx, async (tx) => preparedJson(await clearCell(tx, params, query.change_id))),
    }),
  ]
}
