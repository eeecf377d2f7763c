import { describe, expect, it } from 'vitest'
import type { FilterLeaf, FilterOp } from '../../columns/workbook.shapes.ts'
import { tintOf } from './colours.logic.ts'
import { type FullRow, matches } from './matches.logic.ts'

const NOW = Date.parse('2026-03-31T09:00:00Z')
const row = (value: unknown, cell: object = {}): FullRow => ({
  row_id: 'r1',
  position: 7,
  data: { c: value },
  enrichments: {
    e: {
      value: 'a@b.c',
      status: 'complete',
      provider: 'Hunter',
      cost_usd: 0.02,
      updated_at: '2026-03-02T10:00:00Z',
      ...cell,
    },
  },
  created_at: '2026-03-01T10:00:00Z',
})

describe('a colour rule', () => {
  // The same lines as in the engine's truth tables: what is coloured here is what is found there.
  it.each<[unknown, FilterOp, FilterLeaf['value'] | undefined, boolean]>([
    ['Acme', 'eq', 'aCME', true],
    ['ÄRGER', 'eq', 'ärger', true],
    ['ΟΔΟΣ', 'eq', 'οδοσ', true],
    ['042', 'eq', 42, false],
    ['42', 'eq', 42, true],
    [true, 'eq', 'TRUE', true],
    [null, 'eq', '', false],
    [null, 'ne', 'x', true],
    [['Red', 'Blue'], 'eq', 'red', true],
    [[1, 20], 'gt', 10, true],
    ['9', 'lt', '10', true],
    ['abc', 'gt', 5, false],
    ['100%', 'contains', '%', true],
    [1200, 'starts_with', 12, true],
    ['DE', 'in', ['fr', 'de'], true],
    ['DE', 'not_in', ['fr'], true],
    ['  ', 'is_empty', undefined, true],
    [[], 'is_empty', undefined, true],
    [0, 'not_empty', undefined, true],
  ])('%j %s %j is %s, as in a filter', (value, op, operand, expected) => {
    const leaf = { field: 'c', op, ...(operand === undefined ? {} : { value: operand }) }
    expect(matches(leaf, row(value))).toBe(expected)
  })

  it('looks at the facts of a cell and of the row', () => {
    expect(matches({ field: 'e', on: 'status', op: 'eq', value: 'complete' }, row(1))).toBe(true)
    expect(
      matches({ field: 'e', on: 'error_class', op: 'eq', value: 'auth' }, row(1, { error: { class: 'auth' } })),
    ).toBe(true)
    expect(matches({ field: 'e', on: 'updated_at', op: 'lt', value: '2026-03-02' }, row(1))).toBe(false)
    expect(matches({ field: '$created_at', op: 'gte', value: '2026-03-01' }, row(1))).toBe(true)
    expect(matches({ field: 'none', on: 'status', op: 'is_empty' }, row(1))).toBe(true)
    expect(matches({ field: '$created_at', op: 'gte', value: '-P30D' }, row(1), NOW)).toBe(true)
    expect(matches({ field: '$created_at', op: 'lt', value: '-P29D' }, row(1), NOW)).toBe(true)
    expect(matches({ field: 'c', op: 'gte', value: '-P30D' }, row('2026-03-01'), NOW)).toBe(true)
    expect(matches({ field: 'c', op: 'gt', value: '-P30D' }, row('2026-03-01T12:00:00Z'), NOW)).toBe(false)
    expect(matches({ field: 'c', op: 'lt', value: '-P30D' }, row('some day'), NOW)).toBe(false)
  })

  it('gives the first colour that applies to the cell, and none that is not in the palette', () => {
    const big = { field: 'c', op: 'gt', value: 5 } as const
    const tint = tintOf(
      [
        { filter: big, colour: 'no such colour' },
        { filter: big, colour: 'red', column_id: 'c' },
        { filter: big, colour: '#112233' },
      ],
      () => NOW,
    )
    const found = row(9)
    expect([tint?.(found, 'c'), tint?.(found, 'e'), tint?.(row(1), 'c')]).toEqual(['#d6453d', '#112233', undefined])
    expect(tintOf([], () => NOW)).toBeUndefined()
  })
})
