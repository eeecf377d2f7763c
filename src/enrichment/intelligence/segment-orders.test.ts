// Suggested orders beside those of the column: none of the column's own is lost, or hidden by a wider one.
import { expect, test } from 'vitest'
import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { SegmentAdvice } from './intelligence.schema.ts'
import { ordersWith } from './segment-orders.logic.ts'

const of = (value: string): Filter => ({ field: 'c2', op: 'eq', value })
const chief: Filter = { field: 'c3', op: 'contains', value: 'chief' }
const [de, fr] = [of('DE'), of('FR')]
const better = (when: Filter) => ({ when, better: true, order: ['new'] }) as unknown as SegmentAdvice
const withAdvice = (own: readonly Filter[], ...advice: Filter[]) =>
  ordersWith({ spec: { orders: own.map((when) => ({ when, steps: ['own'] })) } as CellPlanSpec }, advice.map(better))

test('a new one stands in front, behind those of the column that are for a part of its rows', () => {
  const narrow = { and: [de, chief] }
  expect(withAdvice([fr, narrow, chief], de).map(({ when }) => when)).toEqual([fr, narrow, de, chief])
  expect(withAdvice([chief], de, fr).map(({ when }) => when)).toEqual([de, fr, chief])
})

test('one with the same condition takes its place', () => {
  expect(withAdvice([chief, de], de)).toEqual([
    { when: chief, steps: ['own'] },
    { when: de, steps: ['new'] },
  ])
})

test('none of the column is left out for a new one', () => {
  const own = Array.from({ length: 19 }, (_, n) => of(`${n}`))
  const orders = withAdvice(own, de, fr)
  expect(orders.map(({ when }) => when)).toEqual([de, ...own])
})
