// Exploration as laws: what it may cost stays within what is left, and the steps of which least is known come first.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { LookupFacts } from '../../../engine/waterfall/facts.ts'
import { chooseExploredRows, rowsToExplore } from './exploration.logic.ts'

const IDS = ['first', 'known', 'unknown', 'unpriced', 'closed']
const spec = { steps: IDS.map((id) => ({ id, provider: id, inputs: {} })) } as unknown as CellPlanSpec
const factsOf = (id: string) =>
  ({
    rule: 'on_hit',
    price_micro: id === 'unpriced' ? null : 100,
    gate: id === 'closed' ? { reason: 'no_key', detail: 'No key' } : null,
  }) as LookupFacts
const rows = Array.from({ length: 10 }, (_, n) => `r${n}`)
const chosen = (left_micro: number, trials: Record<string, number> = {}) =>
  chooseExploredRows(spec, rows, { left_micro, trials: new Map(Object.entries(trials)), factsOf })

test('never spends more than is left, and says what it may spend', () => {
  fc.assert(
    fc.property(fc.nat(2000), (left) => {
      const { steps, micro } = chosen(left)
      expect(micro).toBeLessThanOrEqual(Math.max(0, left))
      expect(micro).toBe(Object.keys(steps).length * 100)
    }),
  )
})

test('tries the step of which least is known until it is known as well as the next', () => {
  const { steps } = chosen(1000, { known: 4 })
  const count = (id: string) => Object.values(steps).filter((one) => one === id).length
  expect([count('unknown'), count('known')]).toEqual([7, 3])
})

test('tries no step without a known price, none that cannot be called, and not the one that goes first anyway', () => {
  expect(new Set(Object.values(chosen(100_000).steps))).toEqual(new Set(['known', 'unknown']))
})

test('a part of a row is a chance, and many rows are no more than a hundred', () => {
  expect([rowsToExplore(100, 5, 0.9), rowsToExplore(1, 5, 0.04), rowsToExplore(1, 5, 0.06)]).toEqual([5, 1, 0])
  expect(rowsToExplore(1_000_000, 50, 0)).toBe(100)
})
