// Routes of one enriched cell: run it again, and why it holds what it holds.
import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { CellRunRequest, RunStarted } from '../runs/planning/run.schema.ts'
import type { Runs } from '../runs/run.commands.ts'
import { runCell } from '../runs/start-run.commands.ts'
import { readTrace } from './trace.reads.ts'
import { CellTrace } from './trace.schema.ts'

export function traceRoutes(runs: Runs): Route[] {
  const { database } = runs
  const at = (rest: string) =>
    ({
      path: `/api/workbooks/:workbook_id/rows/:row_id/cells/:column_id${rest}`,
      unlistedAt: [`/api/v2/workbooks/:workbook_id/rows/:row_id/cells/:column_id${rest}`],
      tag: 'Runs',
      access: 'user',
      params: Type.Object({ workbook_id: Type.String(), row_id: Type.String(), column_id: Type.String() }),
      exists: ({ scope }: { scope: Scope }, { params }: { params: { workbook_id: string } }) =>
        database.inWorkspace(scope, (tx) => mustFindWorkbook(tx, params.workbook_id)),
    }) as const

  return [
    defineRoute({
      ...at('/run'),
      method: 'POST',
      id: 'run_cell',
      effects: ['spends', 'reaches_out'],
      summary: 'Run one cell again',
      description:
        'Whatever its status; responds at once. A value that a user typed is kept (409) unless `force` is true, which also ' +
        'ignores the cache. `after_step` calls only the providers after that step.',
      needs: 'runs.execute',
      limit: LIMITS.cell_run,
      idempotent: true,
      body: CellRunRequest,
      errors: [409],
      response: { 202: RunStarted },
      handler: ({ scope }, { params, body }) => runCell(runs, scope, params, body),
    }),
    defineRoute({
      ...at('/trace'),
      method: 'GET',
      id: 'get_cell_trace',
      summary: 'Why a cell holds what it holds',
      description:
        'Every step with its condition, whether it was called or why not, its outcome, its cost, and the request and the ' +
        'response as far as they are kept.',
      needs: 'runs.view',
      response: { 200: CellTrace },
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) =>
          readTrace(tx, runs, runs.now().getTime(), params.workbook_id, params.row_id, params.column_id),
        ),
    }),
  ]
}
