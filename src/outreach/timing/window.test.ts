// Sending windows: a message leaves within them, in any zone, also when the clocks change.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayStart, isOpen, localTime, momentOf, nextOpen, rampLimit, type SendingWindow } from './window.logic.ts'

const WEEKDAYS: SendingWindow = {
  days: [1, 2, 3, 4, 5],
  start: '09:00',
  end: '17:00',
  start_date: null,
  end_date: null,
}
const next = (at: string, zone = 'Europe/Berlin', window = WEEKDAYS) =>
  nextOpen(new Date(at), window, zone)?.toISOString()

test('waits for the morning, for Monday and for the first day, and is over after the last', () => {
  expect(next('2030-01-02T05:00:00Z')).toBe('2030-01-02T08:00:00.000Z')
  expect(next('2030-01-02T10:11:12Z')).toBe('2030-01-02T10:11:12.000Z')
  expect(next('2030-01-04T16:00:00Z')).toBe('2030-01-07T08:00:00.000Z')
  expect(next('2030-01-02T05:00:00Z', 'America/New_York')).toBe('2030-01-02T14:00:00.000Z')
  const dated = { ...WEEKDAYS, start_date: '2030-02-01', end_date: '2030-02-01' }
  expect(next('2030-01-02T05:00:00Z', 'UTC', dated)).toBe('2030-02-01T09:00:00.000Z')
  expect(next('2030-02-01T17:00:00Z', 'UTC', dated)).toBeUndefined()
})

test('follows the clocks into and out of summer time', () => {
  expect(next('2030-03-29T20:00:00Z')).toBe('2030-04-01T07:00:00.000Z')
  expect(next('2030-10-25T20:00:00Z')).toBe('2030-10-28T08:00:00.000Z')
  expect(momentOf('2030-03-31', 150, 'Europe/Berlin').toISOString()).toBe('2030-03-31T01:00:00.000Z')
  expect(momentOf('2030-10-06', 135, 'Australia/Lord_Howe').toISOString()).toBe('2030-10-05T15:30:00.000Z')
})

test('whatever the moment, zone and window, the next opening is open, not earlier, and none was missed', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  )
  const at = fc.date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      at,
      zone,
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fc.integer({ min: 0, max: 22 }),
      (moment, where, days, hour) => {
        const window = {
          days,
          start: `${String(hour).padStart(2, '0')}:00`,
          end: `${String(hour + 1).padStart(2, '0')}:30`.replace('24:30', '24:00'),
          start_date: null,
          end_date: null,
        }
        const found = nextOpen(moment, window, where)
        if (!found) throw new Error('a window of every week opens')
        expect(found >= moment).toBe(true)
        expect(isOpen(found, window, where)).toBe(true)
        expect(days).toContain(localTime(found, where).weekday)
        // Half way there it was closed.
        const between = new Date((moment.getTime() + found.getTime()) / 2)
        if (found > moment && between < found) expect(isOpen(between, window, where)).toBe(false)
      },
    ),
    { numRuns: 300 },
  )
})

test('a day begins at the midnight of its zone, and a new mailbox grows to its limit', () => {
  expect(dayStart(new Date('2030-06-01T23:00:00Z'), 'Europe/Berlin').toISOString()).toBe('2030-06-01T22:00:00.000Z')
  expect([0, 1, 5, 30].map((day) => rampLimit(50, { start: 5, step: 3 }, day))).toEqual([5, 8, 20, 50])
})

test('a window that begins in the gap of summer time opens where the gap ends, and sends inside its local hours', () => {
  const night = { ...WEEKDAYS, days: [7], start: '02:30', end: '04:00' }
  expect(next('2030-03-31T00:00:00Z', 'Europe/Berlin', night)).toBe('2030-03-31T01:00:00.000Z')
  expect(isOpen(new Date('2030-03-31T00:45:00Z'), night, 'Europe/Berlin')).toBe(false)
  // None of its minutes is shown on that day: the next Sunday, and never the minute after the gap.
  const within = { ...night, start: '02:10', end: '02:50' }
  expect(next('2030-03-31T00:00:00Z', 'Europe/Berlin', within)).toBe('2030-04-07T00:10:00.000Z')
})

test('a window over midnight opens on its days and stays open until the morning after', () => {
  const night = { ...WEEKDAYS, days: [5], start: '22:00', end: '06:00' }
  // Friday 4 January 2030.
  expect(next('2030-01-04T12:00:00Z', 'UTC', night)).toBe('2030-01-04T22:00:00.000Z')
  expect(next('2030-01-05T03:00:00Z', 'UTC', night)).toBe('2030-01-05T03:00:00.000Z')
  expect(next('2030-01-05T06:00:00Z', 'UTC', night)).toBe('2030-01-11T22:00:00.000Z')
  expect(next('2030-01-04T03:00:00Z', 'UTC', night)).toBe('2030-01-04T22:00:00.000Z')
  const last = { ...night, start_date: '2030-01-04', end_date: '2030-01-04' }
  expect(next('2030-01-05T05:59:00Z', 'UTC', last)).toBe('2030-01-05T05:59:00.000Z')
  expect(next('2030-01-05T06:00:00Z', 'UTC', last)).toBeUndefined()
  // The clock goes from 02:00 to 03:00 in that night.
  const short = { ...WEEKDAYS, days: [6], start: '23:00', end: '02:30' }
  expect(isOpen(new Date('2030-03-31T00:59:00Z'), short, 'Europe/Berlin')).toBe(true)
  expect(isOpen(new Date('2030-03-31T01:00:00Z'), short, 'Europe/Berlin')).toBe(false)
})

test('the day on which a window first opens is that of the zone', () => {
  const dated = { ...WEEKDAYS, days: [1, 2, 3, 4, 5, 6, 7], start_date: '2030-01-02' }
  expect(next('2030-01-01T12:00:00Z', 'Pacific/Auckland', dated)).toBe('2030-01-01T20:00:00.000Z')
  expect(next('2030-01-01T12:00:00Z', 'America/Los_Angeles', dated)).toBe('2030-01-02T17:00:00.000Z')
})
