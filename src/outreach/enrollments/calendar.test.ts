// The plan of sending: each recipient in the hours of their own zone, on the days of the sequence.
import { expect, test } from 'vitest'
import { SEQUENCE_DEFAULTS, type SequenceStep } from '../sequences/sequence.schema.ts'
import { planCalendar } from './calendar.logic.ts'

const STEP: SequenceStep = { id: 's1', kind: 'email', delay_hours: 0, same_thread: false, note: null, variants: [] }
const steps = [STEP, { ...STEP, id: 's2', delay_hours: 24 }]
const settings = { ...SEQUENCE_DEFAULTS, days: [1, 2, 3, 4, 5, 6, 7], min_gap_seconds: 0, gap_jitter_seconds: 0 }
const pace = { max_per_hour: 1000, max_per_day: null, ramp: null, day: 0, used_today: 0 }
const plan = (more: object, zones: string[], now = '2030-01-01T12:00:00Z', days = 5) =>
  planCalendar(
    { settings: { ...settings, ...more }, steps },
    zones.map((zone) => ({ step: 0, due_at: new Date(now), count: 1, zone })),
    [pace],
    new Date(now),
    days,
  ).items.map(({ date, by_step, first_at }) => [date, by_step, first_at])

test('recipients whose day is over get their message in the morning of their own zone', () => {
  expect(plan({}, ['UTC', 'Asia/Tokyo'])).toEqual([
    // Noon in the zone of the sequence: the evening in Tokyo, where it opens at midnight UTC.
    ['2030-01-01', [1, 0], '2030-01-01T12:00:00.000Z'],
    ['2030-01-02', [1, 1], '2030-01-02T00:00:00.000Z'],
    ['2030-01-03', [0, 1], '2030-01-03T00:00:00.000Z'],
  ])
})

test('the first day is that of the recipients', () => {
  const dated = { start_date: '2030-01-03' }
  expect(plan(dated, ['Pacific/Auckland'])[0]).toEqual(['2030-01-02', [1, 0], '2030-01-02T20:00:00.000Z'])
  expect(plan(dated, ['America/Los_Angeles'])[0]).toEqual(['2030-01-03', [1, 0], '2030-01-03T17:00:00.000Z'])
})

test('a window over midnight is planned on both of its days', () => {
  const night = { window_start: '22:00', window_end: '02:00', days: [2] }
  // Tuesday 1 January 2030: the limit of an hour leaves the rest for after midnight.
  const { items } = planCalendar(
    { settings: { ...settings, ...night }, steps: [STEP] },
    [{ step: 0, due_at: new Date('2030-01-01T12:00:00Z'), count: 30, zone: 'UTC' }],
    [{ ...pace, max_per_hour: 10 }],
    new Date('2030-01-01T12:00:00Z'),
    3,
  )
  expect(items.map(({ date, messages, first_at }) => [date, messages, first_at])).toEqual([
    ['2030-01-01', 20, '2030-01-01T22:00:00.000Z'],
    ['2030-01-02', 10, '2030-01-02T00:00:00.000Z'],
  ])
})
