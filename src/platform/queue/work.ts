// Visible jobs: what a person started in the background and follows, in one table for every room.

import type { Static, TSchema } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { isUuid, newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Actor, WorkspaceScope } from '../ctx.ts'
import type { Database, WorkspaceTx } from '../db/database.ts'
import { hold } from '../db/hold.ts'
import { emit } from '../events/event.ts'
import {
  findJobKind,
  JobCancelled,
  type JobKind,
  type JobProgress,
  type JobRun,
  type JobUndo,
  LeaseLost,
  WorkFailed,
} from './job.ts'
import { enqueue, QUEUE_CHANNEL } from './queue.ts'
import { jobCancelled, jobCompleted, jobCreated, jobFailed, jobProgress, jobStarted } from './work.events.ts'
import { cutCounts, etaSeconds, isOver, type JobStatus } from './work.logic.ts'

export interface NewWork {
  /** What is done, for a person, such as "Find emails for 40 leads". */
  title: string
  subject?: { workbook_id?: string; [member: string]: Json | undefined }
  total?: number
  /** What it begins with, where that is not all of it. */
  message?: string
  run_at?: Date
  /** Under which something of it is kept already, such as its file. */
  id?: string
}

/** Writes a visible job and its ticket in the caller's transaction. Returns the id of both. */
export async function startWork<S extends TSchema>(
  tx: WorkspaceTx,
  kind: JobKind<S>,
  payload: Static<S>,
  { title, subject = {}, total, message, run_at, id = newId() }: NewWork,
): Promise<string> {
  await tx.client.query(
    `insert into jobs (workspace_id, id, kind, title, subject, payload, total, message, created_by, actor_name, token_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.workspace_id,
      id,
      kind.name,
      title,
      JSON.stringify(subject),
      JSON.stringify(payload),
      total ?? null,
      message ?? null,
      ...(tx.actor && tx.actor.kind !== 'machine' ? [tx.actor.user_id, tx.actor.name] : [null, null]),
      tx.actor?.token_id ?? null,
    ],
  )
  await enqueue(tx, kind, payload, { job_id: id, ...(run_at && { run_at }) })
  await emit(tx, jobCreated, { job_id: id, kind: kind.name, title, ...subjectOf(subject) })
  return id
}

/** Where a job acts, and as whom: as the user who started it, for the token that they sent. */
export async function readJobPlace(tx: WorkspaceTx, id: string): Promise<WorkspaceScope> {
  const { rows } = await tx.client.query<{
    created_by: number | null
    actor_name: string | null
    token_id: string | null
  }>('select created_by, actor_name, token_id from jobs where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  const { created_by: user_id = null, actor_name: name = null, token_id = null } = rows[0] ?? {}
  const actor: Actor = {
    kind: user_id === null && name === null ? 'machine' : 'user',
    user_id,
    name: name ?? 'Millrace',
    token_id,
    ip: null,
    request_id: null,
  }
  return { workspace_id: tx.workspace_id, actor }
}

export interface OpenWork {
  id: string
  done: number
}

/** The oldest open job of a kind, of a workbook when one is given; null when there is none. Without `cancelling`, jobs that are being cancelled do not count. */
export async function findOpenWork(
  tx: WorkspaceTx,
  { name }: { name: string },
  { workbook_id, cancelling = true }: { workbook_id?: string; cancelling?: boolean } = {},
): Promise<OpenWork | null> {
  const { rows } = await tx.client.query<OpenWork>(
    `select id, done::int as done from jobs where workspace_id = $1 and kind = $2 and status in ('pending', 'running')
       and ($3::text is null or subject ->> 'workbook_id' = $3) and ($4 or cancel_requested_at is null) order by id limit 1`,
    [tx.workspace_id, name, workbook_id ?? null, cancelling],
  )
  return rows[0] ?? null
}

/**
 * The open job of a kind, and of its workbook where it has one, else a new one: of two requests at one moment the second waits and
 * finds the job of the first. `isNew`: it was
 * started here. One that is being cancelled does not count.
 */
export async function startOnce<S extends TSchema>(
  tx: WorkspaceTx,
  kind: JobKind<S>,
  payload: Static<S>,
  work: NewWork,
): Promise<{ job_id: string; isNew: boolean }> {
  await hold(tx, `one ${kind.name} of ${tx.workspace_id}`)
  const underWay = await findOpenWork(tx, kind, { ...subjectOf(work.subject ?? {}), cancelling: false })
  if (underWay !== null) return { job_id: underWay.id, isNew: false }
  return { job_id: await startWork(tx, kind, payload, work), isNew: true }
}

const subjectOf = ({ workbook_id }: { workbook_id?: string }) => (workbook_id ? { workbook_id } : {})

interface Open {
  lease: string
  done: number
  total: number | null
  checkpoint: Json | null
}

interface Ticket {
  id: string
  workspace_id: WorkspaceId | null
}

/** Marks a job as running under a lease. Undefined when it is over, as one is that was cancelled while a worker died. */
export async function beginWork(
  database: Database,
  { id, workspace_id }: { id: string; workspace_id: WorkspaceId | null },
  lease: string,
): Promise<Open | undefined> {
  if (workspace_id === null) return undefined
  return database.inWorkspace(workspace_id, async (tx) => {
    const { rows } = await tx.client.query<{
      kind: string
      title: string
      checkpoint: Json | null
      done: number
      total: number | null
      subject: JsonObject
    }>(
      `update jobs set status = 'running', lease = $3, started_at = coalesce(started_at, now()), error = null
         where workspace_id = $1 and id = $2 and status in ('pending', 'running') and cancel_requested_at is null
         returning kind, title, checkpoint, done, total, subject`,
      [workspace_id, id, lease],
    )
    const [job] = rows
    if (!job) return void (await endCancelled(tx, id))
    await emit(tx, jobStarted, { job_id: id, kind: job.kind, title: job.title, ...subjectOf(job.subject) })
    return { lease, done: job.done, total: job.total, checkpoint: job.checkpoint }
  })
}

const EMIT_EVERY_MS = 250

/** The run that a handler gets. Without `open` the ticket is not visible and progress is not kept. */
export function openRun(
  ticket: Ticket & { attempt: number; signal: AbortSignal },
  now: () => Date,
  open?: Open,
): JobRun {
  const { id, workspace_id, attempt, signal } = ticket
  const began = now().getTime()
  const doneBefore = open?.done ?? 0
  let emittedAt = 0
  let total = open?.total ?? null
  async function update(tx: WorkspaceTx, set: string, values: unknown[]): Promise<void> {
    const { rowCount } = await tx.client.query(
      `update jobs set ${set} where workspace_id = $1 and id = $2 and lease = $3 and status = 'running'`,
      [tx.workspace_id, id, open?.lease, ...values],
    )
    if (rowCount === 0) throw new LeaseLost()
  }
  return {
    id,
    workspace_id,
    attempt,
    signal,
    total,
    checkpoint: open?.checkpoint ?? null,
    async progress(tx, progress: JobProgress) {
      if (!open) return
      const { done, message, checkpoint, counts } = progress
      if (progress.total !== undefined) total = progress.total
      await update(
        tx,
        `done = coalesce($4, done), total = $5, message = coalesce($6, message),
           checkpoint = coalesce($7::jsonb, checkpoint), counts = counts || coalesce($8::jsonb, '{}')`,
        [
          done ?? null,
          total,
          message?.slice(0, 500) ?? null,
          checkpoint === undefined ? null : JSON.stringify(checkpoint),
          counts ? JSON.stringify(counts) : null,
        ],
      )
      const at = now().getTime()
      if (at - emittedAt < EMIT_EVERY_MS && done !== total) return
      emittedAt = at
      const rate = done === undefined ? null : ((done - doneBefore) * 1000) / Math.max(1, at - began)
      await emit(tx, jobProgress, {
        job_id: id,
        done: done ?? doneBefore,
        total,
        rate: rate === null ? null : Math.round(rate * 100) / 100,
        eta_seconds: etaSeconds(done ?? null, total, rate),
        message: message ?? null,
        ...(counts && { counts: cutCounts(counts) }),
      })
    },
    async log(tx, level, message, details) {
      if (!open) return
      await tx.client.query(
        'insert into job_log (workspace_id, job_id, id, level, message, details) values ($1, $2, $3, $4, $5, $6)',
        [tx.workspace_id, id, newId(), level, message.slice(0, 2000), details ? JSON.stringify(details) : null],
      )
    },
    async hold(tx) {
      if (!open) return
      const { rows } = await tx.client.query<{ isCancelled: boolean }>(
        `select cancel_requested_at is not null as "isCancelled" from jobs
           where workspace_id = $1 and id = $2 and lease = $3 and status = 'running' for no key update`,
        [tx.workspace_id, id, open.lease],
      )
      const [held] = rows
      if (!held) throw new LeaseLost()
      if (held.isCancelled) throw new JobCancelled()
    },
    async result(tx, result) {
      if (open) await update(tx, 'result = $4::jsonb', [JSON.stringify(result)])
    },
  }
}

const ENDS = { done: jobCompleted, failed: jobFailed, cancelled: jobCancelled } as const

/** Ends a job under its lease and removes its ticket, in one transaction. What a lost lease would say is left out. */
export async function endWork(
  database: Database,
  { id, workspace_id }: Ticket,
  lease: string,
  status: 'done' | 'failed' | 'cancelled',
  failure: Error | undefined,
): Promise<void> {
  if (workspace_id === null) return
  const error = status === 'failed' ? messageOf(failure) : null
  await database.inWorkspace(workspace_id, async (tx) => {
    const { rows } = await tx.client.query<EndedRow>(
      `update jobs set status = $4, error = coalesce($5, error), finished_at = now(), lease = null
         where workspace_id = $1 and id = $2 and (lease = $3 or lease is null) and status in ('pending', 'running')
         returning kind, title, payload, done, total, counts, subject`,
      [workspace_id, id, lease, status, error],
    )
    const [job] = rows
    if (!job) return
    await tx.client.query('delete from queue where workspace_id = $1 and id = $2', [workspace_id, id])
    await announceEnd(tx, id, status, { ...job, error })
  })
}

/** A defect's own words are for the log of the server; its owner is told what happened. */
const messageOf = (failure: Error | undefined) =>
  failure instanceof WorkFailed
    ? failure.message
    : 'Something went wrong on the server. Retry the job; the log has details.'

interface EndedRow {
  kind: string
  title: string
  payload: Json
  done: number
  total: number | null
  counts: { [name: string]: number }
  subject: JsonObject
}

async function announceEnd(
  tx: WorkspaceTx,
  id: string,
  status: keyof typeof ENDS,
  job: EndedRow & { error: string | null },
): Promise<void> {
  const { kind, title, done, total, counts, error } = job
  const about = {
    job_id: id,
    kind,
    title,
    done,
    total,
    counts: cutCounts(counts),
    ...subjectOf(job.subject),
  }
  if (status === 'failed') await emit(tx, jobFailed, { ...about, error: error ?? '' })
  else await emit(tx, ENDS[status], about)
  await findJobKind(kind)?.ended?.(tx, { id, payload: job.payload, status, done, total })
}

/**
 * Cancels a job, with what its kind takes beside the end: one that waits ends at once, one at work within two seconds. Refuses (404, 409)
 * what is not there or over.
 */
export async function cancelJob(tx: WorkspaceTx, id: string): Promise<JobStatus> {
  const { rows } = await tx.client.query<{ kind: string; payload: Json }>(
    'select kind, payload from jobs where workspace_id = $1 and id = $2',
    [tx.workspace_id, id],
  )
  const [job] = rows
  if (!job) return refuse('not_found', 'There is no such job')
  const kind = findJobKind(job.kind)
  const end = () => callOffJob(tx, id)
  return kind?.cancel ? kind.cancel(tx, job.payload, end) : end()
}

/** As {@link cancelJob}, for the work that the job belongs to: it sees to the rest itself. */
export async function callOffJob(tx: WorkspaceTx, id: string): Promise<JobStatus> {
  const { rows } = await tx.client.query<{ status: JobStatus }>(
    `update jobs set cancel_requested_at = coalesce(cancel_requested_at, now()) where workspace_id = $1 and id = $2
       returning status`,
    [tx.workspace_id, id],
  )
  const [job] = rows
  if (!job) return refuse('not_found', 'There is no such job')
  if (isOver(job.status)) return refuse('conflict', `This job is over: ${job.status}`)
  const { rowCount } = await tx.client.query(
    `update queue set cancel_requested = true where workspace_id = $1 and id = $2 and state = 'leased'`,
    [tx.workspace_id, id],
  )
  tx.wakes.add(QUEUE_CHANNEL)
  if (rowCount) return job.status
  await endCancelled(tx, id)
  return 'cancelled'
}

/** Ends an open job whose cancel was asked for and that has no worker, with its ticket. */
async function endCancelled(tx: WorkspaceTx, id: string): Promise<void> {
  const { rows } = await tx.client.query<EndedRow>(
    `update jobs set status = 'cancelled', finished_at = now(), lease = null where workspace_id = $1 and id = $2
       and status in ('pending', 'running') and cancel_requested_at is not null returning kind, title, payload, done, total, counts, subject`,
    [tx.workspace_id, id],
  )
  const [job] = rows
  if (!job) return
  await tx.client.query('delete from queue where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await announceEnd(tx, id, 'cancelled', { ...job, error: null })
}

/**
 * Takes back what a job did, by what its kind says of that. Refuses (404, 409) one that is not there, goes on, was undone already, or did
 * nothing that can be taken back.
 */
export async function undoJob(database: Database, at: WorkspaceScope, id: string): Promise<JobUndo> {
  const { rows } = await database.inWorkspace(at, (tx) =>
    tx.client.query<{ kind: string; title: string; payload: Json; status: JobStatus; undone_at: Date | null }>(
      'select kind, title, payload, status, undone_at from jobs where workspace_id = $1 and id = $2',
      [at.workspace_id, isUuid(id) ? id : null],
    ),
  )
  const [job] = rows
  if (!job) return refuse('not_found', 'There is no such job')
  const kind = findJobKind(job.kind)
  if (!kind?.undo || !isOver(job.status))
    return refuse('conflict', 'Only a job that is over and changed leads or rows can be taken back')
  if (job.undone_at !== null) return refuse('conflict', 'What this job did was undone already')
  return kind.undo(database, at, { id: id.toLowerCase(), title: job.title, payload: job.payload })
}

/** Puts on record of a job, if there is one of this id, that what it did was taken back, or is in effect again. */
export async function markUndone(tx: WorkspaceTx, id: string, isUndone = true): Promise<void> {
  await tx.client.query(
    'update jobs set undone_at = case when $3 then coalesce(undone_at, now()) end where workspace_id = $1 and id = $2',
    [tx.workspace_id, id, isUndone],
  )
}

/** Calls off the open jobs of a workbook that goes. */
export async function callOffJobsOf(tx: WorkspaceTx, workbookId: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from jobs where workspace_id = $1 and status in ('pending', 'running') and subject ->> 'workbook_id' = $2 order by id`,
    [tx.workspace_id, workbookId],
  )
  for (const { id } of rows) await callOffJob(tx, id)
}

/** Calls jobs that were put off; one that is at work or over is left alone. */
export async function callJob(tx: WorkspaceTx, id: string): Promise<void> {
  await tx.client.query(`update queue set run_at = now() where workspace_id = $1 and id = $2 and state = 'ready'`, [
    tx.workspace_id,
    id,
  ])
  tx.wakes.add(QUEUE_CHANNEL)
}

/** Starts a failed or cancelled job again, from its checkpoint; it spends for the token that asks for it, if one does. Refuses (404, 409) what is not there or not over. */
export async function retryJob(tx: WorkspaceTx, id: string): Promise<void> {
  const { rows } = await tx.client.query<{
    kind: string
    title: string
    status: JobStatus
    payload: Json
    subject: JsonObject
  }>('select kind, title, status, payload, subject from jobs where workspace_id = $1 and id = $2 for update', [
    tx.workspace_id,
    id,
  ])
  const [job] = rows
  if (!job) return refuse('not_found', 'There is no such job')
  const kind = findJobKind(job.kind)
  if (!kind || !['failed', 'cancelled'].includes(job.status))
    return refuse('conflict', `Only a failed or cancelled job can be retried; this one is ${job.status}`)
  if (kind.not_retried !== undefined) return refuse('conflict', kind.not_retried)
  await tx.client.query(
    `update jobs set status = 'pending', error = null, lease = null, cancel_requested_at = null, finished_at = null,
       undone_at = null, token_id = coalesce($3, token_id)
       where workspace_id = $1 and id = $2`,
    [tx.workspace_id, id, tx.actor?.token_id ?? null],
  )
  // A ticket that died under the same id is replaced.
  await tx.client.query('delete from queue where workspace_id = $1 and id = $2', [tx.workspace_id, id])
  await enqueue(tx, kind, job.payload, { job_id: id })
  await emit(tx, jobCreated, { job_id: id, kind: job.kind, title: job.title, ...subjectOf(job.subject) })
}
