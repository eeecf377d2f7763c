// Spreads the calls to an account over time, exactly, however many processes make them: each takes stretches of the
// account's time, one after the other, and makes its calls in them a gap apart.
import { onAbort } from '../../kernel/alarms.ts'
import { type AccountPlace, accountKey, type Stretch, type TurnBook } from './turn-book.ts'

export interface Turns {
  /** Gives back what is left of the time in hand; no calls may follow. */
  close(): Promise<void>
  /** Waits for the moment at which a call may be made to an account that takes so many a second. Rejects when the signal aborts. */
  come(place: AccountPlace, perSecond: number, signal: AbortSignal): Promise<void>
}

// A timer comes late. Who is at most LATE_MS late is taken as on time, so that nothing of the rate is lost; for that the
// gap is a bit longer than the rate asks for: any second, and whatever is longer, sees no more calls than it may, also when
// the clocks of two processes are 10 ms apart.
const LATE_MS = 30
const SHARE_USED = 0.96

/** While no other process calls the account, and while one does. */
const LONGEST_ALONE_MS = 2_000
const LONGEST_SHARED_MS = 200
/** The next stretch is taken while so much is left of the last. */
const AHEAD_MS = 250
const IDLE_MS = 300
const AGAIN_MS = 500
const OFFSET_MS = 60_000
/** Of adding up fractions. */
const EPSILON_MS = 0.01

export const gapOf = (perSecond: number) => 1000 / (perSecond * SHARE_USED)

interface Waiter {
  gap: number
  admit: () => void
}

/** The calls of this process to one account. Times are the database's, in milliseconds. */
interface Line {
  place: AccountPlace
  waiting: Set<Waiter>
  stretches: Stretch[]
  /** The next call is not before this. */
  cursor: number
  /** How far this clock is ahead of the database's, as by the quickest answer of late. */
  offset: number
  offset_at: number
  length: number
  taking: boolean
  timer: NodeJS.Timeout | undefined
}

export function createTurns(book: TurnBook, now: () => number, onError: (error: unknown) => void = () => {}): Turns {
  const lines = new Map<string, Line>()
  let isClosed = false

  function lineOf(place: AccountPlace): Line {
    const key = accountKey(place)
    const line: Line = lines.get(key) ?? {
      ...{ place, waiting: new Set(), stretches: [], cursor: 0 },
      ...{ offset: 0, offset_at: Number.NEGATIVE_INFINITY, length: 0, taking: false, timer: undefined },
    }
    lines.set(key, line)
    return line
  }

  /** Lets those go whose moment has come, sees to the next stretch, and comes back when there is something to do. */
  function pump(line: Line): void {
    clearTimeout(line.timer)
    line.timer = undefined
    const time = now() - line.offset
    for (const waiter of line.waiting) {
      const at = momentOf(line, waiter, time)
      if (at === undefined) break
      if (at > time + EPSILON_MS) {
        line.timer = setTimeout(() => pump(line), Math.ceil(at - time))
        break
      }
      line.waiting.delete(waiter)
      line.cursor = at + waiter.gap
      waiter.admit()
    }
    if (line.waiting.size === 0) {
      rest(line)
      return
    }
    const last = line.stretches.at(-1)
    const isShort = !last || last.to - Math.max(line.cursor, time) < Math.max(AHEAD_MS, gapOfFirst(line))
    if (isShort && !line.taking && !isClosed) void take(line)
  }

  /** When the waiter may call; undefined when that is in no stretch at hand. */
  function momentOf(line: Line, { gap }: Waiter, time: number): number | undefined {
    for (let stretch = line.stretches[0]; stretch; stretch = line.stretches[0]) {
      const at = Math.max(line.cursor, stretch.from, time - LATE_MS)
      if (at + gap <= stretch.to + EPSILON_MS) return at
      line.stretches.shift()
    }
    return undefined
  }

  const gapOfFirst = (line: Line) => line.waiting.values().next().value?.gap ?? 0

  async function take(line: Line): Promise<void> {
    line.taking = true
    const gap = gapOfFirst(line)
    const wanted = [...line.waiting].reduce((sum, each) => sum + each.gap, 0)
    const ms =
      Math.max(1, Math.floor((Math.max(line.length, Math.min(wanted, LONGEST_SHARED_MS)) + EPSILON_MS) / gap)) * gap
    try {
      const { stretch, clock, shared } = await book.take(line.place, ms)
      setClock(line, now() - clock)
      const last = line.stretches.at(-1)
      if (last && Math.abs(last.to - stretch.from) < EPSILON_MS) last.to = stretch.to
      else line.stretches.push(stretch)
      line.length = Math.min(ms * 2, shared ? LONGEST_SHARED_MS : LONGEST_ALONE_MS)
    } catch (error) {
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
    line.taking = false
    pump(line)
  }

  /** The smallest difference is the truest: the answer that had the shortest way. */
  function setClock(line: Line, offset: number) {
    if (offset > line.offset && now() - line.offset_at < OFFSET_MS) return
    line.offset = offset
    line.offset_at = now()
  }

  /** No call waits: after a while the rest of the last stretch is given back. */
  function rest(line: Line) {
    if (line.taking || isClosed) return
    line.timer = setTimeout(() => void forget(line), IDLE_MS)
    line.timer.unref?.()
  }

  async function forget(line: Line): Promise<void> {
    clearTimeout(line.timer)
    const last = line.stretches.at(-1)
    const free = Math.max(line.cursor, last?.from ?? 0, now() - line.offset)
    line.stretches = []
    lines.delete(accountKey(line.place))
    if (last && last.to - free > EPSILON_MS) await book.giveBack(line.place, last, free).catch(onError)
  }

  return {
    async close() {
      isClosed = true
      await Promise.all([...lines.values()].map(forget))
    },
    come(place, perSecond, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      const line = lineOf(place)
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          gap: gapOf(perSecond),
          admit() {
            unhear()
            resolve()
          },
        }
        const unhear = onAbort(signal, () => {
          line.waiting.delete(waiter)
          reject(signal.reason)
        })
        line.waiting.add(waiter)
        pump(line)
      })
    },
  }
}
