// Quiet hours and digests by the clock of the person who is told.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionedIn } from './mentions.logic.ts'
import { isTimeZone, quietFor, type Rhythm, sendingTime } from './notices.logic.ts'

const BERLIN: Rhythm = { time_zone: 'Europe/Berlin', quiet_from: '22:00', quiet_to: '07:00', digest_at: '08:00' }
const at = (time: string) => new Date(time)
const iso = (date: Date | null) => date?.toISOString() ?? null

describe('a person', () => {
  it('is told at once outside quiet hours, and at their end within', () => {
    expect(iso(sendingTime('at_once', BERLIN, at('2026-01-15T12:00:30Z')))).toBe('2026-01-15T12:00:30.000Z')
    expect(iso(sendingTime('at_once', BERLIN, at('2026-01-15T21:30:00Z')))).toBe('2026-01-16T06:00:00.000Z')
    expect(iso(sendingTime('at_once', BERLIN, at('2026-01-16T02:00:00Z')))).toBe('2026-01-16T06:00:00.000Z')
    expect(iso(sendingTime('at_once', BERLIN, at('2026-01-16T06:00:00Z')))).toBe('2026-01-16T06:00:00.000Z')
  })

  it('gets a daily digest at the next time of the digest, a weekly one on Monday', () => {
    expect(iso(sendingTime('daily', BERLIN, at('2026-01-15T06:59:59Z')))).toBe('2026-01-15T07:00:00.000Z')
    expect(iso(sendingTime('daily', BERLIN, at('2026-01-15T07:00:10Z')))).toBe('2026-01-16T07:00:00.000Z')
    // 15 January 2026 is a Thursday.
    expect(iso(sendingTime('weekly', BERLIN, at('2026-01-15T12:00:00Z')))).toBe('2026-01-19T07:00:00.000Z')
    expect(iso(sendingTime('weekly', BERLIN, at('2026-01-19T06:00:00Z')))).toBe('2026-01-19T07:00:00.000Z')
    expect(iso(sendingTime('weekly', BERLIN, at('2026-01-19T07:00:00Z')))).toBe('2026-01-26T07:00:00.000Z')
  })

  it('who wants nothing gets nothing', () => {
    expect(sendingTime('off', BERLIN, at('2026-01-15T12:00:00Z'))).toBe(null)
  })
})

it('a text mentions people by their whole name, and nobody by an address of e-mail', () => {
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
        const sent = sendingTime('at_once', rhythm, now) as Date
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
