// The worker: leases chunks of whichever runs are due, keeps as many rows under way as each workspace allows, and lets
// go cleanly when a run is stopped, when the process ends, or when its lease was taken.

import { setMaxListeners } from 'node:events'
import { newId } from '../../../kernel/ids.ts'
import { createPause } from '../../../platform/loop.ts'
import { startHeartbeat } from '../../../platform/queue/lease.ts'
import { openTurns } from '../../../platform/queue/turns.ts'
import { type Admission, createAdmission } from '../../accounts/admission.ts'
import { ChunkLeaseLost } from '../cells/wanted-call.ts'
import { openRun, type RunWorkerParts } from './active-run.ts'
import { claimChunk, type Lease, renewLeases } from './chunks.writes.ts'
import { openedRuns } from './opened-runs.ts'
import { endAbandoned } from './run.ending.ts'
import { RUN_PLACES, runToLeave, wishFor } from './run-places.logic.ts'

const HEARTBEAT_MS = 2_000
const IDLE_MS = 1_000
/** A bit less than a rest, so that each ends with a look. */
const LOOK_MS = 950

export interface RunWorker {
  /** Something may be there to do, or a run was stopped. */
  wake(): void
  /** Lets rows under way finish being written, gives the chunks back, and ends. */
  close(): Promise<void>
}

export function startRunWorker(parts: RunWorkerParts, places = RUN_PLACES): RunWorker {
  const { database, log } = parts
  const workerId = newId()
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const runs = openedRuns()
  /** Since when each chunk is held, on the monotonic clock. */
  const held = new Map<Lease, number>()
  /** Runs that make room for other workspaces. */
  const leaving = new Set<string>()
  const turns = openTurns<'runs'>()
  const working = new Set<Promise<void>>()
  const admissions = new Map<string, Admission>()
  const pause = createPause()
  /** How many chunks there may be to take: where nothing was left, one for each that ended since. */
  let perhaps = Number.POSITIVE_INFINITY
  /** On the monotonic clock. */
  let nothingLeftAt = Number.NEGATIVE_INFINITY

  function wake(chunks = Number.POSITIVE_INFINITY) {
    perhaps += chunks
    pause.wake()
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        // Changes without a notice, such as an expired lease, are polled for.
        if (performance.now() - nothingLeftAt >= LOOK_MS) perhaps = Number.POSITIVE_INFINITY
        if (perhaps > 0 && held.size < places.chunks + places.extra) await takeOne()
        else await pause.wait(IDLE_MS)
        await letLeave()
      } catch (error) {
        nothingLeftAt = Number.NEGATIVE_INFINITY
        if (!closing.signal.aborted) log.warn({ err: error }, 'the run worker lost the database, trying again')
        await pause.wait(IDLE_MS)
      }
    }
  }

  const heldPlaces = () => [...held].map(([{ workspace_id, run_id }, since]) => ({ workspace_id, run_id, since }))

  async function takeOne(): Promise<void> {
    const others = perhaps - 1
    perhaps = 0
    const wish = wishFor(places, heldPlaces(), leaving)
    if (!wish) return
    const lease = await claimChunk(database, workerId, { ...wish, after: turns.after('runs') }, [...held.keys()])
    if (!lease) {
      nothingLeftAt = performance.now()
      return
    }
    turns.served('runs', [lease.workspace_id])
    // A run that is new to this worker may have more chunks.
    perhaps += chunksOf(lease.run_id) === 0 ? Number.POSITIVE_INFINITY : others
    begin(lease)
  }

  async function letLeave(): Promise<void> {
    const runId = runToLeave(places, heldPlaces(), leaving, performance.now())
    if (runId === undefined) return
    leaving.add(runId)
    for (const run of await runs.of(runId)) run.makeRoom()
  }

  function chunksOf(runId: string): number {
    return [...held.keys()].filter((lease) => lease.run_id === runId).length
  }

  function begin(lease: Lease) {
    held.set(lease, performance.now())
    const work = workOn(lease)
      .catch((error) => {
        // The lease runs out, and then a worker takes the chunk again.
        if (!(error instanceof ChunkLeaseLost))
          log.error({ err: error, run_id: lease.run_id, chunk: lease.seq }, 'a chunk was let go of')
      })
      .finally(() => {
        held.delete(lease)
        if (chunksOf(lease.run_id) === 0) leaving.delete(lease.run_id)
        working.delete(work)
        wake(1)
      })
    working.add(work)
  }

  async function workOn(lease: Lease): Promise<void> {
    const rows = admissions.get(lease.workspace_id) ?? createAdmission(1, () => parts.now().getTime())
    admissions.set(lease.workspace_id, rows)
    await runs.work(lease, () => openRun({ ...parts, worker_id: workerId, lease, rows, closing: closing.signal }))
  }

  async function heartbeat(): Promise<void> {
    const asked = [...held.keys()]
    const statuses = await renewLeases(database, workerId, asked)
    for (const runId of new Set(asked.map((lease) => lease.run_id))) {
      // A run that is not there any more went with its workbook.
      for (const run of await runs.of(runId)) run.follow(statuses.get(runId) ?? 'cancelled')
    }
  }
  async function beat() {
    if (held.size > 0) await heartbeat().catch((error) => log.warn({ err: error }, 'run leases could not be renewed'))
    await endAbandoned(database)
  }
  const heart = startHeartbeat(HEARTBEAT_MS, beat, (error) =>
    log.warn({ err: error }, 'runs that are to end could not be ended'),
  )
  const looping = loop()

  return {
    wake() {
      wake()
      heart.beat()
    },
    async close() {
      closing.abort(new Error('the service is stopping'))
      wake()
      await looping
      await Promise.allSettled(working)
      await heart.close()
    },
  }
}
