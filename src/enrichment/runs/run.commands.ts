// What people do with runs: estimate one, start it, pause, resume and cancel it.
import { refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place, Scope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import { flipChange } from '../../records/history/flip.commands.ts'
import { newChange, recordChange } from '../../records/history/recorder.ts'
import { mustFindWorkbook } from '../../records/workbooks/workbooks.reads.ts'
import { cutRows, cutWorkbook } from './chunks.writes.ts'
import type { Askable } from './facts.ts'
import { endRun, lockWorkbook, settleWorkbook } from './run.ending.ts'
import type { RunEstimate, RunRequest, RunResponse } from './run.schema.ts'
import { prepareRun } from './run.scope.ts'
import { readRun } from './runs.reads.ts'

export interface Runs extends Askable {
  database: Database
  now: () => Date
}

/** What the run would do and cost, without doing it. */
export async function estimate(
  runs: Runs,
  workspaceId: WorkspaceId,
  workbookId: string,
  request: RunRequest,
): Promise<RunEstimate> {
  return runs.database.inWorkspace(
    workspaceId,
    async (tx) => (await prepareRun(runs, tx, workbookId, request)).estimate,
  )
}

/** Stores the run with its plan frozen and its chunks cut; workers take it from there. */
export async function startRun(
  runs: Runs,
  scope: Scope,
  workbook: string,
  request: RunRequest,
): Promise<{ run_id: string; status: string; rows: number; cells: number; estimate: RunEstimate }> {
  return runs.database.inWorkspace(scope, async (tx) => {
    const prepared = await prepareRun(runs, tx, workbook, request)
    const { workbook_id: workbookId, scope: rowScope, estimated, estimate: expected, rows } = prepared
    const runId = newId()
    const column_ids = estimated.specs.map((spec) => spec.column_id)
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
        column_ids,
        scope: JSON.stringify({ specs: estimated.specs, request }),
        max_position: limit[0].next_position,
        rows,
        cells,
        estimate: JSON.stringify(expected),
        actor_user_id: scope.principal.user_id,
      })
      .execute()
    if (rows > 0)
      await recordRun(tx, workbookId, runId, { rows, column_ids, scope: rowScope, to: limit[0].next_position })
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
    await audit(tx, {
      act: 'run.started',
      object: { type: 'run', id: runId },
      after: {
        workbook_id: workbookId,
        mode: request.mode,
        columns: estimated.specs.map((spec) => spec.column_id),
        rows,
        cells,
        row_ids: request.row_ids?.length ?? null,
        limit: request.limit ?? null,
        expected_usd: expected.expected_usd,
      },
    })
    if (rows === 0) await endRun(tx, runId, workbookId, 'done')
    tx.wakes.add('millrace_runs')
    return { run_id: runId, status: rows === 0 ? 'done' : 'queued', rows, cells, estimate: expected }
  })
}

export type RunAct = (runs: Runs, at: WorkspaceId | Place, workbook: string, run: string) => Promise<RunResponse>
/** Rows by the thousand are found by position when the run is undone, rather than listed. */
const MOST_LISTED = 5000

async function recordRun(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  { rows, column_ids, scope, to }: { rows: number; column_ids: string[]; scope: object; to: number },
): Promise<void> {
  const listed = 'row_ids' in scope ? (scope.row_ids as string[]) : []
  const row_ids = listed.length > 0 && listed.length <= MOST_LISTED ? listed : null
  const change = newChange('run', { rows }, null, runId)
  await recordChange(tx, workbookId, { ...change, detail: { run: { column_ids, row_ids, to, ended: false } } })
}

/** Lets rows under way finish and begins no new ones. Pausing twice changes nothing. */
export const pauseRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.paused', async (tx, run) => {
    if (run.status === 'paused') return
    if (run.status !== 'queued' && run.status !== 'running')
      refuse('conflict', `The run is ${words(run.status)} and cannot be paused`)
    await setStatus(tx, run, 'paused', 'run.paused')
  })

/** Goes on where it was paused. Resuming a run that goes on changes nothing. */
export const resumeRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.resumed', async (tx, run) => {
    if (run.status === 'queued' || run.status === 'running') return
    if (run.status !== 'paused')
      refuse('conflict', `The run is ${words(run.status)} and cannot be resumed; start a new one`)
    await setStatus(tx, run, 'queued', 'run.resumed')
  })

/** Ends the run now: calls under way are stopped, what was found stays. Cancelling twice changes nothing. */
export const cancelRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.cancelled', async (tx, run) => {
    if (run.status === 'cancelled') return
    if (!(await endRun(tx, run.run_id, run.workbook_id, 'cancelled')))
      refuse('conflict', `The run is ${words(run.status)} already`)
  })

/** Cancels every run of the workbook that has not ended; returns their ids. */
export async function stopWorkbook(runs: Runs, at: WorkspaceId | Place, workbook: string): Promise<string[]> {
  return runs.database.inWorkspace(at, async (tx) => cancelRunsOf(tx, await mustFindWorkbook(tx, workbook)))
}

/** As {@link stopWorkbook}, inside the transaction that gives a reason for it. */
export async function cancelRunsOf(tx: WorkspaceTx, workbookId: string): Promise<string[]> {
  await lockWorkbook(tx, workbookId)
  const { rows } = await tx.client.query(
    `select id from runs where workspace_id = $1 and workbook_id = $2 and status in ('queued', 'running', 'paused') order by created_at`,
    [tx.workspace_id, workbookId],
  )
  for (const { id } of rows) {
    await endRun(tx, id, workbookId, 'cancelled')
    await audit(tx, { act: 'run.cancelled', object: { type: 'run', id }, after: { workbook_id: workbookId } })
  }
  tx.wakes.add('millrace_runs')
  return rows.map((row) => row.id as string)
}

async function change(
  { database }: Runs,
  at: WorkspaceId | Place,
  workbook: string,
  id: string,
  act: string,
  work: (tx: WorkspaceTx, run: RunResponse) => Promise<void>,
): Promise<RunResponse> {
  return database.inWorkspace(at, async (tx) => {
    const workbookId = await mustFindWorkbook(tx, workbook)
    await lockWorkbook(tx, workbookId)
    const run = await readRun(tx, workbookId, id)
    await work(tx, run)
    await audit(tx, {
      act,
      object: { type: 'run', id: run.run_id },
      before: { status: run.status },
      after: { workbook_id: workbookId },
    })
    await settleWorkbook(tx, workbookId)
    tx.wakes.add('millrace_runs')
    return readRun(tx, workbookId, run.run_id)
  })
}

/** Takes back what a run wrote, as far as nobody changed it since. What it has cost is spent. */
export async function undoRun(tx: WorkspaceTx, workbook: string, id: string) {
  const run = await readRun(tx, await mustFindWorkbook(tx, workbook), id)
  const undone = await flipChange(tx, run.workbook_id, 'undo', run.run_id)
  const after = { workbook_id: run.workbook_id }
  await audit(tx, { act: 'run.undone', object: { type: 'run', id: run.run_id }, after })
  return undone
}

async function setStatus(tx: WorkspaceTx, run: RunResponse, status: 'paused' | 'queued', event: string): Promise<void> {
  await tx.db
    .updateTable('runs')
    .set({ status })
    .where('workspace_id', '=', tx.workspace_id)
    .where('id', '=', run.run_id)
    .execute()
  await ring(tx, { type: event, run_id: run.run_id, workbook_id: run.workbook_id, status })
}

function words(status: string): string {
  return status.replaceAll('_', ' ')
}
