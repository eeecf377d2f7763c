// Sends a request until it is answered: repeats what is safe to repeat, with back-off, as the server says or doubling.
export interface RetryRules {
  /** Repeats after the first try. */
  retries: number
  /** The longest wait between two tries, in ms. A server that asks for longer ends the tries. */
  longest_ms: number
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** 0..1 */
  random: () => number
}

const FIRST_MS = 250
const KEY = 'idempotency-key'
const SAFE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  rules: RetryRules,
): Promise<Response> {
  // One key for all tries: the server answers a repetition with the first answer.
  if (request.method === 'POST' && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID())
  const repeatable = SAFE.has(request.method) || request.headers.has(KEY)
  for (let tries = 1; ; tries++) {
    const isLast = tries > rules.retries
    const [now, spare] = isLast ? [request, request] : [request.clone(), request]
    let wait: number | undefined
    try {
      const response = await send(now)
      wait = isLast ? undefined : waitFor(response, tries, repeatable, rules)
      if (wait === undefined) return response
      await response.body?.cancel()
    } catch (error) {
      if (isLast || !repeatable || request.signal.aborted) throw error
      wait = backOff(tries, rules)
    }
    await rules.pause(wait, request.signal)
    request = spare
  }
}

/** Milliseconds until the next try; undefined when the answer stands. */
function waitFor(response: Response, tries: number, repeatable: boolean, rules: RetryRules): number | undefined {
  const asked = retryAfterMs(response.headers.get('retry-after'))
  const refused = response.status === 429 || response.status === 503
  // 409 with Retry-After: the first try with this key is still under way.
  const underWay = response.status === 409 && asked !== undefined && repeatable
  const broken = (response.status === 502 || response.status === 504) && repeatable
  if (!refused && !underWay && !broken) return undefined
  const wait = asked ?? backOff(tries, rules)
  return wait > rules.longest_ms ? undefined : wait
}

/** Seconds or an HTTP date (RFC 9110, section 10.2.3), in ms from now. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function backOff(tries: number, { longest_ms, random }: RetryRules): number {
  return Math.min(longest_ms, FIRST_MS * 2 ** (tries - 1)) * (0.5 + random() / 2)
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
