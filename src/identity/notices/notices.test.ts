// Quiet hours and digests by the clock of the person who is told.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTime, type ScheduleTiming } from '../../platform/queue/schedules.ts'
import { mentionedIn } from './mentions.logic.ts'
import { digestTiming, isTimeZone, quietFor, type Rhythm, sendingTime } from './notices.logic.ts'

const BERLIN: Rhythm = { time_zone: 'Europe/Berlin', quiet_from: '22:00', quiet_to: '07:00', digest_at: '08:00' }
const at = (time: string) => new Date(time)
const iso = (date: Date) => date.toISOString()

describe('a person', () => {
  it('is told at once outside quiet hours, and at their end within', () => {
    expect(iso(sendingTime(BERLIN, at('2026-01-15T12:00:30Z')))).toBe('2026-01-15T12:00:30.000Z')
    expect(iso(sendingTime(BERLIN, at('2026-01-15T21:30:00Z')))).toBe('2026-01-16T06:00:00.000Z')
    expect(iso(sendingTime(BERLIN, at('2026-01-16T02:00:00Z')))).toBe('2026-01-16T06:00:00.000Z')
    expect(iso(sendingTime(BERLIN, at('2026-01-16T06:00:00Z')))).toBe('2026-01-16T06:00:00.000Z')
  })

  it('gets a daily digest at the next time of the digest, a weekly one on Monday', () => {
    const next = (when: 'daily' | 'weekly', now: string) =>
      iso(nextTime(digestTiming(when, BERLIN) as ScheduleTiming, at(now)))
    expect(next('daily', '2026-01-15T06:59:59Z')).toBe('2026-01-15T07:00:00.000Z')
    expect(next('daily', '2026-01-15T07:00:10Z')).toBe('2026-01-16T07:00:00.000Z')
    // 15 January 2026 is a Thursday.
    expect(next('weekly', '2026-01-15T12:00:00Z')).toBe('2026-01-19T07:00:00.000Z')
    expect(next('weekly', '2026-01-19T06:00:00Z')).toBe('2026-01-19T07:00:00.000Z')
    expect(next('weekly', '2026-01-19T07:00:00Z')).toBe('2026-01-26T07:00:00.000Z')
  })

  it('gets the digest at the same time of their clock when summer time begins', () => {
    const daily = digestTiming('daily', BERLIN) as ScheduleTiming
    expect(iso(nextTime(daily, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T06:00:00.000Z')
  })

  it('who wants nothing, or everything at once, gets no digest', () => {
    expect([digestTiming('off', BERLIN), digestTiming('at_once', BERLIN)]).toEqual([null, null])
  })
})

it('a text mentions members by their whole name, and no member by an e-mail address', () => {
  const people = ['ann', 'ann lee', 'bob', 'jörg.k'].map((username, id) => ({ id, username }))
  const named = (text: string) => mentionedIn(text, people).map((id) => people[id]?.username)
  expect(named('Ask @Ann, please')).toEqual(['ann'])
  expect(named('Ask @Ann Lee and @JÖRG.K!')).toEqual(['ann lee', 'jörg.k'])
  expect(named('x@bob.com wrote to @bobby and @nobody; mail@ann')).toEqual([])
  expect(named('@bob @bob')).toEqual(['bob'])
  expect(named(`${'@'.repeat(10_000)}bob`)).toEqual(['bob'])
})

it('what is sent never falls into quiet hours, in any zone at any time', () => {
  const time = fc.tuple(fc.nat(23), fc.nat(59)).map((pair) => pair.map((n) => String(n).padStart(2, '0')).join(':'))
  const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Asia/Tokyo', 'Pacific/Apia', 'Africa/Lagos')
  fc.assert(
    fc.property(
      time,
      time,
      zone,
      fc.date({ min: at('2026-01-01'), max: at('2027-01-01'), noInvalidDate: true }),
      (from, to, time_zone, now) => {
        const rhythm = { ...BERLIN, quiet_from: from, quiet_to: to, time_zone }
        const sent = sendingTime(rhythm, now)
        expect(sent.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(quietFor(rhythm, sent)).toBe(0)
      },
    ),
  )
})

it('knows time zones', () => {
  expect(isTimeZone('America/New_York')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})
