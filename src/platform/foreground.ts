// Requests that are being answered, by this process and by others: background work gives way to them, since all share a database.

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

interface Request {
  since: number
}

const underWay = new Set<Request>()
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

/** Another process tells that it is answering requests, and for what share of its time. */
export function hearAsked(theirShare: number): void {
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
export const letPass = (): Promise<void> | null => untilAnswered(STATEMENT_MS)

/** Until no request is being answered here, at most so long; null when none is. */
export function untilAnswered(most_ms: number): Promise<void> | null {
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
