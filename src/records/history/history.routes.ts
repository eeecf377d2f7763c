// Routes of history: activity, undo and redo, and the values a cell has had.
import { Type } from 'typebox'
import { PageQuery } from '../../platform/http/paging.ts'
import { defineRoute, preparedJson, type Route } from '../../platform/http/route.ts'
import { at, CellPath, type WorkbookContext, WorkbookPath } from '../opening/route-context.ts'
import {
  Activity,
  ActivityList,
  CellHistory,
  RestoreRequest,
  RevertRequest,
  RevertResult,
} from '../store/history.schema.ts'
import { CellResponse } from '../store/rows/row.schema.ts'
import { mustFindWorkbook } from '../store/workbooks.reads.ts'
import { readCellHistory } from './cell-history.reads.ts'
import { activityOf, listActivity, mustReadChange } from './changes.reads.ts'
import { restoreCell } from './restore.commands.ts'
import { cancelRevert, revertChange } from './revert.commands.ts'

export function historyRoutes({ inScope, seesWorkbook }: WorkbookContext): Route[] {
  const history = { tag: 'History', exists: seesWorkbook } as const
  const reverts = [
    [
      'undo',
      'Undo an act',
      'Edits, pastes, rows and columns added, changed or deleted, imports, and the values written by a run. Values that ' +
        'another user changed since stay and are listed under `skipped`. More than 5000 rows are restored in the background: ' +
        'the response says `undoing`, and the activity shows the progress. With an access token, what takes rows, columns or views away ' +
        'needs `workbooks:delete`.',
    ],
    [
      'redo',
      'Redo what was undone',
      'Without `change_id`: what you undid last, until you change something else in the workbook. With an access token, what takes rows, ' +
        'columns or views away needs `workbooks:delete`.',
    ],
  ] as const
  return [
    defineRoute({
      ...at('/:workbook_id/activity'),
      ...history,
      method: 'GET',
      id: 'list_workbook_activity',
      summary: 'The changes of a workbook with their users, newest first',
      description: 'Kept for 30 days, and at most 10,000 changes per user.',
      needs: 'workbooks.view',
      params: WorkbookPath,
      query: Type.Object({
        ...PageQuery,
        user_id: Type.Optional(
          Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only changes of this user.' }),
        ),
      }),
      response: { 200: ActivityList },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => listActivity(tx, params.workbook_id, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/activity/:change_id'),
      ...history,
      method: 'GET',
      id: 'get_workbook_activity',
      summary: 'One act, and how far its undoing is',
      description:
        'The change, its user, how many values it changed, and whether it can be undone or redone; while one is in progress, ' +
        'its progress.',
      needs: 'workbooks.view',
      params: Type.Object({ workbook_id: Type.String(), change_id: Type.String() }),
      response: { 200: Activity },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          const workbookId = await mustFindWorkbook(tx, params.workbook_id)
          return activityOf(await mustReadChange(tx, workbookId, params.change_id))
        }),
    }),
    ...reverts.map(([direction, summary, description]) =>
      defineRoute({
        ...at(`/:workbook_id/${direction}`),
        ...history,
        method: 'POST',
        id: `${direction}_change`,
        effects: ['overwrites'],
        summary,
        description,
        needs: 'workbooks.edit',
        idempotent: true,
        params: WorkbookPath,
        body: RevertRequest,
        response: { 200: RevertResult },
        errors: [409],
        handler: (ctx, { params, body }) =>
          inScope(ctx, (tx) =>
            revertChange(tx, params.workbook_id, direction, body.change_id, ctx.scope.principal.token),
          ),
      }),
    ),
    defineRoute({
      ...at('/:workbook_id/activity/:change_id/cancel'),
      ...history,
      method: 'POST',
      id: 'cancel_change_revert',
      summary: 'Cancel an undo or redo in progress',
      description:
        'Reverses what was done so far, in the background: the response says `redoing` for an undo, `undoing` for a redo, or ' +
        'that nothing had begun.',
      needs: 'workbooks.edit',
      params: Type.Object({ workbook_id: Type.String(), change_id: Type.String() }),
      response: { 200: RevertResult },
      errors: [409],
      handler: (ctx, { params }) =>
        inScope(ctx, (tx) => cancelRevert(tx, params.workbook_id, params.change_id, ctx.scope.principal.token)),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/:row_id/cells/:column_id/history'),
      ...history,
      method: 'GET',
      id: 'get_cell_history',
      summary: 'Every value a cell has had, the newest first',
      description: 'Kept for 30 days. The first value found by a run is listed while it is current or was overwritten.',
      needs: 'workbooks.view',
      params: CellPath,
      query: Type.Object(PageQuery),
      response: { 200: CellHistory },
      handler: (ctx, { params, query }) => inScope(ctx, (tx) => readCellHistory(tx, params, query)),
    }),
    defineRoute({
      ...at('/:workbook_id/rows/:row_id/cells/:column_id/restore'),
      ...history,
      method: 'POST',
      id: 'restore_cell',
      summary: 'Put an earlier value back into a cell',
      description:
        'A computed cell is restored with its status, provider and provenance. This can be undone like any edit.',
      needs: 'workbooks.edit',
      params: CellPath,
      body: RestoreRequest,
      response: { 200: CellResponse },
      handler: (ctx, { params, body }) =>
        inScope(ctx, async (tx) => preparedJson(await restoreCell(tx, params, body.version_id))),
    }),
  ]
}
