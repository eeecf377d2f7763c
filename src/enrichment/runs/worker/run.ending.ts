// How chunks and runs end: the last chunk ends its run, in the transaction that says so, and emits the event.

import type { WorkspaceId } from '../../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../../platform/db/database.ts'
import { isOutage } from '../../../platform/db/outage.ts'
import { emit } from '../../../platform/events/event.ts'
import { runsEnded } from '../../../platform/meters.ts'
import { PAST_HELD } from '../../../platform/queue/lease.ts'
import { recountCells } from '../../../records/rows/cells.commands.ts'
import { recordRunEnd } from '../../../records/store/recorder.ts'
import { markOpen, takeReadyRows } from '../../attempts/awaited.writes.ts'
import { runCancelled, runCompleted, runFailed, runProgress } from '../../enrichment.events.ts'
import type { DeferredColumns } from '../cells/run-row.ts'
import { settleExploration } from '../planning/exploration.commands.ts'
import { type Lease, markTakenOver, releaseChunk } from './chunks.writes.ts'
import { cutDeferred } from './deferred-rows.commands.ts'
import { keepAsUncertain } from './open-lines.commands.ts'
import { addCounts, progressData, type RunProgress } from './progress.ts'

/** Marks the chunk done and counts the cells that were left as they are. Ends the run when it was the last one. */
export async function endChunk(
  database: Database,
  chunk: Lease,
  workerId: string,
  workbookId: string,
  {
    untouched,
    row_ids,
    rests,
  }: { untouched: number; row_ids: readonly string[]; rests: ReadonlyMap<string, DeferredColumns> },
): Promise<void> {
  await database.inWorkspace(chunk.workspace_id, async (tx) => {
    await lockWorkbook(tx, workbookId)
    if (!(await releaseChunk(tx, chunk, workerId, 'done'))) return
    if (chunk.leases > 1) await recountCells(tx, workbookId, chunk.run_id, row_ids)
    const isEnding = await isToEnd(tx, chunk.run_id)
    if (!isEnding) await putToRest(tx, chunk, rests)
    const progress = await addCounts(tx, chunk.run_id, untouched, untouched > 0 ? { untouched } : {})
    if (isEnding) return void (await finishEnding(tx, chunk.run_id, workbookId))
    // One look at both: an answer that comes becomes a chunk in one act.
    const open = await tx.client.query(
      `select from run_chunks where workspace_id = $1 and run_id = $2 and state <> 'done'
        union all select from awaited_answers where workspace_id = $1 and run_id = $2 and state = 'open' limit 1`,
      [chunk.workspace_id, chunk.run_id],
    )
    if (open.rowCount === 0)
      await endRun(tx, chunk.run_id, workbookId, await endingOf(tx, chunk.run_id, workbookId, progress.counts))
    else if (row_ids.length > 0 && untouched > 0)
      await emit(tx, runProgress, { run_id: chunk.run_id, workbook_id: workbookId, ...progressData(progress) })
  })
}

async function isToEnd(tx: WorkspaceTx, runId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'select from runs where workspace_id = $1 and id = $2 and ending is not null',
    [tx.workspace_id, runId],
  )
  return rowCount === 1
}

/**
 * Cells that a budget stopped are reported before failures, because a user can decide about them. What a row may cost by its
 * column stops that row, and no run.
 */
async function endingOf(
  tx: WorkspaceTx,
  runId: string,
  workbookId: string,
  counts: Record<string, number>,
): Promise<Ending> {
  if ((counts.budget_stopped ?? 0) > 0) {
    const { rowCount } = await tx.client.query(
      `select from cells where workspace_id = $1 and workbook_id = $2 and run_id = $3 and status = 'budget_stopped'
        and reason is distinct from 'row_limit' limit 1`,
      [tx.workspace_id, workbookId, runId],
    )
    if (rowCount === 1) return 'budget_stopped'
  }
  return (counts.error ?? 0) > 0 ? 'done_with_errors' : 'done'
}

const USED_UP = 'The limit of this run is used up. What was found stays.'

/** Ends a run that has used up what it may cost: rows under way finish, no new ones begin. */
export async function endAtCap(
  database: Database,
  at: WorkspaceId,
  runId: string,
  workbookId: string,
  words = USED_UP,
): Promise<void> {
  await database.inWorkspace(at, async (tx) => {
    await lockWorkbook(tx, workbookId)
    await endRun(tx, runId, workbookId, 'budget_stopped', words)
  })
}

/** Rows that cannot be finished now: come back to at a time, or when the last answer that they wait for is there. */
async function putToRest(tx: WorkspaceTx, chunk: Lease, rests: ReadonlyMap<string, DeferredColumns>): Promise<void> {
  if (rests.size === 0) return
  const waiting = new Map<string, string[]>()
  const timed = new Map<string, string[]>()
  let notBefore = 0
  for (const [rowId, { columns, resume_at }] of rests) {
    if (resume_at === null) waiting.set(rowId, columns)
    else timed.set(rowId, columns)
    notBefore = Math.max(notBefore, resume_at ?? 0)
  }
  if (waiting.size > 0) {
    await markOpen(tx, chunk.run_id, waiting)
    // The answer may have come while its row was still worked on.
    const ready = await takeReadyRows(tx, chunk.run_id, [...waiting.keys()])
    await cutDeferred(tx, chunk.run_id, ready, null, chunk.rests)
  }
  await cutDeferred(tx, chunk.run_id, timed, new Date(notBefore), chunk.rests + 1)
}

/** Ends a run that cannot go on. What was written stays. */
export async function giveUp(database: Database, chunk: Lease, workbookId: string, failure: Error): Promise<void> {
  await database.inWorkspace(chunk.workspace_id, async (tx) => {
    await lockWorkbook(tx, workbookId)
    await endRun(
      tx,
      chunk.run_id,
      workbookId,
      'failed',
      `Some rows could not be worked through: ${failure.message}`.slice(0, 500),
    )
  })
}

type Ending = 'done' | 'done_with_errors' | 'budget_stopped' | 'cancelled' | 'failed'
const EVENT: Record<Ending, typeof runCompleted> = {
  done: runCompleted,
  done_with_errors: runCompleted,
  budget_stopped: runCompleted,
  cancelled: runCancelled,
  failed: runFailed,
}

/**
 * Ends a run that has not ended, once; false when it had, or was to. While a worker holds a part of it, it is only marked: calls under
 * way are stopped or finish, their money is booked, and the worker that releases the last part ends it.
 */
export async function endRun(
  tx: WorkspaceTx,
  runId: string,
  workbookId: string,
  status: Ending,
  error?: string,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update runs set ending = $3, ending_error = $4 where workspace_id = $1 and id = $2 and status in ('queued', 'running', 'paused')
      and (ending is null or ($3 = 'cancelled' and ending <> 'cancelled') or ($3 = 'budget_stopped' and ending = $3 and ending_error = $5))`,
    [tx.workspace_id, runId, status, error ?? null, USED_UP],
  )
  if (rowCount === 0) return false
  await dropChunks(tx, runId, `state <> 'leased'`)
  if (!(await finishEnding(tx, runId, workbookId))) tx.wakes.add('millrace_runs')
  return true
}

/** Ends a run that is to end, as soon as no worker holds a part of it: nothing of it changes afterwards. */
export async function finishEnding(tx: WorkspaceTx, runId: string, workbookId: string): Promise<boolean> {
  const { rows: open } = await tx.client.query(
    `select from runs r where r.workspace_id = $1 and r.id = $2 and r.ending is not null and r.ended_at is null and not exists (${HELD})`,
    [tx.workspace_id, runId],
  )
  if (open.length === 0) return false
  // Writes the cells of dead workers. If that fails, the run still ends, and the sweep of reservations settles the rest.
  await tryKeeping(tx, runId, null)
  const { rows } = await tx.client.query<RunProgress & { status: Ending }>(
    `update runs set status = ending, ended_at = now(), error = ending_error, ending = null, ending_error = null
      where workspace_id = $1 and id = $2 and ending is not null returning status, done, cells, counts, cost_micro,
        (extract(epoch from now() - coalesce(started_at, now())) * 1000)::int as elapsed_ms`,
    [tx.workspace_id, runId],
  )
  const [run] = rows
  if (!run) return false
  await settleExploration(tx, runId, workbookId)
  await recordRunEnd(tx, workbookId, runId, { cells: run.done })
  await dropChunks(tx, runId, 'true')
  await settleWorkbook(tx, workbookId)
  const { status } = run
  tx.afterwards.push(() => runsEnded.inc({ state: status }))
  await emit(tx, EVENT[status], { run_id: runId, workbook_id: workbookId, status, ...progressData(run) })
  return true
}

async function tryKeeping(tx: WorkspaceTx, runId: string, ids: string[] | null): Promise<void> {
  await tx.client.query('savepoint keeping')
  try {
    await keepAsUncertain(tx, runId, ids)
    await tx.client.query('release savepoint keeping')
  } catch (error) {
    if (isOutage(error)) throw error
    await tx.client.query('rollback to savepoint keeping')
  }
}

const HELD = `select from run_chunks c where c.workspace_id = r.workspace_id and c.run_id = r.id and c.state = 'leased' and c.lease_until > now()`

/** A chunk that is just being taken is left: its worker waits for the run, and must not be waited for. */
async function dropChunks(tx: WorkspaceTx, runId: string, which: string): Promise<void> {
  await tx.client.query(
    `delete from run_chunks where workspace_id = $1 and run_id = $2 and seq = any(array(
      select seq from run_chunks where workspace_id = $1 and run_id = $2 and ${which} ${PAST_HELD}))`,
    [tx.workspace_id, runId],
  )
}

/**
 * Gives a chunk back that was not finished, with its calls whose answer no worker will read; to be taken at once, or not before a time.
 * `is_recorded`: the result of all other calls is on record.
 */
export async function giveChunkBack(
  database: Database,
  chunk: Lease,
  workerId: string,
  workbookId: string,
  { open, is_recorded, ...release }: { open: string[]; is_recorded: boolean; notBefore: Date | null; failed: boolean },
): Promise<void> {
  await database.inWorkspace(chunk.workspace_id, async (tx) => {
    await lockWorkbook(tx, workbookId)
    const isReleased = await releaseChunk(tx, chunk, workerId, 'ready', release)
    if (isReleased && (open.length > 0 || !is_recorded)) await markTakenOver(tx, chunk.run_id)
    await tryKeeping(tx, chunk.run_id, open)
    await finishEnding(tx, chunk.run_id, workbookId)
  })
}

/** Ends runs that are marked to end and have lost their last worker. Each process checks for them now and then. */
export async function endAbandoned(database: Database): Promise<void> {
  const { rows } = await database.inSystem((tx) =>
    tx.client.query<{ workspace_id: WorkspaceId; id: string; workbook_id: string }>({
      name: 'runs_abandoned',
      text: `select r.workspace_id, r.id, r.workbook_id from runs r where r.ending is not null and not exists (${HELD}) limit 20`,
    }),
  )
  for (const { workspace_id, id, workbook_id } of rows)
    await database.inWorkspace(workspace_id, async (tx) => {
      await lockWorkbook(tx, workbook_id)
      await finishEnding(tx, id, workbook_id)
    })
}

/** The workbook is running or paused as its runs are; without any it is complete when every row is, else a draft. */
export async function settleWorkbook(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query(
    `/* along: runs (workspace_id, workbook_id, status) where workspace_id = $1 and workbook_id = $2 and ended_at is null */
      update workbooks w set updated_at = now(), status = case
        when exists (select 1 from runs r where r.workspace_id = $1 and r.workbook_id = $2 and r.status in ('queued', 'running')) then 'running'
        when exists (select 1 from runs r where r.workspace_id = $1 and r.workbook_id = $2 and r.status = 'paused') then 'paused'
        when w.total_rows > 0 and w.completed_rows >= w.total_rows then 'complete' else 'draft' end
      where w.workspace_id = $1 and w.id = $2`,
    [tx.workspace_id, workbookId],
  )
}

/** Changes of a run's state lock its workbook first: the order in which every group of cells locks the two. */
export async function lockWorkbook(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('select 1 from workbooks where workspace_id = $1 and id = $2 for no key update', [
    tx.workspace_id,
    workbookId,
  ])
}
