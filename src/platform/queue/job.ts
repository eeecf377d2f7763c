// The declaration of a kind of job: name, typed payload, attempts, lane. Handlers are registered apart, by the worker.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { WorkspaceId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceScope } from '../ctx.ts'
import type { Database, WorkspaceTx } from '../db/database.ts'
import type { JobStatus } from './work.logic.ts'

/** How many tickets of a lane one process works on at once: a full lane never delays the others. One workspace does not get all of them (`turns.ts`). */
export const LANES = { default: 6, network: 20, long: 4, bulk: 4 } as const
export type Lane = keyof typeof LANES

export interface JobKind<S extends TSchema = TSchema> {
  readonly name: string
  readonly payload: S
  /** How often it may be tried before it is dead. */
  readonly attempts: number
  readonly lane: Lane
  /**
   * Extra work when a visible job of the kind is cancelled, in the transaction of the cancel. `end` ends the job, and refuses (409) one that
   * has ended. Without it, a cancel only ends the job.
   */
  cancel?(tx: WorkspaceTx, payload: Static<S>, end: () => Promise<JobStatus>): Promise<JobStatus>
  /** Why a visible job of the kind cannot be retried, and what to do instead. Without it, the job can be retried. */
  readonly not_retried?: string
  /**
   * Undoes the effects of an ended visible job of the kind. Safe to repeat after an interruption. Without it, the job cannot be undone.
   */
  undo?(
    database: Database,
    at: WorkspaceScope,
    job: { id: string; title: string; payload: Static<S> },
  ): Promise<JobUndo>
  /** Emits further events in the transaction that ends a visible job, for every kind of end. */
  ended?(tx: WorkspaceTx, job: EndedJob<S>): Promise<void>
}

/** The result of undoing a job: things that were restored, things that were deleted again, and things that stay because they changed since. */
export interface JobUndone {
  restored: number
  deleted: number
  kept: number
}

/** Includes the job that does the undo when it takes longer than a request; the counts are then preliminary. */
export type JobUndo = JobUndone | (JobUndone & { job_id: string })

export interface EndedJob<S extends TSchema> {
  id: string
  payload: Static<S>
  status: 'done' | 'failed' | 'cancelled'
  done: number
  total: number | null
}

const declared = new Map<string, JobKind>()

/** Finds a kind by name, for every entry point that cancels or retries jobs. */
export const findJobKind = (name: string): JobKind | undefined => declared.get(name)

/** Declares a kind of job. Its handler must be safe to start again after a crash. */
export function defineJob<S extends TObject>(wanted: {
  name: string
  payload: S
  attempts?: number
  lane?: Lane
  not_retried?: string
  cancel?: JobKind<S>['cancel']
  undo?: JobKind<S>['undo']
  ended?: JobKind<S>['ended']
}): JobKind<S> {
  const kind: JobKind<S> = { attempts: 5, lane: 'default', ...wanted }
  declared.set(kind.name, kind)
  return kind
}

/** For a job without a payload. */
export const NO_PAYLOAD = Type.Object({})

export interface JobProgress {
  done?: number
  total?: number | null
  message?: string
  /** The checkpoint for a later attempt, saved in the transaction of the work before it. */
  checkpoint?: Json
  /** Named counts of what it brought, such as `{ found: 12, failed: 1 }`. */
  counts?: { [name: string]: number }
}

export type LogLevel = 'info' | 'warning' | 'error'

/** One attempt at a ticket. */
export interface JobRun {
  id: string
  workspace_id: WorkspaceId | null
  attempt: number
  /** Aborts when this process stops, when the lease was lost and when the job is cancelled. */
  signal: AbortSignal
  /** The total of a visible job at its start; null when unknown. */
  total: number | null
  /** What the last saved progress of a visible job says; null at first. */
  checkpoint: Json | null
  /**
   * Saves how far a visible job is, in the caller's transaction, and emits `job.progress` a few times a second.
   * @throws LeaseLost when another worker has the job, or it was cancelled: the transaction must roll back.
   */
  progress(tx: WorkspaceTx, progress: JobProgress): Promise<void>
  /** Writes a line of the job's log. */
  log(tx: WorkspaceTx, level: LogLevel, message: string, details?: JsonObject): Promise<void>
  /**
   * Keeps a visible job as it is until the transaction ends, for work that must leave nothing after a cancel.
   * @throws JobCancelled, or LeaseLost when another worker has the job: the transaction must roll back.
   */
  hold(tx: WorkspaceTx): Promise<void>
  /** Stores the result of the job, to be read after its end. */
  result(tx: WorkspaceTx, result: Json): Promise<void>
}

/** What a worker does with the tickets of a kind. The method is safe to start again after a crash. */
export interface JobHandler<S extends TSchema = TSchema> {
  readonly kind: JobKind<S>
  work(payload: Static<S>, run: JobRun): Promise<void>
}

export function handleJob<S extends TSchema>(
  kind: JobKind<S>,
  work: (payload: Static<S>, run: JobRun) => Promise<void>,
): JobHandler<S> {
  return { kind, work }
}

/** As {@link handleJob}, for a job that belongs to a workspace. */
export function handleWorkspaceJob<S extends TSchema>(
  kind: JobKind<S>,
  work: (payload: Static<S>, run: JobRun & { workspace_id: WorkspaceId }) => Promise<void>,
): JobHandler<S> {
  return handleJob(kind, (payload, run) => {
    if (run.workspace_id === null) throw new Error(`a ${kind.name} job belongs to a workspace`)
    return work(payload, { ...run, workspace_id: run.workspace_id })
  })
}

/** The job cannot succeed by trying again: it ends as failed, with this message for its owner. */
export class WorkFailed extends Error {}

/** Nothing is to be done now: the job goes back to the queue until then, or until it is called, and its slot is free. */
export class PutOff extends Error {
  readonly for_ms: number
  constructor(for_ms: number) {
    super('The job waits for something that is still to come')
    this.for_ms = for_ms
  }
}

/** The job was cancelled, and its worker is told so before its signal is. */
export class JobCancelled extends Error {
  constructor() {
    super('This job was cancelled')
  }
}

/** Another worker has the job, or it was cancelled. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this job was lost')
  }
}
