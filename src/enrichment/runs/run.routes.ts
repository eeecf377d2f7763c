// The doors of runs: estimate, start, look, pause, resume, cancel; and the trace of a cell.
import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { Flipped } from '../../records/history/history.schema.ts'
import { mustFindWorkbook } from '../../records/workbooks/workbooks.reads.ts'
import { readTrace } from '../trace/trace.reads.ts'
import { CellTrace } from '../trace/trace.schema.ts'
import { cancelRun, estimate, pauseRun, type Runs, resumeRun, startRun, stopWorkbook, undoRun } from './run.commands.ts'
import { EstimateQuery, RunEstimate, RunList, RunRequest, RunResponse, RunStarted, StopAll } from './run.schema.ts'
import { readRun, readRuns } from './runs.reads.ts'

const Workbook = Type.Object({ workbook_id: Type.String() })
const OneRun = Type.Object({ workbook_id: Type.String(), run_id: Type.String() })
const OneCell = Type.Object({ workbook_id: Type.String(), row_id: Type.String(), column_id: Type.String() })

export function runRoutes(runs: Runs): Route[] {
  const { database } = runs
  const at = (rest: string) =>
    ({
      path: `/api/workbooks/:workbook_id${rest}`,
      alsoAt: [`/api/v2/workbooks/:workbook_id${rest}`],
      tag: 'Runs',
      access: 'user',
    }) as const
  const exists = ({ scope }: { scope: Scope }, { params }: { params: { workbook_id: string } }) =>
    database.inWorkspace(scope, (tx) => mustFindWorkbook(tx, params.workbook_id))
  const changes = [
    ['cancel', 'Cancel a run', 'Ends it now. What was found stays; a cancelled run cannot be resumed.', cancelRun],
    ['pause', 'Pause a run', 'Rows under way are finished, no new ones begin.', pauseRun],
    ['resume', 'Resume a paused run', 'It goes on where it stopped.', resumeRun],
  ] as const

  return [
    defineRoute({
      ...at('/run/estimate'),
      method: 'GET',
      id: 'get_run_estimate',
      summary: 'What a run would do, cost and take',
      needs: 'runs.view',
      params: Workbook,
      query: EstimateQuery,
      response: { 200: RunEstimate },
      exists,
      handler({ scope }, { params, query }) {
        const column_ids = query.column_ids
          ?.split(',')
          .map((id) => id.trim())
          .filter(Boolean)
        return estimate(runs, scope.workspace_id, params.workbook_id, {
          mode: query.mode,
          ...(column_ids && column_ids.length > 0 && { column_ids }),
          ...(query.limit && { limit: query.limit }),
        })
      },
    }),
    defineRoute({
      ...at('/run/estimate'),
      method: 'POST',
      id: 'estimate_run',
      summary: 'What this run would do, cost and take',
      needs: 'runs.view',
      params: Workbook,
      body: RunRequest,
      response: { 200: RunEstimate },
      exists,
      handler: ({ scope }, { params, body }) => estimate(runs, scope.workspace_id, params.workbook_id, body),
    }),
    defineRoute({
      ...at('/run'),
      method: 'POST',
      id: 'start_run',
      summary: 'Run enriched columns in the background',
      description:
        'Answers at once; progress comes by GET /api/events as `run.progress` and `cells.updated`. Runs that share a column go one after the other.',
      needs: 'runs.execute',
      limit: LIMITS.workbook_run,
      idempotent: true,
      params: Workbook,
      body: RunRequest,
      errors: [409],
      response: { 202: RunStarted },
      exists,
      handler: ({ scope }, { params, body }) => startRun(runs, scope, params.workbook_id, body),
    }),
    defineRoute({
      ...at('/runs'),
      method: 'GET',
      id: 'list_runs',
      summary: 'Runs of a workbook, newest first',
      needs: 'runs.view',
      params: Workbook,
      query: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
        cursor: Type.Optional(Type.String({ format: 'uuid', description: 'From `next_cursor` of the page before.' })),
      }),
      response: { 200: RunList },
      exists,
      handler: ({ scope }, { params, query }) =>
        database.inWorkspace(scope, async (tx) => {
          const id = await mustFindWorkbook(tx, params.workbook_id)
          const found = await readRuns(tx, id, query.limit + 1, query.cursor)
          const items = found.slice(0, query.limit)
          return { items, next_cursor: found.length > query.limit ? (items.at(-1)?.run_id ?? null) : null }
        }),
    }),
    defineRoute({
      ...at('/runs/:run_id'),
      method: 'GET',
      id: 'get_run',
      summary: 'How a run stands',
      needs: 'runs.view',
      params: OneRun,
      response: { 200: RunResponse },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) =>
          readRun(tx, await mustFindWorkbook(tx, params.workbook_id), params.run_id),
        ),
    }),
    ...changes.map(([verb, summary, description, act]) =>
      defineRoute({
        ...at(`/runs/:run_id/${verb}`),
        method: 'POST',
        id: `${verb}_run`,
        summary,
        description,
        needs: 'runs.execute',
        params: OneRun,
        errors: [409],
        response: { 200: RunResponse },
        exists,
        handler: ({ scope }, { params }) => act(runs, scope, params.workbook_id, params.run_id),
      }),
    ),
    defineRoute({
      ...at('/runs/:run_id/undo'),
      method: 'POST',
      id: 'undo_run',
      summary: 'Undo what a run wrote',
      description:
        'Every value that is still as the run left it goes back to what was there before. What the run has cost is spent. ' +
        'Can be redone with `redo`.',
      needs: 'workbooks.edit',
      params: OneRun,
      errors: [409],
      response: { 200: Flipped },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => undoRun(tx, params.workbook_id, params.run_id)),
    }),
    defineRoute({
      ...at('/stop'),
      method: 'POST',
      id: 'stop_workbook',
      summary: 'Cancel every run of a workbook',
      needs: 'runs.execute',
      params: Workbook,
      response: { 200: StopAll },
      exists,
      handler: async ({ scope }, { params }) => ({
        cancelled: await stopWorkbook(runs, scope, params.workbook_id),
      }),
    }),
    defineRoute({
      ...at('/rows/:row_id/cells/:column_id/trace'),
      method: 'GET',
      id: 'get_cell_trace',
      summary: 'Why a cell holds what it holds',
      needs: 'runs.view',
      params: OneCell,
      response: { 200: CellTrace },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) =>
          readTrace(tx, runs, runs.now().getTime(), params.workbook_id, params.row_id, params.column_id),
        ),
    }),
  ]
}
