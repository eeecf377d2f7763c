// Promises of how differences of a definition are told.
import { expect, test } from 'vitest'
import { linesOf, summaryOf } from './difference.logic.ts'

test('changes are counted by what happens', () => {
  const kinds = ['add', 'remove', 'rename', 'change', 'add'] as const
  expect(summaryOf(kinds.map((kind) => ({ kind })))).toBe('2 added, 2 changed, 1 removed')
  expect(summaryOf([])).toBe('')
})

test('values read as in the file, short ones on a line, and very long ones end', () => {
  expect(linesOf(null)).toEqual([])
  expect(linesOf(['a', 'b'])).toEqual(['a, b'])
  expect(linesOf({ field: '{{Staff}}', op: 'in', value: [1, 2] })).toEqual([
    'field: {{Staff}}',
    'op: in',
    'value: 1, 2',
  ])
  expect(linesOf([{ field: 'x', dir: 'asc' }])).toEqual(['- field: x', '  dir: asc'])
  expect(linesOf({ and: [{ field: 'x' }] })).toEqual(['and:', '  - field: x'])
  expect(linesOf(`${'x'.repeat(1500)}\n${'y'.repeat(1500)}`)).toEqual(['x'.repeat(1500), '…'])
})
