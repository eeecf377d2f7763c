// The filter's truth tables: what each operation means on each kind of value.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import { blankCell, type Cell, type Row } from '../values/row.ts'
import type { Filter, FilterLeaf, FilterOp, FilterScalar } from './filter.schema.ts'
import { BLANKS, matches } from './filter.ts'
import { isRelative } from './filter-check.ts'

function rowWith(value: Json, cells: Record<string, Partial<Cell>> = {}): Row {
  return {
    row_id: 'r1',
    position: 7,
    created_at: '2026-03-01T10:00:00.123456Z',
    updated_at: '2026-03-02T10:00:00Z',
    lead_id: null,
    source: { provider: 'CSV', record_id: '9' },
    data: { c: value },
    cells: Object.fromEntries(Object.entries(cells).map(([id, cell]) => [id, { ...blankCell('complete'), ...cell }])),
  }
}

const holds = (value: Json, op: FilterOp, operand?: FilterLeaf['value']) =>
  matches({ field: 'c', op, ...(operand === undefined ? {} : { value: operand }) }, rowWith(value))

describe('eq', () => {
  it.each<[Json, FilterScalar, boolean]>([
    ['Acme', 'aCME', true],
    ['Acme ', 'Acme', false],
    ['ÄRGER', 'ärger', true],
    ['ΟΔΟΣ', 'οδοσ', true],
    ['İstanbul', 'istanbul', true],
    ['Straße', 'STRASSE', false],
    ['42', 42, true],
    [42, '42.0', true],
    ['042', 42, false],
    ['+42', 42, false],
    ['1e3', 1000, false],
    [1e21, '1000000000000000000000', true],
    [true, 'TRUE', true],
    ['true', true, true],
    [true, 1, false],
    ['', '', true],
    [null, '', false],
    [{ a: 1 }, 'a', false],
    [['Red', 'Blue'], 'red', true],
    [[['red']], 'red', false],
    [[], '', false],
  ])('%j eq %j is %s', (value, operand, expected) => {
    expect(holds(value, 'eq', operand)).toBe(expected)
  })
})

describe('order', () => {
  it.each<[Json, FilterOp, FilterScalar, boolean]>([
    ['9', 'lt', 10, true],
    ['9', 'lt', '10', true],
    ['abc', 'gt', 5, false],
    ['abc', 'lt', 5, false],
    ['b', 'gt', 'A', true],
    ['2026-03-02', 'gte', '2026-03-01', true],
    [5, 'gt', 'abc', false],
    [null, 'lt', 5, false],
    [[1, 20], 'gt', 10, true],
    ['Item 2', 'lt', 'item 10', true],
    ['Äpfel', 'lt', 'Birne', true],
    ['Äpfel', 'gt', 'Apfel', true],
    ['Item 2', 'gte', 'ITEM 2', true],
    [-0.0, 'gte', 0, true],
  ])('%j %s %j is %s', (value, op, operand, expected) => {
    expect(holds(value, op, operand)).toBe(expected)
  })
})

describe('parts of text', () => {
  it.each<[Json, FilterOp, FilterScalar, boolean]>([
    ['Acme GmbH', 'contains', 'gmbh', true],
    ['100%', 'contains', '%', true],
    ['a_b', 'contains', '_', true],
    ['abc', 'contains', '_', false],
    ['a\\b', 'ends_with', '\\B', true],
    ['Acme', 'starts_with', 'AC', true],
    [1200, 'starts_with', 12, true],
    [1e-7, 'ends_with', '001', true],
    ['anything', 'contains', '', true],
    [null, 'contains', '', false],
    [['north', 'south'], 'contains', 'OUT', true],
    [{ text: 'x' }, 'contains', 'x', false],
  ])('%j %s %j is %s', (value, op, operand, expected) => {
    expect(holds(value, op, operand)).toBe(expected)
  })
})

describe('lists of operands and blanks', () => {
  it('finds a value in a list without case', () => {
    expect(holds('DE', 'in', ['fr', 'de'])).toBe(true)
    expect(holds(3, 'in', ['3'])).toBe(true)
    expect(holds(null, 'in', [''])).toBe(false)
    expect(holds(null, 'not_in', ['x'])).toBe(true)
  })

  it('calls blank what a person would', () => {
    for (const blank of [null, '', BLANKS, [], {}]) expect(holds(blank, 'is_empty')).toBe(true)
    for (const full of [0, false, 'x', [null], { a: null }, '\u200b']) expect(holds(full, 'is_empty')).toBe(false)
    expect(matches({ field: 'no-such', op: 'is_empty' }, rowWith(1))).toBe(true)
    expect(matches({ field: '__proto__', op: 'is_empty' }, rowWith(1))).toBe(true)
  })
})

describe('what a filter can look at', () => {
  const row = rowWith('own', {
    c: { value: null, status: 'error', error_class: 'timeout', cost_usd: 0.5, updated_at: '2026-03-01T00:00:00.500Z' },
  })

  it('prefers the cell to the own value of the row', () => {
    expect(matches({ field: 'c', op: 'is_empty' }, row)).toBe(true)
    expect(matches({ field: 'c', op: 'eq', value: 'own' }, rowWith('own'))).toBe(true)
  })

  it('looks at the facets of a cell, and at nothing where there is none', () => {
    expect(matches({ field: 'c', on: 'status', op: 'eq', value: 'Error' }, row)).toBe(true)
    expect(matches({ field: 'c', on: 'cost_usd', op: 'gte', value: 0.5 }, row)).toBe(true)
    expect(matches({ field: 'd', on: 'status', op: 'is_empty' }, row)).toBe(true)
    expect(matches({ field: 'd', on: 'status', op: 'ne', value: 'complete' }, row)).toBe(true)
  })

  it('compares instants to the millisecond, across offsets and precisions', () => {
    const at = (op: FilterOp, value: string) => matches({ field: '$created_at', op, value }, row)
    expect(at('eq', '2026-03-01T10:00:00.123Z')).toBe(true)
    expect(at('eq', '2026-03-01T11:00:00.1239+01:00')).toBe(true)
    expect(at('gt', '2026-03-01')).toBe(true)
    expect(at('lt', '2026-03-01T10:00:00Z')).toBe(false)
    expect(at('gt', 'yesterday')).toBe(false)
    expect(matches({ field: 'c', on: 'updated_at', op: 'lt', value: '2026-03-01T00:00:01Z' }, row)).toBe(true)
    expect(matches({ field: 'd', on: 'updated_at', op: 'ne', value: '2026-03-01' }, row)).toBe(true)
  })

  it('are compared with so many days before now, and with none of them where now is not known', () => {
    const row = rowWith(null)
    const ago = (op: FilterOp, days: number, now?: string) =>
      matches({ field: '$created_at', op, value: `-P${days}D` }, row, now ? Date.parse(now) : undefined)
    expect(ago('lt', 30, '2026-03-31T10:00:01Z')).toBe(true)
    expect(ago('lt', 30, '2026-03-31T09:59:59Z')).toBe(false)
    expect(ago('gte', 30, '2026-03-31T09:59:59Z')).toBe(true)
    expect(ago('gt', 0, '2026-03-01T09:00:00Z')).toBe(true)
    expect([ago('lt', 30), ago('gte', 30)]).toEqual([false, false])
  })

  it('knows the fields of the system', () => {
    expect(matches({ field: '$position', op: 'lte', value: 7 }, row)).toBe(true)
    expect(matches({ field: '$row_id', op: 'in', value: ['r0', 'r1'] }, row)).toBe(true)
    expect(matches({ field: '$source', op: 'eq', value: 'csv' }, row)).toBe(true)
    expect(matches({ field: '$lead_id', op: 'is_empty' }, row)).toBe(true)
  })
})

describe('for any value at all', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  )
  const value = fc.jsonValue() as fc.Arbitrary<Json>
  const pairs: [FilterOp, FilterOp][] = [
    ['eq', 'ne'],
    ['contains', 'not_contains'],
    ['is_empty', 'not_empty'],
  ]

  it('the negative operations are the exact opposite, so no row falls between them', () => {
    fc.assert(
      fc.property(value, scalar, fc.constantFrom(...pairs), (held, operand, [positive, negative]) => {
        expect(holds(held, negative, operand)).toBe(!holds(held, positive, operand))
        expect(holds(held, 'not_in', [operand])).toBe(!holds(held, 'eq', operand))
      }),
    )
  })

  it('exactly one of lt, eq and gt holds between two numbers, and between two texts that are none', () => {
    const text = fc.string({ unit: 'grapheme' }).map((letters) => `x${letters}`)
    const both = fc.oneof(
      fc.tuple(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      fc.tuple(text, text),
    )
    fc.assert(
      fc.property(both, ([a, b]) => {
        expect((['lt', 'eq', 'gt'] as const).filter((op) => holds(a, op, b))).toHaveLength(1)
        expect(holds(a, 'lte', b)).toBe(!holds(a, 'gt', b))
        expect(holds(a, 'gte', b)).toBe(!holds(a, 'lt', b))
      }),
    )
  })

  it.each<[Json, FilterOp, boolean]>([
    ['2026-03-01', 'gte', true],
    ['2026-03-01', 'gt', false],
    ['2026-03-01T23:59:59Z', 'lte', true],
    ['2026-02-28 10:00', 'lt', true],
    ['2026-03-02', 'lt', false],
    ['2026-03-02nd', 'gt', false],
    ['on 2026-03-02', 'gt', false],
    [20_260_302, 'gt', false],
    [null, 'lt', false],
    [['x', '2026-03-02'], 'gt', true],
    ['-P30D', 'eq', true],
  ])('%j %s 30 days before 31 March is %s: days are counted in UTC', (held, op, expected) => {
    const now = Date.parse('2026-03-31T09:00:00Z')
    const asked: Filter = { field: 'c', op, value: '-P30D' }
    expect(matches(asked, rowWith(held), now)).toBe(expected)
    expect(isRelative(asked)).toBe(op !== 'eq')
  })

  it('and, or and not follow their names, empty lists included', () => {
    const yes: Filter = { field: 'c', op: 'eq', value: 1 }
    const no: Filter = { not: yes }
    const row = rowWith(1)
    expect(matches({ and: [] }, row)).toBe(true)
    expect(matches({ or: [] }, row)).toBe(false)
    expect(matches({ and: [yes, no] }, row)).toBe(false)
    expect(matches({ or: [no, yes] }, row)).toBe(true)
    expect(matches({ not: { or: [no] } }, row)).toBe(true)
  })
})
