// The one governor of background work: all processes share a database, so such work gives way to the requests that are being answered, here and
// elsewhere. A statement waits for the answer that is under way; a step waits, and rests after it; and only a few steps run at once, in turn of their
// queues. At full speed while no requests come.
import { createSemaphore } from '../kernel/semaphore.ts'

/** A request that takes longer is a stream or a long piece of work itself. */
const LONG_MS = 1_000
/** The longest wait of a statement of background work, which may hold locks. */
const STATEMENT_MS = 10
/** A client that sent a request so recently will send another soon. */
const RECENT_MS = 500
/** Other processes tell every second. */
const HEARD_MS = 2_500
/** The share of time is measured over about this long. */
const MEASURED_MS = 500

interface OpenRequest {
  since: number
}

const underWay = new Set<OpenRequest>()
const waiting = new Set<() => void>()
let lastAsked = Number.NEGATIVE_INFINITY
let lastHeard = Number.NEGATIVE_INFINITY
let heardShare = 0
let share = 0
let countedUntil = 0

/** Counts a request until the returned function is called. */
export function beginRequest(): () => void {
  const request = { since: performance.now() }
  countShare(request.since)
  lastAsked = request.since
  underWay.add(request)
  return () => {
    countShare(performance.now())
    if (underWay.delete(request) && !isAnswering()) for (const goOn of [...waiting]) goOn()
  }
}

/** Before what is under way changes: whether there was a request is an average that forgets. */
function countShare(now: number): void {
  const part = 1 - Math.exp((countedUntil - now) / MEASURED_MS)
  share += ((underWay.size > 0 ? 1 : 0) - share) * part
  countedUntil = now
}

function isAnswering(): boolean {
  const longest = performance.now() - LONG_MS
  for (const request of underWay) {
    if (request.since > longest) return true
    underWay.delete(request)
  }
  return false
}

/** Notes that another process is answering requests, and for what share of its time. */
export function noteRequestsElsewhere(theirShare: number): void {
  lastHeard = performance.now()
  heardShare = theirShare
}

const hasHeard = () => performance.now() - lastHeard < HEARD_MS

/** Whether this process is answering a request, or got one so recently. */
export function isAskedHere(within_ms = RECENT_MS): boolean {
  return performance.now() - lastAsked < within_ms || isAnswering()
}

/** Whether any process that shares the database has requests. */
export const isAsked = (): boolean => isAskedHere() || hasHeard()

/** The share of the time in which requests were being answered lately, 0 to 1; of the process with more of them. */
export function answeringShare(): number {
  countShare(performance.now())
  return hasHeard() ? Math.max(share, heardShare) : share
}

/** Before a statement of background work: waits until no request is being answered, at most 10 ms; null when none is. */
export const waitForRequests = (): Promise<void> | null => untilAnswered(STATEMENT_MS)

/** Until no request is being answered here, at most so long; null when none is. */
function untilAnswered(most_ms: number): Promise<void> | null {
  if (!isAnswering()) return null
  return new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      waiting.delete(goOn)
      resolve()
    }
    const timer = setTimeout(goOn, most_ms)
    waiting.add(goOn)
  })
}

/** What one step should take while requests come: a request that meets one shares the processor with the rest of it. */
const STEP_MS = 10
/** A step that never meets a pause between requests runs after this long, so that work goes on. */
const LONGEST_WAIT_MS = 100
const LONGEST_REST_MS = 400
/** A rest is at least so many times its step: of the requests that come at any time, one in five meets a step then. */
const LEAST_REST = 4
/** Where requests take more of the time, it is so many times the step for each part that is left to them. */
const REST = 4

let restsUntil = Number.NEGATIVE_INFINITY

/** Steps at once: twenty busy rules would take every connection of the pool, and requests would wait for one. */
const steps = createSemaphore(6)
/** Steps in their first second. One that takes longer, since it waits for a row lock, releases its slot. */
const beginning = createSemaphore(1)
const BESIDE_REQUESTS = 1
const ALONE = 3
const FIRST_MS = 1_000

export interface BackgroundTurn {
  /** Steps of several queues are run in turn. */
  queue: string
  signal: AbortSignal
}

/**
 * Runs a step of background work when there is a slot for it; without a turn, since its work goes on one step after the other, it needs none.
 * @throws the signal's reason when it aborts before
 */
export async function runInBackground<T>(step: () => Promise<T>, turn?: BackgroundTurn): Promise<T> {
  if (!turn) return paced(step)
  const release = await steps.acquire(turn.signal, turn.queue)
  try {
    beginning.resize(isAsked() ? BESIDE_REQUESTS : ALONE)
    const begun = await beginning.acquire(turn.signal, turn.queue)
    const timer = setTimeout(begun, FIRST_MS)
    try {
      return await paced(step)
    } finally {
      clearTimeout(timer)
      begun()
    }
  } finally {
    release()
  }
}

/** While requests come it waits until none is being answered, and pauses after the step: the longer, the more come. */
async function paced<T>(step: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate)
  if (isAsked()) {
    const rest = restsUntil - performance.now()
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    await untilAnswered(LONGEST_WAIT_MS)
  }
  const began = performance.now()
  try {
    return await step()
  } finally {
    const ended = performance.now()
    const share = Math.min(0.99, answeringShare())
    const rest = (ended - began) * Math.max(LEAST_REST, (REST * share) / (1 - share))
    restsUntil = Math.max(restsUntil, ended + Math.min(LONGEST_REST_MS, rest))
  }
}

export interface PortionSizer {
  /** How many items the next step takes. */
  size(): number
  /** What a step of so many items took. */
  took(ms: number, items: number): void
}

/** How much a step does at once: `most` while no requests come, else what fits the time of a step, found by trying. */
export function createPortion(least: number, most: number): PortionSizer {
  let fits = least
  return {
    size: () => (isAsked() ? fits : most),
    took(ms, items) {
      if (ms > STEP_MS) fits = Math.max(least, Math.floor(Math.min(fits, items) * 0.7))
      else if (items >= fits) fits = Math.min(most, fits + Math.ceil(most / 25))
    },
  }
}
