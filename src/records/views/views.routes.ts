// Routes of saved views.
import { Type } from 'typebox'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import { mustReadWorkbook } from '../store/workbooks.reads.ts'
import { ViewCreate, ViewDuplicate, ViewList, ViewResponse, ViewUpdate } from './view.schema.ts'
import { createView, deleteView, duplicateView, updateView } from './views.commands.ts'
import { mustReadView, readViews, shownView } from './views.reads.ts'

const ViewPath = Type.Object({ workbook_id: Type.String(), view_id: Type.String() })

/** Members who can read the workbook can save personal views; the commands check who may save the other scopes. */
export function viewRoutes({ inScope }: WorkbookContext): Route[] {
  const all = { ...at('/:workbook_id/views'), needs: 'workbooks.view', tag: 'Views', params: WorkbookPath } as const
  const one = {
    ...at('/:workbook_id/views/:view_id'),
    needs: 'workbooks.view',
    tag: 'Views',
    params: ViewPath,
  } as const
  return [
    defineRoute({
      ...all,
      method: 'GET',
      id: 'list_views',
      summary: 'The views of a workbook that you see',
      description: 'Oldest first. "All rows", without filter and order, needs no view.',
      response: { 200: ViewList },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const workbook = await mustReadWorkbook(tx, params.workbook_id)
          const views = await readViews(tx, workbook.id)
          return { items: views.map((view) => shownView(view, workbook.columns_config)), next_cursor: null }
        }),
    }),
    defineRoute({
      ...all,
      method: 'POST',
      id: 'create_view',
      for_token: 'workbooks:write',
      idempotent: true,
      summary: 'Save a view',
      description:
        'Members who can read the workbook can save personal views; `shared` and `locked` need a role that can edit it. For a large ' +
        'workbook the rows of the view are sorted in the background; until then its pages take longer.',
      body: ViewCreate,
      errors: [409],
      response: { 201: ViewResponse },
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => createView(tx, params.workbook_id, ctx.scope, body)),
    }),
    defineRoute({
      ...one,
      method: 'GET',
      id: 'get_view',
      summary: 'One view',
      description:
        'Its filter, order, columns and colors; `warnings` list what no longer works, such as a deleted column.',
      response: { 200: ViewResponse },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const workbook = await mustReadWorkbook(tx, params.workbook_id)
          return shownView(await mustReadView(tx, workbook.id, params.view_id), workbook.columns_config)
        }),
    }),
    defineRoute({
      ...one,
      method: 'PUT',
      id: 'update_view',
      summary: 'Change a view',
      description:
        'The whole view: what is absent is removed. Editors can change shared views, and users their own personal ' +
        'views.',
      body: ViewUpdate,
      errors: [409],
      response: { 200: ViewResponse },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => updateView(tx, params.workbook_id, params.view_id, ctx.scope, body)),
    }),
    defineRoute({
      ...one,
      method: 'DELETE',
      id: 'delete_view',
      summary: 'Delete a view',
      description: 'Only the view is deleted; the rows stay.',
      response: { 204: null },
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteView(tx, params.workbook_id, params.view_id, ctx.scope))
        return undefined
      },
    }),
    defineRoute({
      ...at('/:workbook_id/views/:view_id/duplicate'),
      needs: 'workbooks.view',
      tag: 'Views',
      params: ViewPath,
      method: 'POST',
      id: 'duplicate_view',
      for_token: 'workbooks:write',
      idempotent: true,
      summary: 'Copy a view',
      description: 'The copy is personal, under the given name.',
      body: ViewDuplicate,
      errors: [409],
      response: { 201: ViewResponse },
      handler: (ctx, { params, body }) =>
        inScope(ctx, (tx) => duplicateView(tx, params.workbook_id, params.view_id, ctx.scope, body.name)),
    }),
  ]
}
