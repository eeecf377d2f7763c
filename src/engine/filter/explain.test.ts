// Why a row does not match, in words.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { explainMismatch } from './explain.ts'
import { FILTER_OPS, type Filter } from './filter.schema.ts'
import { matches } from './filter.ts'

const row: Row = {
  row_id: 'r',
  position: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  lead_id: null,
  source: null,
  data: { a: 'x', n: 5, blank: '', long: 'y'.repeat(500) },
  cells: {},
}
const NOW = Date.parse('2026-03-31T00:00:00Z')
const explain = (filter: Filter) => explainMismatch(filter, row, (id) => id.toUpperCase(), NOW)
const no: Filter = { field: 'a', op: 'eq', value: 'z' }

it.each<[Filter, string | null]>([
  [{ field: 'a', op: 'eq', value: 'X' }, null],
  [no, 'A is "x", must be "z"'],
  [{ field: 'n', op: 'gte', value: 10 }, 'N is 5, must be at least 10'],
  [{ field: 'blank', op: 'not_empty' }, 'BLANK is empty, must not be empty'],
  [{ field: 'a', on: 'error_class', op: 'eq', value: 'timeout' }, 'A (error class) is empty, must be "timeout"'],
  [{ field: '$position', op: 'lt', value: 3 }, 'Position is 3, must be less than 3'],
  [
    { field: 'a', op: 'in', value: ['1', '2', '3', '4', '5', '6', '7'] },
    'A is "x", must be one of "1", "2", "3", "4", "5" or 2 more',
  ],
  [{ and: [{ field: 'n', op: 'eq', value: 5 }, no] }, 'A is "x", must be "z"'],
  [{ or: [no, { field: 'n', op: 'lt', value: 2 }] }, 'A is "x", must be "z"; and N is 5, must be less than 2'],
  [{ or: [no, no, no, no] }, 'none of 4 alternatives holds: A is "x", must be "z"; …'],
  [{ or: [] }, 'no alternative is given'],
  [{ not: { field: 'n', op: 'gt', value: 1 } }, 'excluded: N is 5'],
  [{ field: 'long', op: 'is_empty' }, `LONG is "${'y'.repeat(60)}…", must be empty`],
])('%j: %s', (filter, words) => {
  expect(explain(filter)).toBe(words)
})

it('has words exactly when the row does not match', () => {
  const leaf = fc.record({
    field: fc.constantFrom('a', 'n', 'blank', 'none', '$position'),
    op: fc.constantFrom(...FILTER_OPS),
    value: fc.constantFrom('x', 5, ''),
  })
  const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf as fc.Arbitrary<Filter>,
      fc.array(tie('tree'), { maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('tree'), { maxLength: 3 }).map((or) => ({ or })),
      tie('tree').map((not) => ({ not })),
    ),
  }))
  fc.assert(fc.property(tree, (filter) => (explain(filter) === null) === matches(filter, row, NOW)))
})
