// Which step goes first, as laws: bounds of a share, and an order that nothing but its reasons can change.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, leanedShare, quantile } from './likelihood.ts'
import { rankSteps, type StepResults } from './ranking.ts'

const counted = fc.nat(5000).chain((trials) => fc.record({ trials: fc.constant(trials), hits: fc.nat(trials) }))

describe('the bounds of a share', () => {
  it('hold the counted share between them, and both are shares', () => {
    fc.assert(
      fc.property(counted, ({ hits, trials }) => {
        const { low, high } = boundsOf(hits, trials)
        const share = trials === 0 ? 0.5 : hits / trials
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(share)
        expect(high).toBeGreaterThanOrEqual(share)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('come closer the more was counted at the same share', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 2, max: 50 }), (hits, more, times) => {
        const trials = hits + more
        const few = boundsOf(hits, trials)
        const many = boundsOf(hits * times, trials * times)
        expect(many.high - many.low).toBeLessThan(few.high - few.low)
        expect(many.low).toBeGreaterThanOrEqual(few.low)
      }),
    )
  })

  it('are those that Wilson gives', () => {
    const { low, high } = boundsOf(3, 3)
    expect(low).toBeCloseTo(0.4385, 4)
    expect(high).toBe(1)
    expect(boundsOf(2100, 3000).low).toBeCloseTo(0.6834, 4)
  })
})

it('a share leans on belief while little is counted, and hardly at all when much is', () => {
  expect(leanedShare(0, 0, 0.4, 2)).toBe(0.4)
  expect(leanedShare(3, 3, 0.5, 2)).toBe(0.8)
  expect(leanedShare(2100, 3000, 0.1, 20)).toBeCloseTo(0.696, 3)
})

it('half of all values lie below the median, and nothing has no quantile', () => {
  expect(quantile([], 0.5)).toBeNull()
  expect(quantile([30, 10, 20], 0.5)).toBe(20)
  expect(quantile([10, 20, 30, 40], 0.95)).toBe(40)
})

const step = (step_id: string, more: Partial<StepResults> = {}): StepResults => ({
  step_id,
  closed: null,
  keyless: false,
  asked: 1000,
  accepted: 500,
  cost_micro: 10_000_000,
  prior: { accepts: 0.5, cost_micro: 10_000, weight: 2 },
  ...more,
})
const order = (...steps: StepResults[]) => rankSteps(steps).map(({ step_id }) => step_id)

const anyStep = fc
  .record({
    asked: fc.nat(4000),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    price: fc.option(fc.nat(100_000)),
    closed: fc.option(fc.constant('no key')),
    keyless: fc.boolean(),
    accepts: fc.double({ min: 0, max: 1, noNaN: true }),
    weight: fc.nat(20),
  })
  .map(({ asked, share, price, accepts, weight, ...rest }): Omit<StepResults, 'step_id'> => {
    const accepted = Math.floor(asked * share)
    return {
      ...rest,
      asked,
      accepted,
      cost_micro: asked * (price ?? 0),
      prior: { accepts, cost_micro: price, weight },
    }
  })
const named = (steps: Omit<StepResults, 'step_id'>[]) => steps.map((one, place) => ({ ...one, step_id: `s${place}` }))

describe('the order', () => {
  it('puts the cheaper accepted answer first', () => {
    const dear = step('dear', { cost_micro: 40_000_000, prior: { accepts: 0.5, cost_micro: 40_000, weight: 2 } })
    expect(order(dear, step('cheap'))).toEqual(['cheap', 'dear'])
    expect(order(step('rare', { accepted: 100 }), step('often'))).toEqual(['often', 'rare'])
  })

  it('does not let three lucky calls beat three thousand', () => {
    const prior = { accepts: 0.5, cost_micro: 20_000, weight: 2 }
    const lucky = step('lucky', { asked: 3, accepted: 3, cost_micro: 60_000, prior })
    const known = step('known', { asked: 3000, accepted: 2100, cost_micro: 60_000_000, prior })
    expect(order(lucky, known)).toEqual(['known', 'lucky'])
  })

  it('asks who is free before who costs, and of equals who needs no key', () => {
    const free = { cost_micro: 0, prior: { accepts: 0.5, cost_micro: 0, weight: 2 } }
    const keyless = step('keyless', { ...free, keyless: true, accepted: 100 })
    expect(order(step('paid', { accepted: 1000 }), step('keyed', free), keyless)).toEqual(['keyless', 'keyed', 'paid'])
    expect(order(step('keyed'), step('keyless', { keyless: true }))).toEqual(['keyless', 'keyed'])
  })

  it('leaves what has no price behind what has one, and what cannot be asked behind all', () => {
    const unpriced = step('unpriced', { prior: { accepts: 0.9, cost_micro: null, weight: 2 } })
    const closed = step('closed', { closed: 'It needs a key', cost_micro: 0 })
    expect(order(closed, unpriced, step('known'))).toEqual(['known', 'unpriced', 'closed'])
  })

  it('keeps equal ones as they were', () => {
    fc.assert(
      fc.property(anyStep, fc.integer({ min: 2, max: 8 }), (one, many) => {
        const steps = named(Array.from({ length: many }, () => one))
        expect(order(...steps)).toEqual(steps.map(({ step_id }) => step_id))
      }),
    )
  })

  it('holds every step once, and ranking what is ranked changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }).map(named), (steps) => {
        const once = rankSteps(steps)
        expect(once.map(({ step_id }) => step_id).sort()).toEqual(steps.map(({ step_id }) => step_id).sort())
        expect(rankSteps(once).map(({ step_id }) => step_id)).toEqual(once.map(({ step_id }) => step_id))
        for (const { low, accepts, high } of once) {
          expect(low).toBeLessThanOrEqual(accepts + 1e-9)
          expect(accepts).toBeLessThanOrEqual(high + 1e-9)
        }
      }),
    )
  })

  it('never gets worse for a step that found more at the same cost', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 8 }).map(named), fc.nat(7), (steps, which) => {
        const lucky = steps[which % steps.length] as StepResults
        const better = steps.map((one) => (one === lucky ? { ...one, accepted: one.asked } : one))
        expect(order(...better).indexOf(lucky.step_id)).toBeLessThanOrEqual(order(...steps).indexOf(lucky.step_id))
      }),
    )
  })
})
