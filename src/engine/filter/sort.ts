// The order of rows: what a sort compares of each row. A compiler to SQL must agree with this file on every two rows.
//
// A sort field gives one or two keys, each a number, a text or nothing:
//   $position, $lead_id, confidence, cost_usd     a number
//   $created_at, $updated_at, updated_at of cells whole milliseconds since the epoch
//   other facets, $row_id                         their text
//   values, $source                               a number, or else a text
// A value has a number when it is a JSON number, in a column of numbers also when it is text that filters read as one;
// it has nothing when filters call it blank; else its text is the text itself, true or false, or the JSON of a list or
// object as jsonb prints it. Texts count in lower case by their first 100 characters, ordered as text-order.ts says.
// Ascending: numbers, texts, nothing. Descending: texts, numbers, nothing. Equal rows are ordered by position.
import type { Json } from '../../kernel/json.ts'
import { instantOf } from '../values/instant.ts'
import type { Row } from '../values/row.ts'
import { compareTexts } from '../values/text-order.ts'
import { compareCodePoints, foldCase, scalarNumber } from '../values/value.ts'
import { leafValue } from './filter.ts'
import { isTimeField } from './filter-check.ts'
import type { Sort } from './sort.schema.ts'

export const SORT_TEXT = 100
/** Counted up when the order of keys changes, in which filters compare, too: indexes and cursors of an earlier order mean nothing in this one. */
export const ORDER_VERSION = 3

export type SortKey = number | string | null
export type SortKeyKind = 'number' | 'text'

const NUMBERS: ReadonlySet<string> = new Set(['$position', '$lead_id', 'confidence', 'cost_usd'])
const TEXTS: ReadonlySet<string> = new Set([
  'invalid',
  '$row_id',
  'status',
  'reason',
  'error_class',
  'provider',
  'license',
  'run_id',
])

/** The keys of a sort field, in the order in which they are compared when ascending. */
export function keyKinds({ field, on = 'value' }: Pick<Sort, 'field' | 'on'>): readonly SortKeyKind[] {
  const what = on === 'value' ? field : on
  if (NUMBERS.has(what) || isTimeField({ field, on })) return ['number']
  if (TEXTS.has(what)) return ['text']
  return ['number', 'text']
}

/** The keys of a row; `isNumeric` knows the columns of numbers. */
function sortKeys(sort: Sort, row: Row, isNumeric: (columnId: string) => boolean): SortKey[] {
  const value = leafValue(sort, row)
  const kinds = keyKinds(sort)
  if (isTimeField(sort)) return [instantOf(value)]
  if (kinds.length === 1) return [kinds[0] === 'number' ? scalarNumber(value) : textKey(value)]
  const number = typeof value === 'number' || isNumeric(sort.field) ? scalarNumber(value) : null
  return [number, number === null ? textKey(value) : null]
}

/** The keys of an order on a row, in the order in which they decide. */
export function sortKeysOf(sorts: readonly Sort[], row: Row, isNumeric: (columnId: string) => boolean): SortKey[] {
  return sorts.flatMap((sort) => {
    const keys = sortKeys(sort, row, isNumeric)
    return sort.dir === 'desc' ? keys.reverse() : keys
  })
}

function textKey(value: Json): string | null {
  if (value === null) return null
  if (typeof value === 'string') return value.trim() === '' ? null : cut(value)
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : cut(jsonbText(value))
  return String(value)
}

function cut(text: string): string {
  return foldCase([...text.slice(0, 2 * SORT_TEXT)].slice(0, SORT_TEXT).join(''))
}

/** Orders two rows; 0 only for the same row. */
export function compareRows(sorts: readonly Sort[], isNumeric: (columnId: string) => boolean) {
  return (a: Row, b: Row): number => {
    for (const sort of sorts) {
      const pairs = sortKeys(sort, a, isNumeric).map((key, index) => [key, sortKeys(sort, b, isNumeric)[index] ?? null])
      for (const [one = null, other = null] of sort.dir === 'desc' ? pairs.reverse() : pairs) {
        const difference = compareKeys(one, other, sort.dir)
        if (difference !== 0) return difference
      }
    }
    return a.position - b.position
  }
}

function compareKeys(one: SortKey, other: SortKey, dir: Sort['dir']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const ascending =
    typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other))
  return dir === 'asc' ? ascending : -ascending
}

const UTF8 = new TextEncoder()

/** JSON as PostgreSQL prints a jsonb: members by length of their name in bytes, then by name; a blank after , and :. */
function jsonbText(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  const names = Object.keys(value).sort(
    (a, b) => UTF8.encode(a).length - UTF8.encode(b).length || compareCodePoints(a, b),
  )
  return `{${names.map((name) => `${JSON.stringify(name)}: ${jsonbText(value[name] ?? null)}`).join(', ')}}`
}
