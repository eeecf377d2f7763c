// The time of one exchange with a vendor, of a lookup that takes several.
import { onAbort } from '../../kernel/alarms.ts'
import type { FetchFailure, HttpReply } from './outside.ts'

/** One exchange of several, which has a time of its own. */
export async function withinTimeout(
  ms: number | undefined,
  signal: AbortSignal,
  ask: (stop: AbortSignal) => Promise<HttpReply | FetchFailure>,
): Promise<HttpReply | FetchFailure> {
  if (ms === undefined) return ask(signal)
  const stop = new AbortController()
  const forget = onAbort(signal, () => stop.abort())
  const timer = setTimeout(() => stop.abort(), ms)
  try {
    const reply = await ask(stop.signal)
    if (reply.ok || !stop.signal.aborted || signal.aborted) return reply
    return { ...reply, reason: 'timeout', message: `No answer within ${ms / 1000} s.` }
  } finally {
    clearTimeout(timer)
    forget()
  }
}
