// Promises of the marks of values that do not fit: what the server says, and what is typed shows at once.
import { expect, test } from 'vitest'
import { cellOf, type GridRow } from '../model/grid.types.ts'
import { PendingEdits } from '../rows/pending.store.ts'
import { invalidWords, reasonOf } from './invalid-value.logic.ts'

const row: GridRow = {
  row_id: 'r',
  position: 1,
  data: { a: 'many', b: 7 },
  enrichments: {},
  invalid: { a: 'not_a_number' },
}
const invalidValues = (shown: GridRow) => ['a', 'b'].map((id) => cellOf(shown, { id, computed: false }).invalidReason)

test('a mark is what the server says, until something else is typed', () => {
  const pending = new PendingEdits()
  expect(invalidValues(pending.over(row))).toEqual(['not_a_number', undefined])
  const fits = pending.add([{ row_id: 'r', column_id: 'a', value: 5 }], () => false)
  expect(invalidValues(pending.over(row))).toEqual([undefined, undefined])
  pending.add([{ row_id: 'r', column_id: 'b', value: 'x', invalidReason: reasonOf('number') }], () => false)
  expect(invalidValues(pending.over(row))).toEqual([undefined, 'not_a_number'])
  pending.take(fits)
  expect(invalidValues(pending.over(row))).toEqual(['not_a_number', 'not_a_number'])
  expect(row.invalid).toEqual({ a: 'not_a_number' })
})

test('every reason has words, and a new one is no riddle', () => {
  expect(invalidWords(undefined)).toBe('')
  expect(invalidWords('not_a_url')).toBe('Not a web address: kept as it came')
  expect(invalidWords('not_a_colour')).toBe('Not what the column holds: kept as it came')
})
