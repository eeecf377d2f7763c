// Requests that this process is answering, so that work which nobody waits for gives way: both share its processor and its database.

/** A request that takes longer is a stream or a long piece of work itself. */
const LONG_MS = 1_000
/** What gives way goes on after this, however many ask: a step of work, and a statement of one that is under way and may hold locks. */
const STEP_MS = 25
const STATEMENT_MS = 10
/** Somebody who asked this short a time ago asks again soon. */
const RECENT_MS = 500

interface Request {
  since: number
}

const underWay = new Set<Request>()
const waiting = new Set<() => void>()
let lastAsked = Number.NEGATIVE_INFINITY

/** Counts a request until the answer is called. */
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

/** Whether somebody asks this process for something just now. */
export function isAsked(): boolean {
  return performance.now() - lastAsked < RECENT_MS || isAnswering()
}

/** Before a step of work that nobody waits for: waits until no request is being answered, a moment at most. */
export async function giveWay(): Promise<void> {
  await new Promise(setImmediate)
  await untilAnswered(STEP_MS)
}

/** The same before a statement of such work; null when no request is being answered. */
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
