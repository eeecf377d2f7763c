// Keeps requests to one host apart: so many at once, and a gap between their starts.

export interface HostGate {
  /**
   * Waits for a turn at `host` and returns the function that ends it; null when the signal stopped the wait, when it took longer than
   * `maxWaitMs`, or at once when that is certain.
   */
  enter(host: string, gapMs: number, maxWaitMs: number, signal?: AbortSignal): Promise<(() => void) | null>
}

interface Host {
  active: number
  waiting: (() => void)[]
  /** When the next request may start, on the monotonic clock. */
  nextStart: number
}

const forgetAbove = 5_000

export function createHostGate(concurrency: number): HostGate {
  const hosts = new Map<string, Host>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size >= forgetAbove) {
      const now = performance.now()
      for (const [key, { active, waiting, nextStart }] of hosts) {
        if (active === 0 && waiting.length === 0 && nextStart <= now) hosts.delete(key)
      }
    }
    const fresh: Host = { active: 0, waiting: [], nextStart: 0 }
    hosts.set(name, fresh)
    return fresh
  }

  return {
    async enter(name, gapMs, maxWaitMs, signal) {
      const host = hostOf(name)
      const queued = host.active >= concurrency ? Math.ceil((host.waiting.length + 1) / concurrency) : 0
      if (queued * gapMs + host.nextStart - performance.now() > maxWaitMs) return null
      if (host.active >= concurrency) {
        if (!(await turn(host.waiting, maxWaitMs, signal))) return null
      } else host.active += 1
      // A turn handed over keeps its place in `active`.
      const leave = () => {
        const next = host.waiting.shift()
        if (next) next()
        else host.active -= 1
      }
      const start = Math.max(performance.now(), host.nextStart)
      host.nextStart = start + gapMs
      if (await pause(start - performance.now(), signal)) return leave
      leave()
      return null
    },
  }
}

/** Waits in line; false when the signal came first or it took too long, and the place in line is given up. */
function turn(line: (() => void)[], maxWaitMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      resolve(true)
    }
    const giveUp = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      const at = line.indexOf(go)
      if (at >= 0) line.splice(at, 1)
      resolve(false)
    }
    if (signal?.aborted) return resolve(false)
    const timer = setTimeout(giveUp, maxWaitMs)
    signal?.addEventListener('abort', giveUp, { once: true })
    line.push(go)
  })
}

/** Waits; false when the signal came first. */
function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false)
  if (ms <= 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const giveUp = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve(true)
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
