// Where a refusal of the server is said: at its field, or beside the fields; never nowhere.
import { expect, test } from 'vitest'
import { areAllIn, type FormField, hiddenFaults, isSameValue, partOver, partSince } from './form-fields.logic.ts'

const values = { name: 'A', kind: 'fixed', limit: '5' }

test.each<[string, Record<string, string>, boolean]>([
  ['one field of the form', { name: 'is taken' }, true],
  ['two fields of the form', { name: 'is taken', limit: 'is too high' }, true],
  ['a field that the form has not', { other: 'is wrong' }, false],
  ['a field of the form and another one', { name: 'is taken', other: 'is wrong' }, false],
  ['a part of a field', { 'name.0': 'is wrong' }, false],
  ['no field', {}, false],
])('a refusal of %s', (_what, refused, isSaidAtFields) => {
  expect(areAllIn(refused, values)).toBe(isSaidAtFields)
})

test('what is wrong with a field that is not shown is said beside those that are', () => {
  const fields: FormField[] = [
    { name: 'name', label: 'Name', kind: 'text' },
    { name: 'kind', label: 'Kind', kind: 'choice' },
    { name: 'limit', label: 'Limit', kind: 'number', only: { setting: 'kind', values: ['free'] } },
  ]
  const hidden = hiddenFaults(fields, values, { name: 'is taken', limit: 'is too high' })
  expect(hidden.map(({ name }) => name)).toEqual(['limit'])
})

test.each<[string, unknown, unknown, boolean]>([
  ['a text that was typed back', 'Acme', 'Acme', true],
  ['another text', 'Acme', 'acme', false],
  ['a list with the same items', [1, 5], [1, 5], true],
  ['a list in another order', [5, 1], [1, 5], false],
  ['a record with the same members', { every: 'daily' }, { every: 'daily' }, true],
  ['a value where there was none', '', null, false],
])('%s is told from a change', (_what, typed, before, isSame) => {
  expect(isSameValue(typed, before)).toBe(isSame)
})

test('of a form that is told all its values, only the one that was typed counts', () => {
  const stored: Record<string, unknown> = { name: 'A', limit: '5', days: [1, 5] }
  expect(partOver(stored, { ...stored, days: [1, 5], limit: '6' })).toEqual({ limit: '6' })
  expect(partOver(stored, { ...stored })).toEqual({})
})

test('what was typed while a form was sent stays, and what was sent is forgotten', () => {
  const sent: Record<string, unknown> = { name: 'B', days: [1] }
  expect(partSince(sent, { name: 'B', days: [1, 2], limit: '6' })).toEqual({ days: [1, 2], limit: '6' })
  expect(partSince(sent, { name: 'A', days: [1] })).toEqual({ name: 'A' })
  expect(partSince({}, { note: undefined })).toEqual({ note: undefined })
})
