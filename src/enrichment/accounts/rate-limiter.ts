// A rate limiter shared by all processes: each takes windows of an account's time, one after the other, and makes its calls in them
// a gap apart.
import { onAbort } from '../../kernel/alarms.ts'
import { accountKey, type ProviderAccount, type RateWindow, type RateWindows } from './rate-windows.ts'

export interface RateLimiter {
  /** Gives back what is left of the time in hand; no calls may follow. */
  close(): Promise<void>
  /** Waits for the moment at which a call may be made to an account that takes so many a second. Rejects when the signal aborts. */
  wait(account: ProviderAccount, perSecond: number, signal: AbortSignal): Promise<void>
}

// Timers fire late. A call that is at most LATE_MS late counts as on time, so that nothing of the rate is lost; in return the gap is
// slightly longer than the rate asks for. Any period of a second or more sees no more calls than allowed, also when the clocks of
// two processes are 10 ms apart.
const LATE_MS = 30
const SHARE_USED = 0.96

/** While no other process calls the account, and while one does. */
const LONGEST_ALONE_MS = 2_000
const LONGEST_SHARED_MS = 200
/** The next window is taken while so much is left of the last. */
const AHEAD_MS = 250
const IDLE_MS = 300
const AGAIN_MS = 500
const OFFSET_MS = 60_000
/** The error of adding up fractions. */
const EPSILON_MS = 0.01

export const gapOf = (perSecond: number) => 1000 / (perSecond * SHARE_USED)

interface Waiter {
  gap: number
  admit: () => void
}

/** The calls of this process to one account. Times are the database's, in milliseconds. */
interface Queue {
  account: ProviderAccount
  waiting: Set<Waiter>
  windows: RateWindow[]
  /** The next call is not before this. */
  cursor: number
  /** How far this clock is ahead of the database's, as by the quickest answer of late. */
  offset: number
  offset_at: number
  length: number
  taking: boolean
  timer: NodeJS.Timeout | undefined
}

export function createRateLimiter(
  windows: RateWindows,
  now: () => number,
  onError: (error: unknown) => void = () => {},
): RateLimiter {
  const queues = new Map<string, Queue>()
  let isClosed = false

  function queueOf(account: ProviderAccount): Queue {
    const key = accountKey(account)
    const queue: Queue = queues.get(key) ?? {
      account,
      waiting: new Set(),
      windows: [],
      cursor: 0,
      offset: 0,
      offset_at: Number.NEGATIVE_INFINITY,
      length: 0,
      taking: false,
      timer: undefined,
    }
    queues.set(key, queue)
    return queue
  }

  /** Admits the calls that are due, takes the next window in time, and sets a timer for the next call. */
  function pump(queue: Queue): void {
    clearTimeout(queue.timer)
    queue.timer = undefined
    const time = now() - queue.offset
    for (const waiter of queue.waiting) {
      const at = dueAt(queue, waiter, time)
      if (at === undefined) break
      if (at > time + EPSILON_MS) {
        queue.timer = setTimeout(() => pump(queue), Math.ceil(at - time))
        break
      }
      queue.waiting.delete(waiter)
      queue.cursor = at + waiter.gap
      waiter.admit()
    }
    if (queue.waiting.size === 0) {
      rest(queue)
      return
    }
    const last = queue.windows.at(-1)
    const isShort = !last || last.to - Math.max(queue.cursor, time) < Math.max(AHEAD_MS, gapOfFirst(queue))
    if (isShort && !queue.taking && !isClosed) void take(queue)
  }

  /** When the waiter may call; undefined when that is in no window at hand. */
  function dueAt(queue: Queue, { gap }: Waiter, time: number): number | undefined {
    for (let window = queue.windows[0]; window; window = queue.windows[0]) {
      const at = Math.max(queue.cursor, window.from, time - LATE_MS)
      if (at + gap <= window.to + EPSILON_MS) return at
      queue.windows.shift()
    }
    return undefined
  }

  const gapOfFirst = (queue: Queue) => queue.waiting.values().next().value?.gap ?? 0

  async function take(queue: Queue): Promise<void> {
    queue.taking = true
    const gap = gapOfFirst(queue)
    const wanted = [...queue.waiting].reduce((sum, each) => sum + each.gap, 0)
    const ms =
      Math.max(1, Math.floor((Math.max(queue.length, Math.min(wanted, LONGEST_SHARED_MS)) + EPSILON_MS) / gap)) * gap
    try {
      const { window, clock, shared } = await windows.take(queue.account, ms)
      setClock(queue, now() - clock)
      const last = queue.windows.at(-1)
      if (last && Math.abs(last.to - window.from) < EPSILON_MS) last.to = window.to
      else queue.windows.push(window)
      queue.length = Math.min(ms * 2, shared ? LONGEST_SHARED_MS : LONGEST_ALONE_MS)
    } catch (error) {
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
    queue.taking = false
    pump(queue)
  }

  /** The smallest difference is the most accurate: that answer had the shortest way. */
  function setClock(queue: Queue, offset: number) {
    if (offset > queue.offset && now() - queue.offset_at < OFFSET_MS) return
    queue.offset = offset
    queue.offset_at = now()
  }

  /** No call waits: after a while the rest of the last window is given back. */
  function rest(queue: Queue) {
    if (queue.taking || isClosed) return
    queue.timer = setTimeout(() => void forget(queue), IDLE_MS)
    queue.timer.unref?.()
  }

  async function forget(queue: Queue): Promise<void> {
    clearTimeout(queue.timer)
    const last = queue.windows.at(-1)
    const free = Math.max(queue.cursor, last?.from ?? 0, now() - queue.offset)
    queue.windows = []
    queues.delete(accountKey(queue.account))
    if (last && last.to - free > EPSILON_MS) await windows.giveBack(queue.account, last, free).catch(onError)
  }

  return {
    async close() {
      isClosed = true
      await Promise.all([...queues.values()].map(forget))
    },
    wait(account, perSecond, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      const queue = queueOf(account)
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          gap: gapOf(perSecond),
          admit() {
            forgetAbort()
            resolve()
          },
        }
        const forgetAbort = onAbort(signal, () => {
          queue.waiting.delete(waiter)
          reject(signal.reason)
        })
        queue.waiting.add(waiter)
        pump(queue)
      })
    },
  }
}
