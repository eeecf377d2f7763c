// The door of work under way.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { listWork } from './work.reads.ts'
import { WorkList } from './work.schema.ts'

export function workRoutes(database: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/work',
      id: 'list_work',
      tag: 'Workbooks',
      summary: 'What is being done in the background',
      description:
        'Undoing and redoing, imports, exports, work over all rows, and formulas that are behind; runs have their own list. ' +
        'What can be cancelled is cancelled where it was begun: `POST …/activity/{change_id}/cancel`, ' +
        '`…/imports/{import_id}/cancel`, `…/exports/{export_id}/cancel`. The 100 oldest.',
      access: 'user',
      needs: 'workbooks.view',
      response: { 200: WorkList },
      handler: ({ scope }) =>
        database.inWorkspace(scope, async (tx) => ({ items: await listWork(tx), next_cursor: null })),
    }),
  ]
}
