// Suggested orders for some rows: only those that did better are offered, each once, and none names a step that is gone.
import { expect, test } from 'vitest'
import type { StepOrder } from '../../columns/workbook.shapes.ts'
import { newOrders, ordersOf, withOffered } from './row-orders.logic.ts'

const FRANCE: StepOrder = { when: { field: 'c2', op: 'eq', value: 'FR' }, steps: ['b', 'a'] }
const segment = (better: boolean, order: StepOrder | null) => ({
  value: 'FR',
  rows: 80,
  tried_rows: 40,
  better,
  words: 'Better.',
  when: order?.when ?? null,
  order: order?.steps ?? null,
  now: null,
  suggested: null,
})

test('an order is offered while the form does not have it, and only where it did better', () => {
  const advice = { segments: [segment(true, FRANCE), segment(false, FRANCE), segment(true, null)] } as never
  expect(newOrders(advice, []).map(({ order }) => order)).toEqual([FRANCE])
  expect(newOrders(advice, [FRANCE])).toEqual([])
  expect(newOrders(undefined, [FRANCE])).toEqual([])
})

test('a suggested order takes the place of the one for the same rows, and all others of the form stay', () => {
  const spain: StepOrder = { when: { field: 'c2', op: 'eq', value: 'ES' }, steps: ['b'] }
  const offered = newOrders({ segments: [segment(true, FRANCE)] } as never, [])
  expect(withOffered([spain, { ...FRANCE, steps: ['a'] }], offered)).toEqual([FRANCE, spain])
})

test('a step that is removed leaves the orders, and an order without a step is gone', () => {
  const steps = [{ provider: 'a', inputs: {} }]
  expect(ordersOf([FRANCE, { ...FRANCE, steps: ['b'] }], steps)).toEqual([{ ...FRANCE, steps: ['a'] }])
})
