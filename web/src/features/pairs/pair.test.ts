// Promises of reviewing: the weightiest field first, what makes up one value is one line, and skipped pairs last.
import { expect, test } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import { capitalized, orderQueue, shownFields } from './pair.logic.ts'

const field = (name: string, weight: number, agreement: string | null = 'different'): Schemas['ComparedField'] => ({
  field: name,
  name: name.replaceAll('_', ' '),
  left: 'x',
  right: 'y',
  agreement,
  is_same: agreement === 'the same',
  weight,
})

const shown = (...compared: Schemas['ComparedField'][]) =>
  shownFields({
    compared,
    keyOf: ({ field: name }) => (name === 'given_name' || name === 'surname' ? 'contact_person' : name),
    labelOf: capitalized,
    left: { notes: 'a', city: 'Bath', empty: '' },
    right: { notes: null, empty: null },
    others: ['city', 'empty', 'notes'],
    choices: ['city'],
  })

test('fields come with the weightiest first, then those that were not compared', () => {
  const fields = shown(field('city', -2), field('company', 9, 'the same'), field('phone', 0, null))
  expect(fields.map(({ key, tone }) => [key, tone])).toEqual([
    ['company', 'same'],
    ['city', 'differs'],
    ['phone', 'one'],
    ['notes', 'one'],
  ])
})

test('a choice is offered where one of the two values is kept, and nowhere else', () => {
  expect(shown(field('city', -2), field('tax_id', -5)).map(({ key, isChoice }) => [key, isChoice])).toEqual([
    ['tax_id', false],
    ['city', true],
    ['notes', false],
  ])
})

test('the parts of a name are one line, with what each says and what both weigh', () => {
  expect(shown(field('given_name', 3, 'the same'), field('surname', -1))).toMatchObject([
    { label: 'Contact person', agreement: 'given name the same, surname different', weight: 2, tone: 'near' },
    { label: 'City' },
    { label: 'Notes' },
  ])
})

test('a skipped pair comes back after all others, and one that was taken back is the next', () => {
  const pairs = [1, 2, 3, 4].map((id) => ({ id }))
  const order = (skipped: number[], first: number | null) => orderQueue(pairs, { skipped, first }).map(({ id }) => id)
  expect(order([2, 1], null)).toEqual([3, 4, 2, 1])
  expect(order([1], 3)).toEqual([3, 2, 4, 1])
})
