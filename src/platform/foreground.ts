// Requests that this process is answering: background work gives way to them, since both share its processor and its database.

/** A request that takes longer is a stream or a long piece of work itself. */
const LONG_MS = 1_000
/** The longest wait of a background step, and of a statement of one, which may hold locks. */
const STEP_MS = 25
const STATEMENT_MS = 10
/** A client that sent a request so recently will send another soon. */
const RECENT_MS = 500

interface Request {
  since: number
}

const underWay = new Set<Request>()
const waiting = new Set<() => void>()
let lastAsked = Number.NEGATIVE_INFINITY

/** Counts a request until the returned function is called. */
export function beginRequest(): () => void {
  const request = { since: performance.now() }
  lastAsked = request.since
  underWay.add(request)
  return () => {
    if (underWay.delete(request) && !isAnswering()) for (const goOn of [...waiting]) goOn()
  }
}

function isAnswering(): boolean {
  const longest = performance.now() - LONG_MS
  for (const request of underWay) {
    if (request.since > longest) return true
    underWay.delete(request)
  }
  return false
}

/** Whether this process is answering a request, or answered one within the last half second. */
export function isAsked(): boolean {
  return performance.now() - lastAsked < RECENT_MS || isAnswering()
}

/** Before a step of background work: waits until no request is being answered, at most 25 ms. */
export async function giveWay(): Promise<void> {
  await new Promise(setImmediate)
  await untilAnswered(STEP_MS)
}

/** Before a statement of background work: the same, at most 10 ms; null when no request is being answered. */
export const letPass = (): Promise<void> | null => untilAnswered(STATEMENT_MS)

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
