// What a filter from outside is told when it is wrong.
import { describe, expect, it } from 'vitest'
import { checkFilter, filterFields } from './filter-check.ts'

const problems = (filter: unknown) =>
  checkFilter(filter, (id) => id === 'c').map(({ loc, type }) => [loc.join('.'), type])

describe('a filter from outside', () => {
  it('passes when it is right', () => {
    expect(
      problems({
        and: [
          { field: 'c', op: 'eq', value: 'x' },
          {
            or: [
              { field: 'c', on: 'status', op: 'in', value: ['error', 'skipped'] },
              { not: { field: 'c', op: 'is_empty' } },
            ],
          },
          { field: '$created_at', op: 'gt', value: '2026-02-28' },
        ],
      }),
    ).toEqual([])
    expect(problems({ and: [] })).toEqual([])
  })

  it('hears of every problem at once, each at its place', () => {
    expect(
      problems({
        and: [
          { field: 'd', op: 'eq', value: 'x' },
          { field: '$what', op: 'eq', value: 'x' },
          { field: 'c', op: 'like', value: 'x' },
          { field: 'c', op: 'eq' },
          { field: 'c', op: 'eq', value: null },
          { field: 'c', op: 'eq', value: ['x'] },
          { field: 'c', op: 'in', value: 'x' },
          { field: 'c', op: 'in', value: [] },
          { field: 'c', op: 'in', value: ['x', {}] },
          { field: 'c', op: 'is_empty', value: 1 },
          { field: 'c', on: 'colour', op: 'eq', value: 1 },
          { field: '$position', on: 'status', op: 'eq', value: 1 },
          { field: '$updated_at', op: 'gt', value: '30.02.2026' },
          { field: '$updated_at', op: 'gt', value: '2026-02-30' },
          { field: '$updated_at', op: 'contains', value: '2026-02-01' },
          { field: 'c', op: 'eq', value: 1, extra: 2 },
          { and: [], or: [] },
          {},
          7,
          { or: {} },
        ],
      }),
    ).toEqual([
      ['and.0.field', 'value_error'],
      ['and.1.field', 'literal_error'],
      ['and.2.op', 'literal_error'],
      ['and.3.value', 'missing'],
      ['and.4.value', 'missing'],
      ['and.5.value', 'value_error'],
      ['and.6.value', 'list_type'],
      ['and.7.value', 'too_short'],
      ['and.8.value.1', 'value_error'],
      ['and.9.value', 'extra_forbidden'],
      ['and.10.on', 'literal_error'],
      ['and.11.on', 'value_error'],
      ['and.12.value', 'datetime_from_date_parsing'],
      ['and.13.value', 'datetime_from_date_parsing'],
      ['and.14.value', 'value_error'],
      ['and.15.extra', 'extra_forbidden'],
      ['and.16', 'value_error'],
      ['and.17', 'value_error'],
      ['and.18', 'model_attributes_type'],
      ['and.19.or', 'list_type'],
    ])
  })

  it('may have 8 levels and 100 comparisons, not more', () => {
    const leaf = { field: 'c', op: 'not_empty' }
    const nested = (levels: number): unknown => (levels === 1 ? leaf : { not: nested(levels - 1) })
    expect(problems(nested(8))).toEqual([])
    expect(problems(nested(9))).toEqual([['not.not.not.not.not.not.not.not', 'filter_too_deep']])
    expect(problems({ or: Array.from({ length: 100 }, () => leaf) })).toEqual([])
    expect(problems({ or: Array.from({ length: 101 }, () => leaf) })).toEqual([['', 'too_long']])
  })

  it('stays small when the filter is hostile', () => {
    expect(problems({ or: Array.from({ length: 100_000 }, () => 7) })).toHaveLength(100)
    let bomb: unknown = 1
    for (let level = 0; level < 100_000; level++) bomb = { not: bomb }
    expect(problems(bomb)).toHaveLength(1)
  })
})

it('lists the fields a filter reads, each once', () => {
  expect(
    filterFields({
      or: [
        { field: 'b', op: 'is_empty' },
        {
          not: {
            and: [
              { field: 'a', op: 'eq', value: 1 },
              { field: 'b', op: 'eq', value: 1 },
            ],
          },
        },
      ],
    }),
  ).toEqual(['b', 'a'])
})
