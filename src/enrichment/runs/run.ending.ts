// How chunks and runs end: the last chunk ends its run, in the transaction that says so, and everyone hears of it.
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import { recordRunEnd } from '../../records/history/recorder.ts'
import { markOpen, takeReadyRows } from '../waiting/awaited.writes.ts'
import { cutResting, type Lease, releaseChunk } from './chunks.writes.ts'
import { addCounts, progressData } from './progress.ts'
import type { Rest } from './run-row.ts'

/** Marks the chunk done and counts the cells that were left as they are. Ends the run when it was the last one. */
export async function endChunk(
  database: Database,
  chunk: Lease,
  workerId: string,
  workbookId: string,
  { untouched, rows, rests }: { untouched: number; rows: number; rests: ReadonlyMap<string, Rest> },
): Promise<void> {
  await database.inWorkspace(chunk.workspace_id, async (tx) => {
    await lockWorkbook(tx, workbookId)
    if (!(await releaseChunk(tx, chunk, workerId, 'done'))) return
    await putToRest(tx, chunk, rests)
    const progress = await addCounts(tx, chunk.run_id, untouched, 0, untouched > 0 ? { untouched } : {})
    // One look at both: an answer that comes becomes a chunk in one act.
    const open = await tx.client.query(
      `select from run_chunks where workspace_id = $1 and run_id = $2 and state <> 'done'
        union all select from awaited_answers where workspace_id = $1 and run_id = $2 and state = 'open' limit 1`,
      [chunk.workspace_id, chunk.run_id],
    )
    if (open.rowCount === 0) await endRun(tx, chunk.run_id, workbookId, endingOf(progress.counts))
    else if (rows > 0 && untouched > 0)
      await ring(tx, { type: 'run.progress', run_id: chunk.run_id, workbook_id: workbookId, ...progressData(progress) })
  })
}

/** What a budget kept from being asked is told before what failed: it is for a person to decide about. */
function endingOf(counts: Record<string, number>): Ending {
  if ((counts.budget_stopped ?? 0) > 0) return 'budget_stopped'
  return (counts.error ?? 0) > 0 ? 'done_with_errors' : 'done'
}

/** Ends a run that has used up what it may cost: rows under way finish, no new ones begin. */
export async function endAtCap(database: Database, at: WorkspaceId, runId: string, workbookId: string): Promise<void> {
  await database.inWorkspace(at, async (tx) => {
    await lockWorkbook(tx, workbookId)
    await endRun(tx, runId, workbookId, 'budget_stopped', 'The limit of this run is used up. What was found stays.')
    tx.wakes.add('millrace_runs')
  })
}

/** Rows that cannot be finished now: come back to at a time, or when the last answer that they wait for is there. */
async function putToRest(tx: WorkspaceTx, chunk: Lease, rests: ReadonlyMap<string, Rest>): Promise<void> {
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
    await cutResting(tx, chunk.run_id, ready, null, chunk.rests)
  }
  await cutResting(tx, chunk.run_id, timed, new Date(notBefore), chunk.rests + 1)
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
const EVENT: Record<Ending, string> = {
  done: 'run.completed',
  done_with_errors: 'run.completed',
  budget_stopped: 'run.completed',
  cancelled: 'run.cancelled',
  failed: 'run.failed',
}

/** Ends a run that has not ended, once; false when it had. Sets the workbook's status by what is left to do. */
export async function endRun(
  tx: WorkspaceTx,
  runId: string,
  workbookId: string,
  status: Ending,
  error?: string,
): Promise<boolean> {
  const { rows } = await tx.client.query(
    `update runs set status = $3, ended_at = now(), error = $4 where workspace_id = $1 and id = $2
      and status in ('queued', 'running', 'paused') returning done, cells, counts, cost_micro,
        (extract(epoch from now() - coalesce(started_at, now())) * 1000)::int as elapsed_ms`,
    [tx.workspace_id, runId, status, error ?? null],
  )
  if (rows.length === 0) return false
  await recordRunEnd(tx, workbookId, runId, { cells: rows[0].done })
  // A leased chunk is left to its worker, so that answers already paid for are still written. So is one that is just being
  // taken: who takes it waits for the run, and must not be waited for.
  await tx.client.query(
    `delete from run_chunks where workspace_id = $1 and run_id = $2 and seq = any(array(
      select seq from run_chunks where workspace_id = $1 and run_id = $2 and state <> 'leased' for update skip locked))`,
    [tx.workspace_id, runId],
  )
  await settleWorkbook(tx, workbookId)
  await ring(tx, { type: EVENT[status], run_id: runId, workbook_id: workbookId, status, ...progressData(rows[0]) })
  return true
}

/** The workbook is running or paused as its runs are; without any it is complete when every row is, else a draft. */
export async function settleWorkbook(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query(
    `update workbooks w set updated_at = now(), status = case
        when exists (select 1 from runs r where r.workspace_id = $1 and r.workbook_id = $2 and r.status in ('queued', 'running')) then 'running'
        when exists (select 1 from runs r where r.workspace_id = $1 and r.workbook_id = $2 and r.status = 'paused') then 'paused'
        when w.total_rows > 0 and w.completed_rows >= w.total_rows then 'complete' else 'draft' end
      where w.workspace_id = $1 and w.id = $2`,
    [tx.workspace_id, workbookId],
  )
}

/** Whoever changes a run's state takes its workbook first: the order in which every group of cells meets the two. */
export async function lockWorkbook(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await tx.client.query('select 1 from workbooks where workspace_id = $1 and id = $2 for no key update', [
    tx.workspace_id,
    workbookId,
  ])
}
