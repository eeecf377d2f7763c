import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outOfRange, RETENTION, shortened } from './retention.logic.ts'
import { barsOf, everyDay, firstOf, scaleTop, sumOf, type Use } from './usage.logic.ts'

const use = (hits: number, misses = 0, errors = 0): Use => ({
  calls: hits + misses + errors,
  hits,
  misses,
  errors,
  cached: 1,
  cost_usd: 0.5,
  unpriced: 0,
})

describe('the use of providers', () => {
  test('is shown for every day of the period, also over the end of a month and a clock change', () => {
    const days = everyDay([{ ...use(3), day: '2026-03-29' }], '2026-03-27', '2026-04-01')
    expect(days.map(({ day, calls }) => [day, calls])).toEqual([
      ['2026-03-27', 0],
      ['2026-03-28', 0],
      ['2026-03-29', 3],
      ['2026-03-30', 0],
      ['2026-03-31', 0],
      ['2026-04-01', 0],
    ])
  })

  test('of so many days begins so that there are as many', () => {
    expect(firstOf(1, '2026-03-01')).toBe('2026-03-01')
    expect(firstOf(30, '2026-03-01')).toBe('2026-01-31')
    expect(everyDay([], firstOf(365, '2026-03-01'), '2026-03-01')).toHaveLength(365)
  })

  test('adds up', () => {
    expect(sumOf([use(1, 2, 3), use(4)])).toEqual({ ...use(5, 2, 3), cached: 2, cost_usd: 1 })
    expect(sumOf([])).toMatchObject({ calls: 0, cost_usd: 0 })
  })

  test('is drawn within a scale that people can read, each part on the one below', () => {
    const figure = fc.nat(1_000_000)
    fc.assert(
      fc.property(figure, figure, figure, (hits, misses, errors) => {
        const top = scaleTop(hits + misses + errors)
        expect(top).toBeGreaterThanOrEqual(hits + misses + errors)
        expect(`${top}`).toMatch(/^[125]0*$/)
        const bars = barsOf(use(hits, misses, errors), top)
        let foot = 0
        for (const bar of bars) {
          expect(bar.from).toBeCloseTo(foot)
          foot += bar.height
        }
        expect(foot).toBeLessThanOrEqual(1 + 1e-9)
        expect(foot * top).toBeCloseTo(hits + misses + errors, 3)
      }),
    )
  })
})

describe('retention', () => {
  const inForce = { attempt_days: 90, lookup_cache_days: 365, page_cache_days: 30 }

  test('asks before anything is kept for less long, and only then', () => {
    expect(shortened({ attempt_days: 30, page_cache_days: 60 }, inForce).map(({ name }) => name)).toEqual([
      'attempt_days',
    ])
    expect(shortened({ attempt_days: 90 }, inForce)).toEqual([])
  })

  test('explains every setting that the API has', () => {
    expect(RETENTION.map(({ name }) => name).sort()).toEqual(Object.keys(inForce).sort())
  })

  test('says why a number of days cannot be saved', () => {
    const range = { minimum: 1, maximum: 365 }
    expect(outOfRange('0', range)).toBe('This must be from 1 to 365.')
    expect(outOfRange('366', range)).toBe('This must be from 1 to 365.')
    expect(outOfRange('soon', range)).toBe('Type a whole number of days.')
    expect(outOfRange('365', range)).toBeUndefined()
  })
})
