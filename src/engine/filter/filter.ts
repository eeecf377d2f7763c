// Decides whether a row matches a filter tree. A compiler to SQL must agree with this file on every row.
//
// What a leaf compares
//   value of a column   the cell's value when the row has a cell in that column, else the row's own value
//   invalid             why the row's own value does not fit its column (invalid-value.ts), as text; null when it does
//   other facets        of the cell; without a cell all are null. confidence, cost_usd: number; updated_at: instant;
//                       the rest text
//   $row_id, $source    text ($source is the name of the source: member `provider`); $position, $lead_id: number
//   $created_at, $updated_at, and the facet updated_at: instants
//
// The forms of a scalar (value.ts). Null, lists and objects have neither.
//   text    text as it is, true/false, numbers in plain decimals (SQL: trim_scale(n)::text); folded to simple lower case,
//           which is lower(x) under a C.UTF-8 locale; ordered as people expect (text-order.ts), which is natural_order
//   number  JSON numbers, and text like ^-?(0|[1-9]\d{0,254})(\.\d{1,255})?$, as float8
//
//   op            on a scalar v, with operand o
//   eq            both have a number: the numbers are equal; else the folded texts are equal
//   gt gte lt lte o has a number: v has one and the numbers compare so; else the folded texts compare so
//   contains, starts_with, ends_with   on the folded texts (every text contains and begins with the empty one)
//   gt gte lt lte o is so many days before now (-P30D): v begins with a date and ends there or goes on with T or a blank, and the
//                 date compares so with the day, in UTC, that was then
//   in            eq with any of the operands
//   is_empty      null, absent, text of nothing but BLANKS, [] or {}
//   on a list     eq gt gte lt lte contains starts_with ends_with in: any item (a list or object in it never matches)
//   on an object  those never match
//   on null       those never match
//   ne not_contains not_in not_empty   exactly not (eq, contains, in, is_empty): they match null
//   instants      o is a date (midnight UTC), an RFC 3339 date-time, or for gt gte lt lte so many days before now (-P30D); compared in whole milliseconds (SQL: date_trunc);
//                 null matches only ne, not_in and is_empty; contains, starts_with, ends_with never match
//   and [] is true, or [] is false; there is no third truth value.
import type { Json } from '../../kernel/json.ts'
import { DAY_MS, daysAgo, instantOf, rfc3339 } from '../values/instant.ts'
import { cellOf, type Row, shownValue } from '../values/row.ts'
import { compareTexts } from '../values/text-order.ts'
import { compareCodePoints, foldCase, scalarNumber, scalarText } from '../values/value.ts'
import type { Filter, FilterLeaf, FilterOp, FilterScalar } from './filter.schema.ts'
import { daysOf, isTimeField } from './filter-check.ts'

/** The characters of which blank text consists: those JavaScript trims (SQL: btrim(x, BLANKS) = ''). */
export const BLANKS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** The operation a negative one is the exact opposite of. */
export const OPPOSITE: Partial<Record<FilterOp, FilterOp>> = {
  ne: 'eq',
  not_contains: 'contains',
  not_in: 'in',
  not_empty: 'is_empty',
}

/**
 * True when the row matches. Total: a filter that `checkFilter` would refuse gives some answer, never an error. `now` is
 * what days are counted back from; nothing is before or after so many days ago without it.
 */
export function matches(filter: Filter, row: Row, now: number = Number.NaN): boolean {
  if ('and' in filter) return filter.and.every((child) => matches(child, row, now))
  if ('or' in filter) return filter.or.some((child) => matches(child, row, now))
  if ('not' in filter) return !matches(filter.not, row, now)
  return matchesLeaf(filter, row, now)
}

/**
 * What of the filter decides on this row where some values are not known: undefined where a value that is `unknown` would decide, as when
 * a lookup failed. Leaves that ask for the status of a cell are always known.
 */
export function decideWithUnknowns(
  filter: Filter,
  row: Row,
  now: number,
  unknown: (columnId: string) => boolean,
): boolean | undefined {
  if ('not' in filter) {
    const inner = decideWithUnknowns(filter.not, row, now, unknown)
    return inner === undefined ? undefined : !inner
  }
  if ('and' in filter || 'or' in filter) {
    const isAnd = 'and' in filter
    const parts = (isAnd ? filter.and : filter.or).map((each) => decideWithUnknowns(each, row, now, unknown))
    if (parts.includes(!isAnd)) return !isAnd
    return parts.includes(undefined) ? undefined : isAnd
  }
  const isOpen = (filter.on ?? 'value') === 'value' && unknown(filter.field)
  return isOpen ? undefined : matchesLeaf(filter, row, now)
}

function matchesLeaf(leaf: FilterLeaf, row: Row, now: number): boolean {
  const value = leafValue(leaf, row)
  const opposite = OPPOSITE[leaf.op]
  const op = opposite ?? leaf.op
  const days = daysOf(leaf)
  const compare = () => {
    if (isTimeField(leaf)) return instantHolds(op, value, leaf.value, now)
    return days === null ? holdsFor(op, value, leaf.value) : daysHold(op, value, days, now)
  }
  const holds = op === 'is_empty' ? isBlank(value) : compare()
  return opposite ? !holds : holds
}

/** The value a leaf looks at on this row. */
export function leafValue({ field, on = 'value' }: Pick<FilterLeaf, 'field' | 'on'>, row: Row): Json {
  switch (field) {
    case '$row_id':
      return row.row_id
    case '$position':
      return row.position
    case '$created_at':
      return row.created_at
    case '$updated_at':
      return row.updated_at
    case '$lead_id':
      return row.lead_id
    case '$source':
      return row.source?.provider ?? null
  }
  if (on === 'invalid') return row.invalid?.[field] ?? null
  return on === 'value' ? shownValue(row, field) : (cellOf(row, field)?.[on] ?? null)
}

function isBlank(value: Json): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

function holdsFor(op: FilterOp, value: Json, operand: FilterLeaf['value']): boolean {
  const items = Array.isArray(value) ? value : [value]
  if (op === 'in') return items.some((item) => Array.isArray(operand) && operand.some((one) => holds('eq', item, one)))
  return items.some((item) => !Array.isArray(operand) && operand !== undefined && holds(op, item, operand))
}

function holds(op: FilterOp, value: Json, operand: FilterScalar): boolean {
  const text = scalarText(value)
  const operandText = scalarText(operand)
  if (text === null || operandText === null) return false
  const number = scalarNumber(value)
  const operandNumber = scalarNumber(operand)
  const folded = foldCase(text)
  const wanted = foldCase(operandText)
  switch (op) {
    case 'eq':
      return number !== null && operandNumber !== null ? number === operandNumber : folded === wanted
    case 'contains':
      return folded.includes(wanted)
    case 'starts_with':
      return folded.startsWith(wanted)
    case 'ends_with':
      return folded.endsWith(wanted)
  }
  if (operandNumber === null) return ordered(op, compareTexts(folded, wanted))
  return number !== null && ordered(op, number - operandNumber)
}

/** A date at the beginning of a text: all of it, or with a time after it. */
const DATED = /^\d{4}-\d{2}-\d{2}($|[Tt ])/

function daysHold(op: FilterOp, value: Json, days: number, now: number): boolean {
  if (Number.isNaN(now)) return false
  const then = rfc3339(now - days * DAY_MS).slice(0, 10)
  const holds = (item: Json) =>
    typeof item === 'string' && DATED.test(item) && ordered(op, compareCodePoints(item.slice(0, 10), then))
  return (Array.isArray(value) ? value : [value]).some(holds)
}

function instantHolds(op: FilterOp, value: Json, operand: FilterLeaf['value'], now: number): boolean {
  const instant = instantOf(value)
  if (instant === null || operand === undefined) return false
  if (op === 'in') return Array.isArray(operand) && operand.some((one) => instantOf(one) === instant)
  const days = daysAgo(operand)
  const wanted = days === null ? instantOf(operand) : now - days * DAY_MS
  if (wanted === null) return false
  if (op === 'eq') return days === null && instant === wanted
  return ordered(op, instant - wanted)
}

function ordered(op: FilterOp, difference: number): boolean {
  switch (op) {
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    default:
      return false
  }
}
