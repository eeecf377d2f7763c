// Promises of the words and keys of undo.

import { expect, test } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import { directionOf, revertWords } from './undo.logic.ts'

const answer: Schemas['Undone'] = {
  change_id: '1',
  kind: 'edit_cells',
  words: 'Changed 3 cells',
  state: 'undone',
  cells: 3,
  rows: 0,
  columns: 0,
  skipped: [],
  skipped_count: 0,
  more_skipped: false,
  note: null,
}

test('the message names what was undone, what was left alone, and what cannot come back', () => {
  expect(revertWords('undo', answer)).toBe('Undone: changed 3 cells.')
  expect(revertWords('redo', { ...answer, state: 'done' })).toBe('Redone: changed 3 cells.')
  expect(revertWords('undo', { ...answer, skipped_count: 1 })).toBe(
    'Undone: changed 3 cells. 1 place was changed since and stays.',
  )
  const skipped = [{ row_id: 'r', column_id: 'c', reason: 'delivered' }]
  expect(revertWords('undo', { ...answer, skipped, skipped_count: 2 })).toBe(
    'Undone: changed 3 cells. 2 places were delivered already and stay.',
  )
  expect(revertWords('undo', { ...answer, note: 'Money is spent.' })).toBe('Undone: changed 3 cells. Money is spent.')
  expect(revertWords('undo', { ...answer, state: 'undoing' })).toBe('Undoing in the background: changed 3 cells')
})

test('the keys of spreadsheets undo and redo, on a Mac with the command key', () => {
  const press = (key: string, more: object = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
  })
  expect(directionOf(press('z', { ctrlKey: true }), false)).toBe('undo')
  expect(directionOf(press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe('redo')
  expect(directionOf(press('y', { ctrlKey: true }), false)).toBe('redo')
  expect(directionOf(press('z', { metaKey: true }), true)).toBe('undo')
  expect(directionOf(press('z', { ctrlKey: true }), true)).toBe(null)
  expect(directionOf(press('z', { ctrlKey: true, altKey: true }), false)).toBe(null)
  expect(directionOf(press('z'), false)).toBe(null)
})
