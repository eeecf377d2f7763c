// The rate of an account over processes whose clocks, timers and databases are late.
import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { localWindows, type RateWindows } from './rate-windows.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

setMaxListeners(0)
const account = { workspace_id: 'w' as WorkspaceId, name: 'acme' }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One row for all, that answers after a while. */
function sharedRow(latency: () => number) {
  const row = localWindows(() => Date.now())
  let taker = -1
  return (process: number): RateWindows => ({
    async take(at, ms) {
      await wait(latency())
      const taken = await row.take(at, ms)
      const shared = taker !== -1 && taker !== process
      taker = process
      await wait(latency())
      return { ...taken, shared }
    },
    async giveBack(at, window, free) {
      await wait(latency())
      await row.giveBack(at, window, free)
    },
  })
}

/** The most calls that any period of `ms` saw. */
function mostWithin(calls: number[], ms: number): number {
  const sorted = [...calls].sort((a, b) => a - b)
  let from = 0
  return sorted.reduce((most, call, to) => {
    while (call - (sorted[from] ?? 0) >= ms) from++
    return Math.max(most, to - from + 1)
  }, 0)
}

/** Each of `processes` keeps `width` callers busy for `ms`, resting as it is told; returns when each call was made. */
async function play(options: {
  rate: number
  processes: number
  width: number
  ms: number
  latency: () => number
  skews: number[]
  rest: () => number
}): Promise<number[]> {
  const windows = sharedRow(options.latency)
  const calls: number[] = []
  const end = Date.now() + options.ms
  const stop = new AbortController()
  for (let process = 0; process < options.processes; process++) {
    const skew = options.skews[process] ?? 0
    const limiter = createRateLimiter(windows(process), () => Date.now() + skew)
    for (let caller = 0; caller < options.width; caller++)
      void (async () => {
        while (Date.now() < end) {
          await limiter.wait(account, options.rate, stop.signal)
          calls.push(Date.now())
          const ms = options.rest()
          if (ms > 0) await wait(ms)
        }
      })().catch(() => {})
  }
  await vi.advanceTimersByTimeAsync(options.ms)
  stop.abort()
  await vi.advanceTimersByTimeAsync(5_000)
  return calls
}

const draws = (values: number[]) => {
  let at = 0
  return () => values[at++ % values.length] ?? 0
}

it('any second, and whatever is longer, sees no more calls than the rate allows, whatever the processes do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rate: fc.constantFrom(0.33, 1, 1.6, 3, 5, 10, 50),
        processes: fc.integer({ min: 1, max: 5 }),
        width: fc.integer({ min: 1, max: 6 }),
        // A minute off: clocks that were never set.
        skews: fc.array(fc.integer({ min: -60_000, max: 60_000 }), { minLength: 5, maxLength: 5 }),
        latencies: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 }),
        rests: fc.array(fc.constantFrom(0, 0, 0, 5, 400, 1_500), { minLength: 1, maxLength: 20 }),
      }),
      async ({ latencies, rests, ...rest }) => {
        const calls = await play({ ...rest, ms: 12_000, latency: draws(latencies), rest: draws(rests) })
        for (const seconds of [1, 2, 3.5, 10, 12]) {
          if (seconds * rest.rate < 1) continue
          expect(mostWithin(calls, seconds * 1000)).toBeLessThanOrEqual(Math.ceil(seconds * rest.rate))
        }
        expect(calls.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 60 },
  )
})

const steady = { ms: 60_000, width: 8, skews: [], latency: () => 3, rest: () => 0 }

it.each([
  0.33, 1.6, 5, 50,
])('one process alone at %s calls a second uses nearly all of them (95 in 100 or more)', async (rate) => {
  const calls = await play({ ...steady, rate, processes: 1 })
  expect(calls.length).toBeGreaterThanOrEqual(Math.floor(rate * 60 * 0.95))
})

it('four processes together use nearly all of the rate', async () => {
  const calls = await play({ ...steady, rate: 20, processes: 4 })
  expect(calls.length).toBeGreaterThanOrEqual(20 * 60 * 0.95)
})

it('asks the database once in two seconds while no other process is there, and hardly more than once in 200 ms otherwise', async () => {
  const counted = (windows: RateWindows, count: { takes: number }): RateWindows => ({
    ...windows,
    take: (at, ms) => {
      count.takes++
      return windows.take(at, ms)
    },
  })
  const stop = new AbortController()
  const keep = (windows: RateWindows) => {
    const limiter = createRateLimiter(windows, () => Date.now())
    for (let caller = 0; caller < 8; caller++)
      void (async () => {
        for (;;) await limiter.wait(account, 50, stop.signal)
      })().catch(() => {})
  }
  const windows = sharedRow(() => 2)
  const [one, two] = [{ takes: 0 }, { takes: 0 }]
  keep(counted(windows(1), one))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(one.takes).toBeLessThanOrEqual(16)
  keep(counted(windows(2), two))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(one.takes + two.takes).toBeLessThanOrEqual(16 + 20_000 / 200 + 10)
  stop.abort()
})

it('gives back what it has no use for, and forgets callers that stop waiting', async () => {
  const windows = sharedRow(() => 1)
  const limiters = [createRateLimiter(windows(0), Date.now), createRateLimiter(windows(1), Date.now)] as const
  const signal = new AbortController().signal
  for (let call = 0; call < 40; call++) {
    const coming = limiters[0].wait(account, 10, signal)
    await vi.advanceTimersByTimeAsync(200)
    await coming
  }
  // It has up to two seconds in hand and rests.
  await vi.advanceTimersByTimeAsync(400)
  const begun = Date.now()
  const given = new AbortController()
  const gone = limiters[1].wait(account, 10, given.signal)
  given.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  const coming = limiters[1].wait(account, 10, signal).then(() => Date.now() - begun)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await coming).toBeLessThanOrEqual(110)
})
