// The promises of how a provider's health is told.
import { describe, expect, it } from 'vitest'
import { closedWords, latencyWords, readPeriod, untilWords } from './health.logic.ts'

const NOW = Date.parse('2026-03-31T12:00:00Z')
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()

describe('the health of a provider', () => {
  it('says in a few words why it is not asked', () => {
    expect(closedWords({ kind: 'circuit_open', reason: 'auth' })).toBe('Its key was rejected')
    expect(closedWords({ kind: 'circuit_open', reason: 'timeout' })).toBe('It keeps failing')
    expect(closedWords({ kind: 'throttled', reason: null })).toBe('It asked to wait')
  })

  it('says when it is tried again, also when that is not a matter of time', () => {
    expect(untilWords({ kind: 'circuit_open', until: inSeconds(90) }, NOW)).toContain('tries it again in 2 minutes')
    expect(untilWords({ kind: 'circuit_open', until: inSeconds(-5) }, NOW)).toContain('again with the next call')
    expect(untilWords({ kind: 'circuit_open', until: null }, NOW)).toContain('when its key changes')
    expect(untilWords({ kind: 'throttled', until: inSeconds(20) }, NOW)).toBe(
      'It is called again in 20 seconds. Rows that need it wait.',
    )
  })

  it('tells times as short as they can be told', () => {
    expect([null, 0, 340, 2_140, 14_400].map(latencyWords)).toEqual(['–', '0 ms', '340 ms', '2.1 s', '14 s'])
  })

  it('takes any other period for a day', () => {
    expect([readPeriod('7d'), readPeriod('8d'), readPeriod(undefined)]).toEqual(['7d', '24h', '24h'])
  })
})
