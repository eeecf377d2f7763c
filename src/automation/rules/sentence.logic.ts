// A rule in words, for lists, mails and logs.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Limits } from '../actions/limits.schema.ts'
import { actionOf } from '../actions/registry.ts'
import { triggerOf } from '../triggers/registry.ts'

export interface RuleOutline {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: readonly { kind: string }[]
  limits: Limits
}

/** "When a lead is created and lead.score is at least 60, notify people, at most 100 an hour and $10 a day". */
export function sentenceOf({ trigger, condition, actions, limits }: RuleOutline, nameOf = (id: string) => id): string {
  const begin = `When ${triggerOf(trigger.kind)?.label ?? trigger.kind}`
  const when = condition && !isAlways(condition) ? `${begin} and ${wordsOf(condition, nameOf)}` : begin
  const what = actions.map(({ kind }) => lower(actionOf(kind)?.label ?? kind)).join(', then ')
  return `${when}, ${what}, at most ${limits.per_hour} an hour and $${limits.usd_per_day} a day`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const isAlways = (condition: Filter) => 'and' in condition && condition.and.length === 0

const OPS: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  in: 'is one of',
  not_in: 'is none of',
  is_empty: 'is empty',
  not_empty: 'is not empty',
}

function wordsOf(filter: Filter, nameOf: (id: string) => string): string {
  if ('and' in filter) return filter.and.map((one) => grouped(one, nameOf)).join(' and ') || 'always'
  if ('or' in filter) return filter.or.map((one) => grouped(one, nameOf)).join(' or ') || 'never'
  if ('not' in filter) return `not (${wordsOf(filter.not, nameOf)})`
  const { field, on, op, value } = filter
  const what = on === undefined || on === 'value' ? nameOf(field) : `${on} of ${nameOf(field)}`
  const operand = value === undefined ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`
  return `${what} ${OPS[op] ?? op}${operand}`
}

function grouped(filter: Filter, nameOf: (id: string) => string): string {
  const words = wordsOf(filter, nameOf)
  return 'and' in filter || 'or' in filter ? `(${words})` : words
}
