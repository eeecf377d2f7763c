// Promises of reviewing: the weightiest field first, skipped pairs last, and nothing called certain that is not.

import { expect, test } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import { labelOf, orderQueue, percent, shownFields } from './review.logic.ts'

const side = { record_id: 1, lead_id: 1, workbook_id: null, row_id: null, entity_id: 'e', name: 'A', records: 1 }
const field = (name: string, weight: number, agreement: string | null = 'different') => ({
  field: name,
  left: 'x',
  right: 'y',
  agreement,
  is_same: agreement === 'the same',
  weight,
})
const pair = {
  id: 7,
  fields: [field('city', -2), field('company', 9, 'the same'), field('phone', 0, null)],
  entity: { ...side, values: { notes: 'a', kind: 'company' } },
  candidate: { ...side, values: { kind: 'company' } },
} as unknown as Schemas['EntityPair']

test('fields come with the weightiest first, then those that were not compared', () => {
  expect(shownFields(pair).map(({ field, tone }) => [field, tone])).toEqual([
    ['company', 'same'],
    ['city', 'differs'],
    ['phone', 'one'],
    ['notes', 'one'],
  ])
})

test('a skipped pair comes back after all others', () => {
  const pairs = [1, 2, 3].map((id) => ({ ...pair, id }))
  expect(orderQueue(pairs, new Set([1])).map(({ id }) => id)).toEqual([2, 3, 1])
})

test('what is not certain is never called so, and a field is named as people name it', () => {
  expect([percent(0.997), percent(0.5), percent(1)]).toEqual(['> 99%', '50%', '100%'])
  expect([labelOf('linkedin_url'), labelOf('my_field')]).toEqual(['LinkedIn', 'My field'])
})
