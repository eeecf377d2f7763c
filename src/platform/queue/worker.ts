// The worker of the queue: leases tickets lane by lane, runs their handlers, renews the leases and settles the results.
import { Value } from 'typebox/value'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import { startLoop } from '../loop.ts'
import { JobCancelled, type JobHandler, LANES, type Lane, LeaseLost, PutOff, WorkFailed } from './job.ts'
import { defineQueue, PAST_HELD, startHeartbeat } from './lease.ts'
import { MOST_OF_ONE, nextTickets, openTurns, ownerOf } from './turns.ts'
import { beginWork, endWork, openRun } from './work.ts'

const LEASE_SECONDS = 10
const HEARTBEAT_MS = 2_000
const IDLE_MS = 2_000

// Per lane: tickets that are due, by turns of workspaces, and tickets of dead workers. A ticket whose key is at work elsewhere stays,
// and so does one at work here whose lease ran out: it is renewed.
const TICKETS = defineQueue<Ticket>({
  table: 'queue',
  name: 'queue_claim',
  claim: `with lanes as (select * from unnest($2::text[], $3::int[], $5::uuid[], $6::text[]) as l (lane, free, after, busy))
  update queue set state = 'leased', worker_id = $1, attempts = attempts + 1,
    lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = any(array(
    ${nextTickets(PAST_HELD)}
    union all
    select dead.id from (select id from queue where state = 'leased' and lease_until < now()
        and not (worker_id = $1 and id = any($4::uuid[]))
      order by lease_until ${PAST_HELD} limit 4) dead))
  returning id, workspace_id, kind, payload, lane, attempts, max_attempts, visible`,
})

/** In how many milliseconds the next ticket of these lanes is due that is not yet. */
const NEXT_DUE = `select ceil(extract(epoch from min(run_at) - now()) * 1000)::int as ms from queue
  where state = 'ready' and lane = any($1) and run_at > now() and run_at < now() + $2 * interval '1 millisecond'`

const BEAT = `update queue set lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where worker_id = $1 and state = 'leased' and id = any($2) returning id, cancel_requested`

export interface Worker {
  wake(): void
  /** Stops taking tickets, aborts those at work and waits for them; their tickets go back to the queue. */
  close(): Promise<void>
}

interface Ticket {
  id: string
  workspace_id: WorkspaceId | null
  kind: string
  payload: JsonObject
  lane: Lane
  attempts: number
  max_attempts: number
  visible: boolean
}

/** Why the signal of a run was aborted. */
type Stop = 'stopping' | 'lost' | 'cancelled'

export function startQueueWorker(
  { database, log, now }: { database: Database; log: Log; now: () => Date },
  handlers: readonly JobHandler[],
  lanes: Readonly<Record<Lane, number>> = LANES,
  mostOfOne: Readonly<Record<Lane, number>> = MOST_OF_ONE,
  /** It looks for tickets this often at least, though nothing wakes it. */
  idleMs = IDLE_MS,
): Worker {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  if (byName.size < handlers.length) throw new Error('two handlers have one name')
  const workerId = newId()
  const turns = openTurns()
  const running = new Map<string, { lane: Lane; owner: string; abort: AbortController; done: Promise<void> }>()

  const open = () =>
    (Object.keys(lanes) as Lane[])
      .map((lane) => {
        const owners = [...running.values()].filter((one) => one.lane === lane).map(({ owner }) => owner)
        const busy = [...new Set(owners)].filter((id) => owners.filter((one) => one === id).length >= mostOfOne[lane])
        return { lane, free: lanes[lane] - owners.length, after: turns.after(lane), busy: `{${busy.join()}}` }
      })
      .filter(({ free }) => free > 0)

  /** Whether it took any; else in how many milliseconds one may be due. */
  async function claim(): Promise<boolean | number> {
    const free = open()
    if (free.length === 0) return false
    const values = [
      workerId,
      free.map(({ lane }) => lane),
      free.map((one) => one.free),
      [...running.keys()],
      free.map(({ after }) => after),
      free.map(({ busy }) => busy),
    ]
    const { rows, next } = await database.inSystem(async (tx) => {
      const taken = await TICKETS.take(tx, values)
      if (taken.rows.length > 0) return { rows: taken.rows, next: null }
      const { rows } = await tx.client.query<{ ms: number | null }>({
        name: 'queue_next_due',
        text: NEXT_DUE,
        values: [free.map(({ lane }) => lane), idleMs],
      })
      return { rows: taken.rows, next: rows[0]?.ms ?? null }
    })
    for (const ticket of rows) {
      const abort = new AbortController()
      const done = attempt(ticket, abort)
        .catch((error) => log.warn({ err: error, job: ticket.id }, 'the end of a job could not be recorded'))
        .finally(() => {
          running.delete(ticket.id)
          loop.wake()
        })
      running.set(ticket.id, { lane: ticket.lane, owner: ownerOf(ticket), abort, done })
    }
    for (const { lane } of free) turns.served(lane, rows.filter((ticket) => ticket.lane === lane).map(ownerOf))
    return rows.length > 0 || (next ?? false)
  }

  async function attempt(ticket: Ticket, abort: AbortController): Promise<void> {
    const lease = newId()
    const { visible } = ticket
    let failure: Error | undefined
    try {
      const handler = byName.get(ticket.kind)
      if (!handler) throw new Error(`this version has no job kind ${ticket.kind}`)
      if (ticket.attempts > ticket.max_attempts)
        throw new WorkFailed(`Its worker died ${ticket.max_attempts} times while working on it`)
      if (!Value.Check(handler.kind.payload, ticket.payload))
        throw new WorkFailed(`The payload of this ${ticket.kind} job does not fit this version`)
      const begun = visible ? await beginWork(database, ticket, lease) : undefined
      if (visible && !begun) return await drop(ticket.id)
      const run = openRun({ ...ticket, attempt: ticket.attempts, signal: abort.signal }, now, begun)
      await handler.work(ticket.payload, run)
    } catch (error) {
      failure = error as Error
    }
    const told: Stop | undefined = failure instanceof JobCancelled ? 'cancelled' : undefined
    const stop = abort.signal.aborted ? (abort.signal.reason as Stop) : told
    if (stop === 'lost' || (failure instanceof LeaseLost && stop === undefined)) return
    const isOver = !failure || stop === 'cancelled'
    const rests = failure instanceof PutOff ? failure.for_ms : undefined
    const isDead =
      !isOver &&
      rests === undefined &&
      stop !== 'stopping' &&
      (failure instanceof WorkFailed || ticket.attempts >= ticket.max_attempts)
    if (rests === undefined) report(ticket, failure, stop)
    if (visible && (isOver || isDead)) {
      const status = stop === 'cancelled' ? 'cancelled' : failure ? 'failed' : 'done'
      await endWork(database, ticket, lease, status, failure)
      return
    }
    await database.inSystem(async (tx) => {
      if (!isOver) return release(tx, ticket, failure, stop === 'stopping' ? 0 : rests, isDead)
      await tx.client.query('delete from queue where id = $1 and worker_id = $2', [ticket.id, workerId])
    })
  }

  function report(ticket: Ticket, failure: Error | undefined, stop: Stop | undefined): void {
    if (!failure) return
    const which = { job: ticket.id, kind: ticket.kind }
    if (stop === 'stopping') log.info({ ...which, err: failure }, 'a job goes back to the queue: this process stops')
    else if (stop === 'cancelled') log.info(which, 'a job was cancelled')
    else log.error({ ...which, err: failure, attempt: ticket.attempts }, 'a job failed')
  }

  async function drop(id: string): Promise<void> {
    await database.inSystem((tx) => tx.client.query('delete from queue where id = $1', [id]))
  }

  /** A stop or a rest, in ms, gives the attempt back; a failure waits twice as long each time, 5 s to 10 min. */
  async function release(
    tx: Tx,
    ticket: Ticket,
    failure: Error | undefined,
    rests: number | undefined,
    isDead: boolean,
  ): Promise<void> {
    const wait = rests === undefined ? Math.min(600, 5 * 2 ** (ticket.attempts - 1)) : rests / 1000
    // Another ticket of the key may wait by now: that one does the work.
    const { rowCount } = await tx.client.query(
      `delete from queue q where id = $1 and worker_id = $2 and key is not null and not $3
         and exists (select 1 from queue o where o.kind = q.kind and o.key = q.key and o.state = 'ready')`,
      [ticket.id, workerId, isDead],
    )
    if (rowCount) return
    await tx.client.query(
      `update queue set state = $2, last_error = $3, attempts = attempts - $4, worker_id = null, lease_until = null,
         run_at = now() + make_interval(secs => $5) where id = $1 and worker_id = $6`,
      [
        ticket.id,
        isDead ? 'dead' : 'ready',
        failure?.message?.slice(0, 500),
        rests === undefined ? 0 : 1,
        wait,
        workerId,
      ],
    )
  }

  async function beat(): Promise<void> {
    const before = [...running.keys()]
    if (before.length === 0) return
    const { rows } = await database.inSystem((tx) =>
      tx.client.query<{ id: string; cancel_requested: boolean }>(BEAT, [workerId, before]),
    )
    const held = new Map(rows.map((row) => [row.id, row.cancel_requested]))
    for (const id of before) {
      const cancels = held.get(id)
      if (cancels !== false) running.get(id)?.abort.abort(cancels === undefined ? 'lost' : 'cancelled')
    }
  }
  const heart = startHeartbeat(HEARTBEAT_MS, beat, (error) =>
    log.warn({ err: error }, 'the leases of jobs could not be renewed'),
  )

  const loop = startLoop(idleMs, claim, (error) =>
    log.warn({ err: error }, 'the queue lost the database, trying again'),
  )

  return {
    wake() {
      loop.wake()
      heart.beat()
    },
    async close() {
      await loop.close()
      for (const { abort } of running.values()) abort.abort('stopping' satisfies Stop)
      await Promise.all([...running.values()].map(({ done }) => done))
      await heart.close()
    },
  }
}
