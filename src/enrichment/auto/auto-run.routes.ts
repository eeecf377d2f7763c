// Routes of columns that run by themselves.
import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import type { Runs } from '../runs/run.commands.ts'
import { armColumn, disarmColumn, readAutoRun } from './auto-run.commands.ts'
import { AutoRun, AutoRunUpdate, EverythingStopped } from './auto-run.schema.ts'
import { stopEverything } from './stop-everything.commands.ts'

export function autoRunRoutes({ database, ...runs }: Runs): Route[] {
  const at = {
    path: '/api/workbooks/:workbook_id/columns/:column_id/auto-run',
    unlistedAt: ['/api/v2/workbooks/:workbook_id/columns/:column_id/auto-run'],
    tag: 'Runs',
    access: 'user',
    params: Type.Object({ workbook_id: Type.String(), column_id: Type.String() }),
    errors: [409],
    response: { 200: AutoRun },
    exists: ({ scope }: { scope: Scope }, { params }: { params: { workbook_id: string } }) =>
      database.inWorkspace(scope, (tx) => mustFindWorkbook(tx, params.workbook_id)),
  } as const
  return [
    defineRoute({
      ...at,
      method: 'GET',
      id: 'get_auto_run',
      summary: 'The auto-run settings of a column, and the expected cost',
      description:
        'Whether new and changed rows are run at once, under which limit a day, what of it is used, and what a row costs.',
      needs: 'runs.view',
      handler: ({ scope }, { params }) => database.inWorkspace(scope, (tx) => readAutoRun(runs, tx, params)),
    }),
    defineRoute({
      ...at,
      method: 'PUT',
      id: 'arm_auto_run',
      for_token: 'none',
      effects: ['spends', 'reaches_out'],
      summary: 'Enable auto-run of a column for new and changed rows',
      description:
        'It runs on new rows and on rows whose inputs changed, batched over a few seconds, within ' +
        'its daily budget. Values that a user typed stay.',
      needs: 'runs.execute',
      body: AutoRunUpdate,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, async (tx) => {
          await armColumn(tx, params, body.max_usd_per_day)
          return readAutoRun(runs, tx, params)
        }),
    }),
    defineRoute({
      ...at,
      method: 'DELETE',
      id: 'disarm_auto_run',
      for_token: 'none',
      summary: 'Turn off auto-run for a column',
      description: 'The column starts no further automatic runs; active runs continue.',
      needs: 'runs.execute',
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          await disarmColumn(tx, params)
          return readAutoRun(runs, tx, params)
        }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/runs/stop',
      id: 'stop_workspace',
      tag: 'Runs',
      summary: 'Stop everything in the workspace: all runs, and auto-run of all columns',
      description:
        'Calls in progress are stopped; found values stay. Auto-run columns are disarmed and name the user who stopped them, ' +
        'until they are armed again.',
      access: 'user',
      needs: 'runs.execute',
      response: { 200: EverythingStopped },
      handler: ({ scope }) => stopEverything({ database }, scope),
    }),
  ]
}
