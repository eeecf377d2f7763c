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
      summary: 'Stop work over all rows',
      description:
        'Stops a job of the workbook, as `POST /api/jobs/{job_id}/cancel` does, or its computing; what it did stays. Columns whose computing stopped are `stale` until ' +
        '`POST …/compute` resumes it. When a type conversion stops, values that were not converted are kept and marked; undoing the ' +
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
        'Jobs, undoing and redoing, imports, exports, work over all rows, and formulas from the moment they are stale; runs have ' +
        'their own list. ' +
        'What can be cancelled is cancelled where it was begun: `POST /api/jobs/{job_id}/cancel`, `…/activity/{change_id}/cancel`, ' +
        '`…/imports/{import_id}/cancel`, `…/exports/{export_id}/cancel`, and computing by `…/work/{work_id}/cancel`. The 100 oldest.',
      access: 'user',
      needs: 'workbooks.view',
      response: { 200: WorkList },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await listWork(tx), next_cursor: null })),
    }),
  ]
}
