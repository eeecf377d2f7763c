// A rule in words, for lists, mails and logs.
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Limits } from '../actions/limits.schema.ts'
import { type Action, actionOf } from '../actions/registry.ts'
import { actionsIn, allActions, ownSettings } from '../actions/tree.logic.ts'
import { triggerOf } from '../triggers/registry.ts'

export interface RuleOutline {
  trigger: { kind: string } & JsonObject
  condition: Filter | null
  actions: readonly Action[]
  limits: Limits
}

/** What a sentence calls things: columns by their names, and what settings name by id. */
export interface NameLookup {
  column: (id: string) => string
  /** The name of a workbook, endpoint, sequence or the like; null for a deleted one. */
  subject: (id: string) => string | null
}

const BY_ID: NameLookup = { column: (id) => id, subject: () => null }

/** `When a row is added in "Companies" and Score is at least 60, send a webhook to "CRM", at most 100 an hour and $10 a day` */
export function sentenceOf({ trigger, condition, actions, limits }: RuleOutline, names = BY_ID): string {
  const declared = triggerOf(trigger.kind)
  const begin =
    declared?.begins?.(trigger, (setting) => nameIn(trigger, setting, names)) ??
    `When ${declared?.label ?? trigger.kind}`
  const when = condition && !isAlways(condition) ? `${begin} and ${wordsOf(condition, names.column)}` : begin
  return `${when}, ${listOf(actions, names)}, at most ${limits.per_hour} an hour and $${limits.usd_per_day} a day`
}

const nameIn = (settings: JsonObject, setting: string, names: NameLookup) => {
  const id = settings[setting]
  return typeof id === 'string' ? names.subject(id) : null
}

const listOf = (actions: readonly Action[], names: NameLookup): string =>
  actions.map((action, index) => actionWords(action, names, actions[index - 1])).join(', then ') || 'do nothing'

function actionWords(action: Action, names: NameLookup, before: Action | undefined): string {
  const declared = actionOf(action.kind)
  const settings = ownSettings(action) as JsonObject
  return (
    declared?.words?.(settings, {
      name: (setting) => nameIn(settings, setting, names),
      inside(way) {
        const inside = actionsIn(action, way)
        return inside.length > 0 ? listOf(inside, names) : null
      },
      conditionWords: (condition) => wordsOf(condition, names.column),
      before,
    }) ?? lower(declared?.label ?? action.kind)
  )
}

/** Ids of everything that a rule names, by setting. */
export function subjectsIn({ trigger, actions }: Pick<RuleOutline, 'trigger' | 'actions'>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (settings: JsonObject) => {
    for (const [name, value] of Object.entries(settings))
      if (name.endsWith('_id') && typeof value === 'string')
        found.set(name, new Set([...(found.get(name) ?? []), value]))
  }
  visit(trigger)
  for (const action of allActions(actions)) visit(ownSettings(action) as JsonObject)
  return found
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

/** What an action before answered. */
const ANSWER = /^actions\.(\d+)\.(?:outputs\.)?(.+)$/

function wordsOf(filter: Filter, nameOf: (id: string) => string): string {
  if ('and' in filter) return filter.and.map((one) => grouped(one, nameOf)).join(' and ') || 'always'
  if ('or' in filter) return filter.or.map((one) => grouped(one, nameOf)).join(' or ') || 'never'
  if ('not' in filter) return `not (${wordsOf(filter.not, nameOf)})`
  const { field, on, op, value } = filter
  const [, id, member] = ANSWER.exec(field) ?? []
  const name =
    id === undefined ? fieldWords(field, nameOf) : `the ${String(member).replaceAll('_', ' ')} of action ${id}`
  const what = on === undefined || on === 'value' ? name : `${on} of ${name}`
  const text = value === undefined ? '' : ` ${Array.isArray(value) ? value.join(', ') : String(value)}`
  const operand = member === 'outcome' ? text.replaceAll('_', ' ') : text
  return `${what} ${OPS[op] ?? op}${operand}`
}

const CHANGES: Readonly<Record<string, string>> = {
  'change.from': 'the status before',
  'change.to': 'the status after',
}

/** A column by its name, and `lead.contact_person` as "the lead's contact person". */
function fieldWords(field: string, nameOf: (id: string) => string): string {
  const name = nameOf(field)
  const [first, ...members] = field.split('.')
  if (name !== field || members.length === 0) return name
  return CHANGES[field] ?? `the ${first}'s ${members.join(' ').replaceAll('_', ' ')}`
}

function grouped(filter: Filter, nameOf: (id: string) => string): string {
  const words = wordsOf(filter, nameOf)
  return 'and' in filter || 'or' in filter ? `(${words})` : words
}
