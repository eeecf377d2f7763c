// Says in words why a row does not match a filter: the clause that failed and what the row has there.

import { shortText } from '../../kernel/cut-text.ts'
import { daysAgo } from '../values/instant.ts'
import type { Row } from '../values/row.ts'
import { textOf } from '../values/value.ts'
import type { Filter, FilterLeaf, FilterOp } from './filter.schema.ts'
import { leafValue, matches } from './filter.ts'
import { isTimeField } from './filter-check.ts'

type NameOf = (columnId: string) => string | undefined

const LONGEST = 60

const MUST: Record<FilterOp, string> = {
  eq: 'must be',
  ne: 'must not be',
  gt: 'must be more than',
  gte: 'must be at least',
  lt: 'must be less than',
  lte: 'must be at most',
  contains: 'must contain',
  not_contains: 'must not contain',
  starts_with: 'must start with',
  ends_with: 'must end with',
  in: 'must be one of',
  not_in: 'must not be one of',
  is_empty: 'must be empty',
  not_empty: 'must not be empty',
}

const SYSTEM_NAMES: Record<string, string> = {
  $row_id: 'Row id',
  $position: 'Position',
  $created_at: 'Created',
  $updated_at: 'Updated',
  $lead_id: 'Lead id',
  $source: 'Source',
}

/** The first clause that keeps the row out, for example `Country is "FR", must be "DE"`; null when the row matches. */
export function explainMismatch(filter: Filter, row: Row, nameOf: NameOf, now: number): string | null {
  if (matches(filter, row, now)) return null
  if ('and' in filter) {
    const failing = filter.and.find((child) => !matches(child, row, now))
    return failing ? explainMismatch(failing, row, nameOf, now) : null
  }
  if ('or' in filter) {
    const reasons = filter.or.map((child) => explainMismatch(child, row, nameOf, now) ?? '')
    if (reasons.length === 0) return 'no alternative is given'
    return reasons.length > 3
      ? `none of ${reasons.length} alternatives holds: ${reasons[0]}; …`
      : reasons.join('; and ')
  }
  if ('not' in filter) return `excluded: ${describeMatch(filter.not, row, nameOf, now)}`
  return `${subject(filter, nameOf)} is ${shown(leafValue(filter, row))}, ${MUST[filter.op]}${operandText(filter)}`
}

/** What of a matching filter holds on this row. */
function describeMatch(filter: Filter, row: Row, nameOf: NameOf, now: number): string {
  if ('and' in filter) return filter.and.map((child) => describeMatch(child, row, nameOf, now)).join(' and ')
  if ('or' in filter) {
    const holding = filter.or.find((child) => matches(child, row, now))
    return holding ? describeMatch(holding, row, nameOf, now) : ''
  }
  if ('not' in filter) return explainMismatch(filter.not, row, nameOf, now) ?? ''
  return `${subject(filter, nameOf)} is ${shown(leafValue(filter, row))}`
}

function subject({ field, on = 'value' }: FilterLeaf, nameOf: NameOf): string {
  const name = SYSTEM_NAMES[field] ?? nameOf(field) ?? field
  return on === 'value' ? name : `${name} (${on.replaceAll('_', ' ')})`
}

function operandText(leaf: FilterLeaf): string {
  const { value } = leaf
  if (value === undefined) return ''
  const days = isTimeField(leaf) ? daysAgo(value) : null
  if (days !== null) return ` ${days} days ago`
  if (!Array.isArray(value)) return ` ${shown(value)}`
  const more = value.length > 5 ? ` or ${value.length - 5} more` : ''
  return ` ${value.slice(0, 5).map(shown).join(', ')}${more}`
}

function shown(value: Parameters<typeof textOf>[0]): string {
  const text = textOf(value)
  if (text.trim() === '') return 'empty'
  const cut = shortText(text, LONGEST)
  return typeof value === 'string' ? `"${cut}"` : cut
}
