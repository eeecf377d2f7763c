// What people do with runs that were started: pause, resume, cancel and undo them.
import { refuse } from '../../kernel/errors.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { revertChange } from '../../records/history/revert.commands.ts'
import { mustFindWorkbook } from '../../records/store/workbooks.reads.ts'
import { runPaused, runResumed } from '../enrichment.events.ts'
import type { Askable } from '../money/facts.ts'
import type { RunResponse } from './planning/run.schema.ts'
import { readRun } from './runs.reads.ts'
import { endRun, lockWorkbook, settleWorkbook } from './worker/run.ending.ts'

export interface Runs extends Askable {
  database: Database
  now: () => Date
}

export type RunAct = (
  runs: Runs,
  at: WorkspaceId | WorkspaceScope,
  workbook: string,
  run: string,
) => Promise<RunResponse>

/** Lets rows under way finish and begins no new ones. Pausing twice changes nothing. */
export const pauseRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.paused', async (tx, run) => {
    if (run.ending) refuse('conflict', `The run is being ended (${words(run.ending)}) and cannot be paused`)
    if (run.status === 'paused') return
    if (run.status !== 'queued' && run.status !== 'running')
      refuse('conflict', `The run is ${words(run.status)} and cannot be paused`)
    await setStatus(tx, run, 'paused', runPaused)
  })

/** Goes on where it was paused; it spends for the token that asks for it, if one does. Resuming a run that goes on changes nothing. */
export const resumeRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.resumed', async (tx, run) => {
    if (run.ending) refuse('conflict', `The run is being ended (${words(run.ending)}) and cannot be resumed`)
    if (run.status === 'queued' || run.status === 'running') return
    if (run.status !== 'paused')
      refuse('conflict', `The run is ${words(run.status)} and cannot be resumed; start a new one`)
    await tx.client.query(
      'update runs set actor_token_id = coalesce($3, actor_token_id) where workspace_id = $1 and id = $2',
      [tx.workspace_id, run.run_id, tx.actor?.token_id ?? null],
    )
    await setStatus(tx, run, 'queued', runResumed)
  })

/** Ends the run: calls under way are stopped and booked, then it is over; what was found stays. Cancelling twice changes nothing. */
export const cancelRun: RunAct = (runs, at, workbook, id) =>
  change(runs, at, workbook, id, 'run.cancelled', async (tx, run) => {
    if (run.status === 'cancelled' || run.ending === 'cancelled') return
    if (!(await endRun(tx, run.run_id, run.workbook_id, 'cancelled')))
      refuse('conflict', `The run is ${words(run.status)} already`)
  })

/** Cancels every run of the workbook that has not ended; returns their ids. */
export async function stopWorkbook(runs: Runs, at: WorkspaceId | WorkspaceScope, workbook: string): Promise<string[]> {
  return runs.database.inWorkspace(at, async (tx) => cancelRunsOf(tx, await mustFindWorkbook(tx, workbook)))
}

/** As {@link stopWorkbook}, inside the transaction that gives a reason for it. */
export async function cancelRunsOf(tx: WorkspaceTx, workbookId: string): Promise<string[]> {
  await lockWorkbook(tx, workbookId)
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from runs where workspace_id = $1 and workbook_id = $2 and status in ('queued', 'running', 'paused') order by created_at`,
    [tx.workspace_id, workbookId],
  )
  for (const { id } of rows) {
    await endRun(tx, id, workbookId, 'cancelled')
    await audit(tx, { act: 'run.cancelled', object: { type: 'run', id }, after: { workbook_id: workbookId } })
  }
  tx.wakes.add('millrace_runs')
  return rows.map(({ id }) => id)
}

async function change(
  { database }: Runs,
  at: WorkspaceId | WorkspaceScope,
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

/** Takes back what a run wrote, unless it changed since. What it has cost is spent. */
export async function undoRun(tx: WorkspaceTx, workbook: string, id: string) {
  const run = await readRun(tx, await mustFindWorkbook(tx, workbook), id)
  const undone = await revertChange(tx, run.workbook_id, 'undo', run.run_id)
  const after = { workbook_id: run.workbook_id }
  await audit(tx, { act: 'run.undone', object: { type: 'run', id: run.run_id }, after })
  return undone
}

async function setStatus(
  tx: WorkspaceTx,
  run: RunResponse,
  status: 'paused' | 'queued',
  event: typeof runPaused,
): Promise<void> {
  await tx.client.query('update runs set status = $3 where workspace_id = $1 and id = $2', [
    tx.workspace_id,
    run.run_id,
    status,
  ])
  await emit(tx, event, { run_id: run.run_id, workbook_id: run.workbook_id, status })
}

function words(status: string): string {
  return status.replaceAll('_', ' ')
}
