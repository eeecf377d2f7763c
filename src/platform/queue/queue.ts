// Job tickets: enqueued in a transaction, taken by one worker at a time under a lease, tried again when that worker dies.
import { sql } from 'kysely'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'

/** A kind of job: its name, how often it may be tried, and what to do. Must be safe to start again after a crash. */
export interface JobKind<P extends JsonObject = JsonObject> {
  name: string
  max_attempts: number
  work(payload: P, job: { id: string; workspace_id: WorkspaceId | null; signal: AbortSignal }): Promise<void>
}

/** Writes a ticket in the caller's transaction; it exists when that commits. Returns its id. */
export async function enqueue(
  tx: Tx,
  job: { kind: string; workspace_id?: WorkspaceId; payload: JsonObject; max_attempts?: number; run_at?: Date },
): Promise<string> {
  const id = newId()
  await sql`insert into jobs (id, workspace_id, kind, payload, max_attempts, run_at)
    values (${id}, ${job.workspace_id ?? tx.workspace_id}, ${job.kind}, ${JSON.stringify(job.payload)}::jsonb,
      ${job.max_attempts ?? 5}, coalesce(${job.run_at ?? null}::timestamptz, now()))`.execute(tx.db)
  tx.wakes.add('millrace_jobs')
  return id
}

const LEASE_SECONDS = 10
const HEARTBEAT_MS = 3_000
const IDLE_MS = 2_000

// A lease that ran out belongs to a dead worker. Ordered by run_at because that is the partial index's own column:
// any other order makes the planner walk the finished jobs.
const CLAIM = `update jobs set state = 'leased', worker_id = $1, attempts = attempts + 1,
    lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = (
    select id from jobs where (state = 'ready' and run_at <= now()) or (state = 'leased' and lease_until < now())
    order by run_at for update skip locked limit 1)
  returning id, workspace_id, kind, payload, attempts, max_attempts`

export interface Worker {
  wake(): void
  /** Stops taking jobs, aborts those under way and waits for them; their tickets go back to the queue. */
  close(): Promise<void>
}

export function startJobs(database: Database, log: Log, kinds: JobKind<never>[], concurrency: number): Worker {
  const byName = new Map(kinds.map((kind) => [kind.name, kind as unknown as JobKind]))
  const workerId = newId()
  const stop = new AbortController()
  const sleepers = new Set<() => void>()

  const sleep = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        sleepers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, IDLE_MS)
      sleepers.add(done)
    })

  async function workOne(): Promise<boolean> {
    const job = await database.inSystem(
      async (tx) => (await tx.client.query(CLAIM, [workerId])).rows[0] as ClaimedJob | undefined,
    )
    if (!job) return false
    const beat = setInterval(() => {
      database
        .inSystem((tx) =>
          tx.client.query(
            `update jobs set lease_until = now() + interval '${LEASE_SECONDS} seconds' where id = $1 and worker_id = $2`,
            [job.id, workerId],
          ),
        )
        .catch((error) => log.warn({ err: error, job: job.id }, 'a job lease could not be renewed'))
    }, HEARTBEAT_MS)
    let failure: Error | undefined
    try {
      const kind = byName.get(job.kind)
      if (!kind) throw new Error(`this version has no job kind ${job.kind}`)
      await kind.work(job.payload, { id: job.id, workspace_id: job.workspace_id, signal: stop.signal })
    } catch (error) {
      failure = error as Error
      const which = { job: job.id, kind: job.kind }
      if (stop.signal.aborted) log.info({ ...which, err: error }, 'a job goes back to the queue: this process stops')
      else log.error({ ...which, err: error, attempt: job.attempts }, 'a job failed')
    } finally {
      clearInterval(beat)
    }
    await database.inSystem((tx) => finish(tx, job, failure, stop.signal.aborted))
    return true
  }

  async function lane(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        if (!(await workOne())) await sleep()
      } catch (error) {
        if (stop.signal.aborted) return
        log.warn({ err: error }, 'the job queue lost the database, trying again')
        await sleep()
      }
    }
  }
  const lanes = Array.from({ length: concurrency }, lane)

  return {
    wake() {
      for (const done of [...sleepers]) done()
    },
    async close() {
      stop.abort()
      for (const done of [...sleepers]) done()
      await Promise.all(lanes)
    },
  }
}

interface ClaimedJob {
  id: string
  workspace_id: WorkspaceId | null
  kind: string
  payload: JsonObject
  attempts: number
  max_attempts: number
}

async function finish(tx: Tx, job: ClaimedJob, failure: Error | undefined, stopped: boolean): Promise<void> {
  if (!failure) {
    await tx.client.query('delete from jobs where id = $1', [job.id])
    return
  }
  const dead = !stopped && job.attempts >= job.max_attempts
  // A stop is nobody's fault: the attempt is given back. A failure waits twice as long each time, 5 s to 10 min.
  const wait = stopped ? 0 : Math.min(600, 5 * 2 ** (job.attempts - 1))
  await tx.client.query(
    `update jobs set state = $2, last_error = $3, attempts = attempts - $4, worker_id = null, lease_until = null,
       run_at = now() + make_interval(secs => $5) where id = $1`,
    [job.id, dead ? 'dead' : 'ready', failure.message.slice(0, 500), stopped ? 1 : 0, wait],
  )
}
