// What people do with runs: estimate one, start it, pause, resume and cancel it.
import { planRow } from '../../engine/cell.ts'
import { type CellPlanSpec, planSpec } from '../../engine/columns.ts'
import { buildGraph, levels } from '../../engine/graph.ts'
import { refuse, refuseField } from '../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import type { Lookup } from '../../providers/kit.ts'
import { readRowsForRun } from '../../records/workbooks/rows.reads.ts'
import { mustFindWorkbook, mustReadWorkbook, readColumns } from '../../records/workbooks/workbooks.reads.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import { cutRows, cutWorkbook } from './chunks.writes.ts'
import { type Estimated, estimateRun, type RowsInScope } from './estimate.reads.ts'
import { catalogueFacts } from './facts.ts'
import { endRun, settleWorkbook } from './run.ending.ts'
import type { RunEstimate, RunRequest, RunResponse } from './run.schema.ts'
import { readRun } from './runs.reads.ts'

export interface Runs {
  database: Database
  catalog: readonly Lookup[]
  now: () => Date
}

interface Prepared {
  scope: RowsInScope
  estimated: Estimated
  estimate: RunEstimate
  rows: number
}

/** What the run would do and cost, without doing it. */
export async function estimate(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  request: RunRequest,
): Promise<RunEstimate> {
  return runs.database.inWorkspace(workspaceId, async (tx) => (await prepare(runs, tx, workbookId, request)).estimate)
}

/** Stores the run with its plan frozen and its chunks cut; workers take it from there. */
export async function startRun(
  runs: Runs,
  scope: Scope,
  workbookId: string,
  request: RunRequest,
): Promise<{ run_id: string; status: string; rows: number; cells: number; estimate: RunEstimate }> {
  return runs.database.inWorkspace(scope.workspace_id, async (tx) => {
    const { scope: rowScope, estimated, estimate: expected, rows } = await prepare(runs, tx, workbookId, request)
    const runId = newId()
    const cells = rows * estimated.specs.length
    const { rows: limit } = await tx.client.query(
      'select next_position from workbooks where workspace_id = $1 and id = $2',
      [tx.workspace_id, workbookId],
    )
    await tx.db
      .insertInto('runs')
      .values({
        workspace_id: tx.workspace_id,
        id: runId,
        workbook_id: workbookId,
        status: 'queued',
        mode: request.mode,
        column_ids: estimated.specs.map((spec) => spec.column_id),
        scope: JSON.stringify({ specs: estimated.specs, request }),
        max_position: limit[0].next_position,
        rows,
        cells,
        estimate: JSON.stringify(expected),
        actor_user_id: scope.principal.user_id,
      })
      .execute()
    if ('row_ids' in rowScope) await cutRows(tx, runId, rowScope.row_ids)
    else await cutWorkbook(tx, runId, workbookId)
    await settleWorkbook(tx, workbookId)
    await ring(tx, {
      type: 'run.created',
      run_id: runId,
      workbook_id: workbookId,
      done: 0,
      total: cells,
      status: 'queued',
    })
    if (rows === 0) await endRun(tx, runId, workbookId, 'done')
    await tx.client.query(`select pg_notify('millrace_runs', '')`)
    return { run_id: runId, status: rows === 0 ? 'done' : 'queued', rows, cells, estimate: expected }
  })
}

export function pauseRun(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  runId: string,
): Promise<RunResponse> {
  return change(runs, workspaceId, workbookId, runId, async (tx, run) => {
    if (run.status === 'paused') return
    if (run.status !== 'queued' && run.status !== 'running')
      refuse('conflict', `The run is ${words(run.status)} and cannot be paused`)
    await tx.db
      .updateTable('runs')
      .set({ status: 'paused' })
      .where('workspace_id', '=', tx.workspace_id)
      .where('id', '=', runId)
      .execute()
    await ring(tx, { type: 'run.paused', run_id: runId, workbook_id: workbookId, status: 'paused' })
  })
}

export function resumeRun(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  runId: string,
): Promise<RunResponse> {
  return change(runs, workspaceId, workbookId, runId, async (tx, run) => {
    if (run.status === 'queued' || run.status === 'running') return
    if (run.status !== 'paused')
      refuse('conflict', `The run is ${words(run.status)} and cannot be resumed; start a new one`)
    await tx.db
      .updateTable('runs')
      .set({ status: 'queued' })
      .where('workspace_id', '=', tx.workspace_id)
      .where('id', '=', runId)
      .execute()
    await ring(tx, { type: 'run.resumed', run_id: runId, workbook_id: workbookId, status: 'queued' })
  })
}

/** Ends the run now: calls under way are stopped, what was found stays. Cancelling twice changes nothing. */
export function cancelRun(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  runId: string,
): Promise<RunResponse> {
  return change(runs, workspaceId, workbookId, runId, async (tx, run) => {
    if (run.status === 'cancelled') return
    if (!(await endRun(tx, runId, workbookId, 'cancelled')))
      refuse('conflict', `The run is ${words(run.status)} already`)
  })
}

/** Cancels every run of the workbook that has not ended; returns their ids. */
export async function stopWorkbook(runs: Runs, workspaceId: WorkspaceId, workbookId: string): Promise<string[]> {
  return runs.database.inWorkspace(workspaceId, async (tx) => {
    await mustFindWorkbook(tx, workbookId)
    await lockWorkbook(tx, workbookId)
    const { rows } = await tx.client.query(
      `select id from runs where workspace_id = $1 and workbook_id = $2 and status in ('queued', 'running', 'paused') order by created_at`,
      [workspaceId, workbookId],
    )
    for (const { id } of rows) await endRun(tx, id, workbookId, 'cancelled')
    await tx.client.query(`select pg_notify('millrace_runs', '')`)
    return rows.map((row) => row.id as string)
  })
}

async function change(
  { database }: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  runId: string,
  act: (tx: WorkspaceTx, run: RunResponse) => Promise<void>,
): Promise<RunResponse> {
  return database.inWorkspace(workspaceId, async (tx) => {
    await mustFindWorkbook(tx, workbookId)
    await lockWorkbook(tx, workbookId)
    await act(tx, await readRun(tx, workbookId, runId))
    await settleWorkbook(tx, workbookId)
    await tx.client.query(`select pg_notify('millrace_runs', '')`)
    return readRun(tx, workbookId, runId)
  })
}

async function lockWorkbook(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('select 1 from workbooks where workspace_id = $1 and id = $2 for no key update', [
    tx.workspace_id,
    workbookId,
  ])
}

function words(status: string): string {
  return status.replaceAll('_', ' ')
}

async function prepare(runs: Runs, tx: WorkspaceTx, workbookId: string, request: RunRequest): Promise<Prepared> {
  const workbook = await mustReadWorkbook(tx, workbookId)
  const columns = await readColumns(tx, workbookId)
  const performance = await readPerformance(tx)
  const byId = new Map(runs.catalog.map((lookup) => [lookup.id, lookup]))
  const specs = orderedSpecs(columns, request.column_ids, performance)
  const estimated: Estimated = {
    specs,
    mode: request.mode,
    performance,
    factsOf: catalogueFacts(runs.catalog),
    lookupOf: (id) => byId.get(id),
    now: runs.now().getTime(),
  }
  const scope = await rowsInScope(tx, workbookId, workbook.total_rows, request, estimated)
  const rows = 'row_ids' in scope ? scope.row_ids.length : scope.total_rows
  return { scope, estimated, estimate: await estimateRun(tx, workbookId, scope, estimated), rows }
}

/** The plans of the columns to run, in the order of their references. */
function orderedSpecs(
  columns: Awaited<ReturnType<typeof readColumns>>,
  wanted: string[] | undefined,
  performance: { max_providers: number },
): CellPlanSpec[] {
  const enriched = new Map(columns.filter((column) => column.type !== 'input').map((column) => [column.id, column]))
  const all = new Map(columns.map((column) => [column.id, column]))
  wanted?.forEach((id, index) => {
    if (!all.has(id)) refuseField(['column_ids', index], 'value_error', `Value error, there is no column "${id}"`, id)
    if (!enriched.has(id))
      refuseField(
        ['column_ids', index],
        'value_error',
        `Value error, "${all.get(id)?.name}" is not an enriched column and cannot be run`,
        id,
      )
  })
  const ids = wanted ?? [...enriched.keys()]
  if (ids.length === 0) refuse('conflict', 'This workbook has no enriched column to run')
  return levels(buildGraph(columns), ids)
    .flat()
    .flatMap((id) => {
      const column = enriched.get(id)
      const spec = column && planSpec(column, columns, performance)
      return spec ? [spec] : []
    })
}

async function rowsInScope(
  tx: WorkspaceTx,
  workbookId: string,
  totalRows: number,
  request: RunRequest,
  e: Estimated,
): Promise<RowsInScope> {
  let ids: string[] | undefined
  if (request.row_ids) ids = await knownRows(tx, workbookId, request.row_ids)
  else if (request.mode === 'failed') ids = await failedRows(tx, workbookId, e.specs)
  if (request.limit === undefined) return ids ? { row_ids: ids } : { total_rows: totalRows }
  return { row_ids: await firstToRun(tx, workbookId, ids, request.limit, e) }
}

async function knownRows(tx: WorkspaceTx, workbookId: string, ids: string[]): Promise<string[]> {
  const { rows } = await tx.client.query(
    'select id from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = any($3::uuid[]) order by position',
    [tx.workspace_id, workbookId, ids.filter(isUuid)],
  )
  const known = new Set(rows.map((row) => row.id as string))
  const missing = ids.findIndex((id) => !known.has(id.toLowerCase()))
  if (missing >= 0)
    refuseField(['row_ids', missing], 'value_error', 'Value error, there is no such row in this workbook', ids[missing])
  return [...known]
}

/** Found by the index of unfinished cells: twelve failures among a million rows cost twelve. */
async function failedRows(tx: WorkspaceTx, workbookId: string, specs: readonly CellPlanSpec[]): Promise<string[]> {
  const { rows } = await tx.client.query(
    `select r.id from workbook_rows r where r.workspace_id = $1 and r.workbook_id = $2 and r.id in (
        select row_id from cells where workspace_id = $1 and workbook_id = $2 and column_id = any($3)
          and status in ('error', 'budget_stopped')) order by r.position`,
    [tx.workspace_id, workbookId, specs.map((spec) => spec.column_id)],
  )
  return rows.map((row) => row.id as string)
}

const LOOK_AT_MOST = 50_000

/** The first rows with at least one cell that would be asked. */
async function firstToRun(
  tx: WorkspaceTx,
  workbookId: string,
  among: string[] | undefined,
  limit: number,
  e: Estimated,
): Promise<string[]> {
  const found: string[] = []
  let from = 0
  for (let seen = 0; seen < LOOK_AT_MOST && found.length < limit; ) {
    const batch = among?.slice(seen, seen + 500)
    const rows = await readRowsForRun(
      tx,
      workbookId,
      batch ? { row_ids: batch } : { from, to: Number.MAX_VALUE, limit: 500 },
      null,
    )
    const last = rows.at(-1)
    if (!last) break
    for (const row of rows) {
      const asks = planRow(e.specs, { row, mode: e.mode, now: e.now, factsOf: e.factsOf }).some(
        ({ decision }) => decision.kind === 'ask',
      )
      if (asks && found.length < limit) found.push(row.row_id)
    }
    seen += 500
    from = last.position + Number.EPSILON * Math.max(1, last.position)
  }
  return found
}
