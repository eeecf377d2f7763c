// A filter in words, for chips and for reading aloud.
import { counted } from '../../../ui/format.ts'
import { choiceOf, type FilterField, facetOf, optionsOf, opWords, sortOf } from '../../columns/filters/fields.logic.ts'
import { needsValue } from '../../columns/filters/tree.logic.ts'
import { daysAgo } from '../../columns/values/days-ago.logic.ts'
import type { Filter, FilterLeaf } from '../../columns/workbook.shapes.ts'

const MAX_CHARS = 60

export function filterWords(filter: Filter, fields: readonly FilterField[]): string {
  if ('and' in filter) return joined(filter.and, ' and ', fields)
  if ('or' in filter) return joined(filter.or, ' or ', fields)
  if ('not' in filter) return `not (${filterWords(filter.not, fields)})`
  return leafWords(filter, fields)
}

/** The field of an order or of groups, and which part of its cell. */
export function orderWords({ field, on }: Pick<FilterLeaf, 'field' | 'on'>, fields: readonly FilterField[]): string {
  const name = fields.find((one) => one.id === field)?.name ?? 'A deleted column'
  return on && on !== 'value' ? `${name}: ${facetOf({ on }).name.toLowerCase()}` : name
}

function joined(list: Filter[], word: string, fields: readonly FilterField[]): string {
  return list.map((one) => ('field' in one ? leafWords(one, fields) : `(${filterWords(one, fields)})`)).join(word)
}

function leafWords(leaf: FilterLeaf, fields: readonly FilterField[]): string {
  // Ids mean nothing to users.
  if (leaf.field === '$row_id' && leaf.op === 'in' && Array.isArray(leaf.value))
    return `One of ${counted(leaf.value.length, 'row')}`
  if (leaf.on === 'run_id' && leaf.op === 'eq') return `${orderWords({ field: leaf.field }, fields)}: of one run`
  const sort = sortOf(leaf, fields)
  const days = daysAgo(leaf.value)
  const words = `${orderWords(leaf, fields)} ${opWords(choiceOf(leaf), sort)}`
  if (days !== null) return words.replace('…', String(days))
  if (!needsValue(leaf.op) || sort === 'tick') return words
  const options = optionsOf(leaf, fields)
  const label = (value: unknown) => options?.find((one) => one.value === value)?.label ?? String(value)
  const list = Array.isArray(leaf.value) ? leaf.value : [leaf.value]
  const text = list.map(label).join(', ')
  return `${words} ${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).trimEnd()}…` : text}`
}
