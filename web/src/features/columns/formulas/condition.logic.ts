// The run condition as the simple builder shows it: rows joined by one "and" or "or". Anything deeper is kept untouched.
import type { Filter, FilterLeaf, FilterOp } from '../workbook.shapes.ts'

export interface Conditions {
  join: 'and' | 'or'
  rows: FilterLeaf[]
}

export const OP_WORDS: Record<FilterOp, string> = {
  not_empty: 'has a value',
  is_empty: 'is empty',
  eq: 'is',
  ne: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  not_in: 'is none of',
}

export function needsValue(op: FilterOp): boolean {
  return op !== 'is_empty' && op !== 'not_empty'
}

const isLeaf = (filter: Filter): filter is FilterLeaf => 'field' in filter

/** The builder's rows for a condition; null when it is deeper than the builder can show. */
export function readConditions(filter: Filter | null | undefined): Conditions | null {
  if (!filter) return { join: 'and', rows: [] }
  if (isLeaf(filter)) return { join: 'and', rows: [filter] }
  if ('not' in filter) return null
  const [join, list] = 'and' in filter ? (['and', filter.and] as const) : (['or', filter.or] as const)
  return list.every(isLeaf) ? { join, rows: list } : null
}

/** The filter the rows mean; null without any. Rows that still lack a value are left out. */
export function writeConditions({ join, rows }: Conditions): Filter | null {
  const whole = rows.filter(isWhole)
  const first = whole[0]
  if (!first) return null
  if (whole.length === 1) return first
  return join === 'and' ? { and: whole } : { or: whole }
}

/** Which rows run: what the builder says, or what is deeper than it can show. */
export function conditionOf({ conditions, deep }: { conditions: Conditions | null; deep: Filter | null }) {
  return conditions ? writeConditions(conditions) : deep
}

export function isWhole(row: FilterLeaf): boolean {
  if (row.field === '') return false
  if (!needsValue(row.op)) return true
  return Array.isArray(row.value) ? row.value.length > 0 : row.value !== undefined && row.value !== ''
}

/** The row after its operator changed: the value goes or takes the shape the operator needs. */
export function withOp(row: FilterLeaf, op: FilterOp): FilterLeaf {
  const { value, ...rest } = row
  if (!needsValue(op)) return { ...rest, op }
  if (op === 'in' || op === 'not_in') {
    const list = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]
    return { ...rest, op, value: list }
  }
  return { ...rest, op, value: Array.isArray(value) ? (value[0] ?? '') : (value ?? '') }
}

/** A condition in words, for lists and the cell panel; `name` gives a column's name. */
export function conditionWords(filter: Filter, name: (field: string) => string): string {
  if (isLeaf(filter)) {
    const value = Array.isArray(filter.value) ? filter.value.join(', ') : String(filter.value ?? '')
    const facet = filter.on && filter.on !== 'value' ? ` (${filter.on.replaceAll('_', ' ')})` : ''
    return `${name(filter.field)}${facet} ${OP_WORDS[filter.op]}${needsValue(filter.op) ? ` “${value}”` : ''}`
  }
  if ('not' in filter) return `not (${conditionWords(filter.not, name)})`
  const [list, word] = 'and' in filter ? [filter.and, ' and '] : [filter.or, ' or ']
  const parts = list.map((one) => (isLeaf(one) ? conditionWords(one, name) : `(${conditionWords(one, name)})`))
  return parts.join(word)
}
