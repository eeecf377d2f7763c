// Promises of timings: intervals do not drift, cron keeps wall-clock time, and what was missed is due once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTiming, jitterMs, nextTime } from './schedules.ts'

const at = (text: string) => new Date(text)

test('an interval is counted from when it was due, and times that were missed are one', () => {
  const daily = { every_seconds: 86_400 }
  const due = at('2026-03-01T08:00:00Z')
  expect(nextTime(daily, at('2026-03-01T08:00:07Z'), due)).toEqual(at('2026-03-02T08:00:00Z'))
  expect(nextTime(daily, at('2026-03-09T12:00:00Z'), due)).toEqual(at('2026-03-10T08:00:00Z'))
})

test('a cron time is that of the clock on the wall, also where the clock is changed', () => {
  const nine = { cron: '0 9 * * *', time_zone: 'Europe/Berlin' }
  expect(nextTime(nine, at('2026-03-27T12:00:00Z'))).toEqual(at('2026-03-28T08:00:00Z'))
  expect(nextTime(nine, at('2026-03-28T12:00:00Z'))).toEqual(at('2026-03-29T07:00:00Z'))
})

test('the next time is always later, and less than one period away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 604_800 }), fc.integer({ min: 0, max: 10 ** 7 }), (every_seconds, late) => {
      const due = at('2026-01-01T00:00:00Z')
      const now = new Date(due.getTime() + late * 1000)
      const next = nextTime({ every_seconds }, now, due)
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(every_seconds * 1000)
    }),
  )
})

test('a timing that cannot be read is refused', () => {
  for (const cron of ['61 * * * *', '* * *', 'every day', '0 0 31 2 *'])
    expect(() => checkTiming({ cron }), cron).toThrow('cannot be read')
  expect(() => checkTiming({ cron: '0 9 * * *', time_zone: 'Mars/Olympus' })).toThrow('cannot be read')
})

test('jitter is the same for an item each time and stays in its range', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 3_600 }), (id, seconds) => {
      expect(jitterMs(id, seconds)).toBe(jitterMs(id, seconds))
      expect(jitterMs(id, seconds)).toBeLessThan(seconds * 1000)
    }),
  )
})
