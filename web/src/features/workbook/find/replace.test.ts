// Promises of what find and replace says of what it found.
import { expect, test } from 'vitest'
import { foundWords, pieceOf } from './replace.logic.ts'

test('a long value is shown from shortly before the place where it changes', () => {
  expect(pieceOf({ before: 'Acme Inc', after: 'Acme Ltd' })).toEqual({ was: 'Acme Inc', is: 'Acme Ltd' })
  const long = 'a firm of many words and branches, Acme '
  expect(pieceOf({ before: `${long}Inc`, after: `${long}Ltd` })).toEqual({
    was: '…nches, Acme Inc',
    is: '…nches, Acme Ltd',
  })
  expect(pieceOf({ before: ['a', 'b'], after: null })).toEqual({ was: 'a, b', is: '' })
})

test('what was found is counted, and a part of the workbook is not taken for all of it', () => {
  const preview = {
    checked_rows: 9,
    total_rows: 9,
    complete: true,
    cells: 3,
    rows: 2,
    unfit: 0,
    examples: [],
    unfit_examples: [],
  }
  expect(foundWords(preview)).toBe('3 in 2 rows')
  expect(foundWords({ ...preview, complete: false })).toBe('3+ in 2 rows')
  expect(foundWords({ ...preview, cells: 0, rows: 0 })).toBe('Not found')
  expect(foundWords({ ...preview, cells: 0, rows: 0, complete: false })).toBe('Not found so far')
  expect(foundWords({ ...preview, cells: 0, rows: 0, unfit: 2 })).toBe('Nothing to replace')
})
