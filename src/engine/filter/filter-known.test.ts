// What is decided by a part of a row holds for every row that has this part.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../values/row.ts'
import type { Filter } from './filter.schema.ts'
import { matches } from './filter.ts'
import { matchesKnown } from './filter-known.ts'

const rowOf = (data: Row['data']): Row => ({
  row_id: 'r',
  position: 1,
  created_at: '',
  updated_at: '',
  lead_id: null,
  source: null,
  data,
  cells: {},
})
const value = fc.constantFrom('a', 'b', 3, null)
const leaf = fc.record({
  field: fc.constantFrom('known', 'other'),
  op: fc.constantFrom('eq' as const, 'ne' as const, 'gte' as const),
  value: fc.constantFrom('a', 'b', 3),
})
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}))
const isKnown = ({ field }: { field: string }) => field === 'known'

test('a filter that a part of the row decides is decided so for any rest of it', () => {
  fc.assert(
    fc.property(filter, value, fc.array(value, { minLength: 1 }), (asked, known, others) => {
      const decided = matchesKnown(asked, rowOf({ known }), isKnown)
      const whole = new Set(others.map((other) => matches(asked, rowOf({ known, other }))))
      if (decided !== null) expect([...whole]).toEqual([decided])
    }),
  )
})

test('it is decided whenever what it reads is known, and by one part that is enough', () => {
  fc.assert(
    fc.property(filter, value, (asked, known) => {
      expect(matchesKnown(asked, rowOf({ known }), () => true)).toBe(matches(asked, rowOf({ known })))
    }),
  )
  const unknown: Filter = { field: 'other', op: 'eq', value: 'a' }
  const wrong: Filter = { field: 'known', op: 'eq', value: 'b' }
  expect(matchesKnown({ and: [unknown, wrong] }, rowOf({ known: 'a' }), isKnown)).toBe(false)
  expect(matchesKnown({ or: [unknown, { not: wrong }] }, rowOf({ known: 'a' }), isKnown)).toBe(true)
  expect(matchesKnown({ or: [unknown, wrong] }, rowOf({ known: 'a' }), isKnown)).toBe(null)
})
