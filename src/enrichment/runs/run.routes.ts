// Routes of runs: estimate, start, look, pause, resume, cancel, undo, and what went wrong.
import { Type } from 'typebox'
import type { Scope } from '../../platform/ctx.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { RevertResult } from '../../records/store/history.schema.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { readRunActual } from '../money/cost.reads.ts'
import {
  ErrorGroups,
  EstimateQuery,
  RunDetail,
  RunEstimate,
  RunList,
  RunRequest,
  RunResponse,
  RunRows,
  RunRowsRequest,
  RunStarted,
  StopAll,
} from './planning/run.schema.ts'
import { resolveRun } from './planning/run.scope.ts'
import { readRunRows } from './planning/run-rows.reads.ts'
import { cancelRun, pauseRun, type Runs, resumeRun, stopWorkbook, undoRun } from './run.commands.ts'
import { readErrorGroups } from './run-errors.reads.ts'
import { readRun, readRuns } from './runs.reads.ts'
import { dryRun, estimate, startRun } from './start-run.commands.ts'

const Workbook = Type.Object({ workbook_id: Type.String() })
const OneRun = Type.Object({ workbook_id: Type.String(), run_id: Type.String() })
const Paging = {
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: 'From `next_cursor` of the page before.' })),
}

export function runRoutes(runs: Runs): Route[] {
  const { database } = runs
  const at = (rest: string) =>
    ({
      path: `/api/workbooks/:workbook_id${rest}`,
      unlistedAt: [`/api/v2/workbooks/:workbook_id${rest}`],
      tag: 'Runs',
      access: 'user',
    }) as const
  const exists = ({ scope }: { scope: Scope }, { params }: { params: { workbook_id: string } }) =>
    database.inWorkspace(scope, (tx) => mustFindWorkbook(tx, params.workbook_id))
  const changes = [
    {
      verb: 'cancel',
      summary: 'Cancel a run',
      description: 'Ends it now. What was found stays; a cancelled run cannot be resumed.',
      effects: ['overwrites'],
      act: cancelRun,
    },
    {
      verb: 'pause',
      summary: 'Pause a run',
      description: 'Rows in progress are finished; no further rows begin.',
      effects: ['overwrites'],
      act: pauseRun,
    },
    {
      verb: 'resume',
      summary: 'Resume a paused run',
      description:
        'It continues where it stopped. Resumed with an access token, its further calls count for the token.',
      effects: ['overwrites', 'spends', 'reaches_out'],
      act: resumeRun,
    },
  ] as const

  return [
    defineRoute({
      ...at('/run/estimate'),
      method: 'GET',
      id: 'get_run_estimate',
      summary: 'What a run would do, cost and take',
      description: 'Starts nothing and makes no calls. The same as by POST, for scopes that fit into an address.',
      needs: 'runs.view',
      params: Workbook,
      query: EstimateQuery,
      response: { 200: RunEstimate },
      errors: [409],
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
          ...(query.sample && { sample: query.sample }),
          ...(query.view_id && { view_id: query.view_id }),
          ...(query.search && { search: query.search }),
          ...(query.test && { test: query.test }),
        })
      },
    }),
    defineRoute({
      ...at('/run/estimate'),
      method: 'POST',
      id: 'estimate_run',
      effects: ['reads'],
      summary: 'What this run would do, cost and take',
      description:
        'Takes the body of a run, starts nothing and makes no calls. Cells that are cached, up to date or cannot run are counted apart; the ' +
        'cost is a range.',
      needs: 'runs.view',
      params: Workbook,
      body: RunRequest,
      response: { 200: RunEstimate },
      errors: [409],
      exists,
      handler: ({ scope }, { params, body }) => estimate(runs, scope.workspace_id, params.workbook_id, body),
    }),
    defineRoute({
      ...at('/run/rows'),
      method: 'POST',
      id: 'list_run_rows',
      summary: 'The rows of a count of the estimate',
      description: 'Changes nothing. Each row is planned as by the run, with the reason.',
      needs: 'runs.view',
      params: Workbook,
      body: RunRowsRequest,
      response: { 200: RunRows },
      errors: [409],
      exists,
      handler: ({ scope }, { params, body }) =>
        database.inWorkspace(scope, async (tx) =>
          readRunRows(tx, await resolveRun(runs, tx, params.workbook_id, body), body),
        ),
    }),
    defineRoute({
      ...at('/run'),
      method: 'POST',
      id: 'start_run',
      effects: ['spends', 'reaches_out'],
      summary: 'Run enriched columns in the background',
      description:
        'Responds at once; `GET /api/events` reports progress as `run.progress` and `cells.updated`. Runs that share a column ' +
        'run one after the other.',
      needs: 'runs.execute',
      limit: LIMITS.workbook_run,
      idempotent: true,
      params: Workbook,
      body: RunRequest,
      errors: [409],
      response: { 202: RunStarted },
      exists,
      handler: ({ scope }, { params, body }) =>
        (body.dry_run ? dryRun : startRun)(runs, scope, params.workbook_id, body),
    }),
    defineRoute({
      ...at('/runs'),
      method: 'GET',
      id: 'list_runs',
      summary: 'Runs of a workbook, newest first',
      description: 'With state, progress and what each has cost so far.',
      needs: 'runs.view',
      params: Workbook,
      query: Type.Object(Paging),
      response: { 200: RunList },
      exists,
      handler: ({ scope }, { params, query }) =>
        database.inWorkspace(scope, async (tx) =>
          listRuns(tx, { workbook_id: await mustFindWorkbook(tx, params.workbook_id) }, query),
        ),
    }),
    defineRoute({
      ...at('/runs/:run_id'),
      method: 'GET',
      id: 'get_run',
      summary: 'The status of a run',
      description:
        'Its progress, actual and estimated cost by provider and column, and why it ended. A run that has ended does not ' +
        'change, except that it can be undone.',
      needs: 'runs.view',
      params: OneRun,
      response: { 200: RunDetail },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          const run = await readRun(tx, await mustFindWorkbook(tx, params.workbook_id), params.run_id)
          return { ...run, actual: await readRunActual(tx, run.workbook_id, run.run_id) }
        }),
    }),
    ...changes.map(({ verb, summary, description, effects, act }) =>
      defineRoute({
        ...at(`/runs/:run_id/${verb}`),
        method: 'POST',
        id: `${verb}_run`,
        effects,
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
      effects: ['overwrites'],
      summary: 'Undo what a run wrote',
      description:
        "Restores the earlier value wherever the run's value is still there. The cost of the run is not refunded. Can be " +
        'redone with `redo`.',
      needs: 'workbooks.edit',
      params: OneRun,
      errors: [409],
      response: { 200: RevertResult },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, (tx) => undoRun(tx, params.workbook_id, params.run_id)),
    }),
    defineRoute({
      ...at('/stop'),
      method: 'POST',
      id: 'stop_workbook',
      effects: ['overwrites'],
      summary: 'Cancel every run of a workbook',
      description: 'Calls in progress are finished and booked; found values stay.',
      needs: 'runs.execute',
      params: Workbook,
      response: { 200: StopAll },
      exists,
      handler: async ({ scope }, { params }) => ({
        cancelled: await stopWorkbook(runs, scope, params.workbook_id),
      }),
    }),
    defineRoute({
      ...at('/runs/:run_id/errors'),
      method: 'GET',
      id: 'list_run_errors',
      summary: 'What went wrong in a run, grouped by cause',
      description:
        'Cells that a later run has mended are not in it. `retry` of a group is the body of the run that takes it up.',
      needs: 'runs.view',
      params: OneRun,
      response: { 200: ErrorGroups },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          const { workbook_id, run_id } = await readRun(
            tx,
            await mustFindWorkbook(tx, params.workbook_id),
            params.run_id,
          )
          return { items: await readErrorGroups(tx, workbook_id, run_id), next_cursor: null }
        }),
    }),
    defineRoute({
      ...at('/errors'),
      method: 'GET',
      id: 'list_workbook_errors',
      summary: 'The errors of a workbook, grouped by cause',
      description: 'By column and cause, with the number of cells and a run that would call them again.',
      needs: 'runs.view',
      params: Workbook,
      response: { 200: ErrorGroups },
      exists,
      handler: ({ scope }, { params }) =>
        database.inWorkspace(scope, async (tx) => {
          const id = await mustFindWorkbook(tx, params.workbook_id)
          return { items: await readErrorGroups(tx, id, null), next_cursor: null }
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/runs',
      id: 'list_workspace_runs',
      tag: 'Runs',
      summary: 'Runs of all workbooks of the workspace, newest first',
      description: 'With state, progress and what each has cost so far. `open=true` leaves out those that have ended.',
      access: 'user',
      needs: 'runs.view',
      query: Type.Object({
        ...Paging,
        open: Type.Optional(
          Type.Boolean({ description: 'True: only those that have not ended; false: only the others.' }),
        ),
      }),
      response: { 200: RunList },
      handler: ({ scope }, { query }) =>
        database.inWorkspace(scope, (tx) => listRuns(tx, { workbook_id: null, open: query.open }, query)),
    }),
  ]
}

async function listRuns(
  tx: WorkspaceTx,
  which: Parameters<typeof readRuns>[1],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const found = await readRuns(tx, which, limit + 1, cursor)
  const items = found.slice(0, limit)
  return { items, next_cursor: found.length > limit ? (items.at(-1)?.run_id ?? null) : null }
}
