// Parts of the rows: the condition that is offered for a part holds for its rows and for no row of a part behind it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { matches } from '../../engine/filter/filter.ts'
import type { Row } from '../../engine/values/row.ts'
import type { Json } from '../../kernel/json.ts'
import { type Segmentation, segmentations } from './segments.logic.ts'

const column = (name: string, input_type = 'text') => ({ id: 'c1', name, type: 'input', input_type }) as ColumnConfig
const rowsOf = (values: readonly Json[]) =>
  values.map((value, at) => ({ row_id: `r${at}`, position: at, data: { c1: value }, cells: {} }) as unknown as Row)

/** The part of each row by the conditions alone: the first that holds. */
function byConditions({ values }: Segmentation, row: Row): string | undefined {
  return values.find(({ when }) => when !== null && matches(when, row))?.value
}

const TITLES = [
  ...['CEO', 'Chief Executive Officer', 'Co-Founder & CTO', 'President', 'Vice President Sales', 'VP Marketing'],
  ...['Head of Sales', 'Managing Director', 'Director', 'Product Owner', 'Account Manager', 'Coordinator', 'Cook', ''],
]

test.each([
  ['Country', ['DE', 'de', 'FR', 'US', '', 'fr ']],
  ['Employees', [1, 10, 11, 50, 51, 999, 1000, 5001, null]],
  ['Job title', TITLES],
  ['Segment', ['A', 'B', 'C']],
])('of %s are what their conditions say', (name, some) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<Json>(...some), { minLength: 12, maxLength: 80 }), (values) => {
      const rows = rowsOf(values)
      for (const one of segmentations([column(name)], rows, 'other'))
        for (const row of rows) expect(byConditions(one, row) ?? 'Others').toBe(one.of.get(row.row_id))
    }),
  )
})

test('titles are told apart by kind', () => {
  const rows = rowsOf(TITLES.flatMap((title) => Array.from({ length: 5 }, () => title)))
  const [one] = segmentations([column('Title')], rows, 'other')
  expect(one).toMatchObject({ kind: 'title' })
  expect(one?.values.map(({ value, rows: count }) => [value, count / 5])).toEqual([
    ['Owners and chiefs', 5],
    ['Vice presidents', 2],
    ['Directors and heads', 2],
    ['Managers', 1],
    ['Others', 3],
    ['Empty', 1],
  ])
})

test('mail domains are a part that no condition can say', () => {
  const rows = rowsOf(TITLES.map((_, at) => (at % 2 ? 'ann@gmail.com' : 'ann@acme.example')))
  const [one] = segmentations([column('Email', 'email')], rows, 'other')
  expect(one?.values.map(({ when }) => when)).toEqual([null, null])
})
