// The times at which a delivery is tried: enough of them over a day, and never sooner than the receiver asks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GIVE_UP_MS, nextStep, restOf, retryAfterOf } from './retry.logic.ts'

const HOUR = 3_600_000

/** Attempts, as milliseconds after the first, of a receiver that always answers so. */
function attemptsOf(status: number | null, chance: number, retryAfter = 0): number[] {
  const times: number[] = []
  let now = 0
  for (;;) {
    times.push(now)
    const next = nextStep(
      { status, retry_at: retryAfter ? now + retryAfter : null },
      times.length,
      now,
      GIVE_UP_MS,
      chance,
    )
    if (next.kind !== 'retry') return times
    now = next.at
  }
}

test('a receiver that never answers is tried for more than 24 hours, ever less often', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(null, 301, 400, 404, 500, 503),
      (chance, status) => {
        const times = attemptsOf(status, chance)
        expect(times.length).toBe(11)
        expect(times.at(-1)).toBeGreaterThan(24 * HOUR)
        expect(times.at(-1)).toBeLessThanOrEqual(GIVE_UP_MS)
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
        for (const [index, gap] of gaps.entries()) if (index > 0) expect(gap).toBeGreaterThan(gaps[index - 1] ?? 0)
      },
    ),
  )
})

test('no attempt comes before Retry-After has passed, and the end stays where it is', () => {
  const times = attemptsOf(503, 0.5, 9 * HOUR)
  expect(times).toEqual([0, 9 * HOUR, 18 * HOUR, GIVE_UP_MS])
})

test('2xx is delivered, 410 ends the endpoint, a redirect is neither', () => {
  const kindOf = (status: number) => nextStep({ status, retry_at: null }, 1, 0, GIVE_UP_MS, 0).kind
  expect([200, 204, 299].map(kindOf)).toEqual(['delivered', 'delivered', 'delivered'])
  expect(kindOf(410)).toBe('gone')
  expect([199, 302, 307, 404, 429, 500].map(kindOf)).toEqual(Array(6).fill('retry'))
})

test('Retry-After is read as seconds or as a date', () => {
  expect(retryAfterOf('120', 1_000)).toBe(121_000)
  expect(retryAfterOf('Wed, 21 Oct 2026 07:28:00 GMT', 0)).toBe(Date.UTC(2026, 9, 21, 7, 28))
  expect(retryAfterOf('soon', 0)).toBe(null)
  expect(retryAfterOf(undefined, 0)).toBe(null)
})

test('an endpoint that keeps failing is left alone for longer each time, ten minutes at most', () => {
  expect([1, 2, 3, 8, 50].map(restOf)).toEqual([5_000, 10_000, 20_000, 600_000, 600_000])
})
