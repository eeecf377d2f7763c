// Promises of the actions on rows that are selected as a whole.
import { expect, test } from 'vitest'
import { rowItems } from './grid-menus.ts'

const ask = (rows: number, computed: number, editable = true) =>
  rowItems({
    selected: { rows, cells: rows * 3, computed },
    editable,
    canRun: editable,
    onRun: () => undefined,
    onEnroll: () => undefined,
    onSend: () => undefined,
    onDuplicates: () => undefined,
    onExport: () => undefined,
    onDelete: () => undefined,
  }).map(({ label }) => label)

test('rows offer running where a column can run, a sequence, a destination, their duplicates, a file and deleting', () => {
  expect(ask(7, 2)).toEqual([
    'Run 7 rows',
    'Run 7 rows again',
    'Enroll',
    'Send to',
    'Find duplicates',
    'Export',
    'Delete 7 rows',
  ])
  expect(ask(1, 2)).toEqual(['Run again', 'Enroll', 'Send to', 'Find duplicates', 'Export', 'Delete 1 row'])
  expect(ask(7, 0)).toEqual(['Enroll', 'Send to', 'Find duplicates', 'Export', 'Delete 7 rows'])
  expect(ask(7, 2, false)).toEqual(['Find duplicates', 'Export'])
})
