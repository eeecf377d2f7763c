// Routes of workbooks as a whole; one page of rows is read in rows.routes.ts.
import { Type } from 'typebox'
import { refuseField } from '../../kernel/errors.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import { WorkbookCreate, WorkbookList, WorkbookResponse, WorkbookUpdate } from '../store/workbook.schema.ts'
import { listWorkbooks } from '../store/workbooks.reads.ts'
import { createWorkbook, deleteWorkbook, type EndWork, updateWorkbook } from '../workbooks/workbooks.commands.ts'
import { createFromDefinition } from './create.commands.ts'

export interface WorkbookParts {
  /** Called before a workbook is deleted. */
  endWork?: EndWork | undefined
  /** Makes a workbook of a recipe, which belongs to a higher room; null: there is no such recipe. */
  makeOfRecipe?: ((tx: WorkspaceTx, scope: Scope, body: WorkbookCreate) => Promise<WorkbookResponse | null>) | undefined
}

export function wholeWorkbookRoutes(
  { inScope, seesWorkbook }: WorkbookContext,
  { endWork, makeOfRecipe }: WorkbookParts,
): Route[] {
  const make = async (tx: WorkspaceTx, scope: Scope, body: WorkbookCreate) => {
    if (body.template === undefined || body.source_type !== 'template')
      return body.definition === undefined
        ? createWorkbook(tx, scope.principal.user_id, body)
        : createFromDefinition(tx, scope, body)
    const own = (['columns_config', 'definition', 'job_id', 'leads'] as const).find((name) => body[name] !== undefined)
    if (own) refuseField([own], 'value_error', 'Value error, this comes from the template; leave it out')
    return (
      (await makeOfRecipe?.(tx, scope, body)) ??
      refuseField(['template'], 'value_error', 'Value error, there is no such recipe', body.template)
    )
  }
  const update = {
    needs: 'workbooks.edit',
    params: WorkbookPath,
    body: WorkbookUpdate,
    response: { 200: WorkbookResponse },
    exists: seesWorkbook,
    summary: 'Rename a workbook or change its description',
    description:
      'Absent properties stay as they are, also with `PUT`. `sync_to_leads` decides whether rows are synced with leads.',
  } as const
  return [
    defineRoute({
      ...at(''),
      method: 'GET',
      id: 'list_workbooks',
      summary: 'The workbooks of the workspace, last changed first',
      description: 'Each with its columns and how many of its rows are complete; `q` finds part of a name.',
      needs: 'workbooks.view',
      query: Type.Object({
        q: Type.Optional(Type.String({ maxLength: 200, description: 'Only names that contain this, in any case.' })),
        ...PageQuery,
      }),
      response: { 200: WorkbookList },
      handler: (ctx, { query }) => inScope(ctx, (tx) => listWorkbooks(tx, query)),
    }),
    defineRoute({
      ...at(''),
      method: 'POST',
      id: 'create_workbook',
      idempotent: true,
      summary: 'Make a workbook',
      description:
        'Empty, with columns, with leads or those of a job as its rows, from a recipe or a definition. Without columns it has none, and an import makes ' +
        'them.',
      needs: 'workbooks.edit',
      body: WorkbookCreate,
      response: { 201: WorkbookResponse },
      handler: (ctx, { body }) => inScope(ctx, (tx) => make(tx, ctx.scope, body)),
    }),
    defineRoute({
      ...at('/:workbook_id'),
      ...update,
      method: 'PATCH',
      id: 'update_workbook',
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => updateWorkbook(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id'),
      ...update,
      method: 'PUT',
      id: 'put_workbook',
      handler: (ctx, { params, body }) => inScope(ctx, (tx) => updateWorkbook(tx, params.workbook_id, body)),
    }),
    defineRoute({
      ...at('/:workbook_id'),
      method: 'DELETE',
      id: 'delete_workbook',
      summary: 'Delete a workbook with everything in it',
      description: 'It disappears at once; its rows are deleted in the background. This cannot be undone.',
      needs: 'workbooks.edit',
      params: WorkbookPath,
      response: { 204: null },
      exists: seesWorkbook,
      async handler(ctx, { params }) {
        await inScope(ctx, (tx) => deleteWorkbook(tx, params.workbook_id, endWork))
        return undefined
      },
    }),
  ]
}
