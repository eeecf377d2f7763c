// Routes of work under way.
import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { at, routeContext } from '../opening/route-context.ts'
import { cancelWork } from './work.commands.ts'
import { listWork } from './work.reads.ts'
import { WorkList } from './work.schema.ts'

export function workRoutes(database: Database): Route[] {
  const { inScope, seesWorkbook } = routeContext(database)
  return [
    defineRoute({
      ...at('/:workbook_id/work/:work_id/cancel'),
      method: 'POST',
      id: 'cancel_work',
      tag: 'Workbooks',
      summary: 'Stop work of a workbook in the background',
      description:
        'Stops a job of the workbook by an id of the list of work, as `POST /api/jobs/{job_id}/cancel` does, or its computing; what it did stays. Columns whose computing stopped are `stale` until ' +
        '`POST …/compute` resumes it. An undo or redo that stops is reversed by a job of its own. When a type conversion stops, values that were not converted are kept and marked; undoing the ' +
        'change reverts all of it. When a new duplicate key stops, the workbook has none; undo restores the one before.',
      needs: 'workbooks.edit',
      exists: seesWorkbook,
      params: Type.Object({ workbook_id: Type.String(), work_id: Type.String() }),
      response: { 204: null },
      handler: (ctx, { params }) =>
        inScope(ctx, async (tx) => {
          await cancelWork(tx, params.workbook_id, params.work_id)
          return undefined
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/work',
      id: 'list_work',
      tag: 'Workbooks',
      summary: 'What is being done in the background',
      description:
        'Jobs, and formulas from the moment they are stale; runs have their own list. Jobs are cancelled by `POST /api/jobs/{job_id}/cancel`, ' +
        'and all work of a workbook by `…/work/{work_id}/cancel` with its `id`. The 100 oldest.',
      access: 'user',
      needs: 'workbooks.view',
      response: { 200: WorkList },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await listWork(tx), next_cursor: null })),
    }),
  ]
}
