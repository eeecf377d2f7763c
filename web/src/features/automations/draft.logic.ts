// A rule while it is built: what a fresh part holds, which fields a condition may ask, and how its settings read.
import { placeWords } from '../../api/fault-words.ts'
import type { Schemas } from '../../api/shapes.ts'
import type { FilterField } from '../columns/filters/fields.logic.ts'
import { intervalWords, TYPE_NAMES } from '../monitoring/monitoring.logic.ts'
import type { Part, RuleDraft } from './automations.api.ts'

/** The part of JSON Schema that settings of triggers and actions use. */
export interface Shape {
  type?: string
  enum?: string[]
  default?: unknown
  description?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  patternProperties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
  minimum?: number
  maximum?: number
}

export interface Kind {
  kind: string
  label: string
  description?: string
  settings: unknown
}

export const shapeOf = (kind: Kind | undefined): Shape => (kind?.settings as Shape | undefined) ?? {}

/** A part with what its kind needs: defaults where there are any, blanks where something must be chosen. */
export function freshPart(kind: Kind, more: Record<string, unknown> = {}): Part {
  const { properties = {}, required = [] } = shapeOf(kind)
  const part: Part = { kind: kind.kind }
  for (const [name, shape] of Object.entries(properties)) {
    if (more[name] !== undefined) part[name] = more[name]
    else if (shape.default !== undefined) part[name] = shape.default
    else if (required.includes(name)) part[name] = blankOf(shape)
  }
  return part
}

function blankOf(shape: Shape): unknown {
  if (shape.anyOf?.[0]) return shape.anyOf[0].enum?.[0] ?? ''
  if (shape.type === 'object') return {}
  if (shape.type === 'array') return []
  if (shape.type === 'boolean') return false
  return shape.enum?.[0] ?? ''
}

export const freshDraft = (limits: Schemas['AutomationLimits']): RuleDraft => ({
  name: '',
  trigger: { kind: '' },
  condition: null,
  actions: [],
  limits,
})

/** True when every setting that must be chosen is. */
export function isWhole(part: Part, kind: Kind | undefined): boolean {
  if (!kind) return false
  if (part.kind === 'schedule') return Boolean(part.cron) || part.every_seconds !== undefined
  return (shapeOf(kind).required ?? []).every((name) => part[name] !== '' && part[name] !== undefined)
}

export interface Variable {
  id: string
  name: string
  members?: string[]
}

const NUMBERS = new Set(['score', 'cost_usd', 'rows', 'cells', 'done', 'total', 'total_rows', 'strength', 'id'])

/** The values of a change, behind what the row holds by now. */
const CHANGED = /^(before|after)\.(.+)$/
const plainFirst = (variables: readonly Variable[]) => [
  ...variables.filter(({ name }) => !CHANGED.test(name)),
  ...variables.filter(({ name }) => CHANGED.test(name)),
]

/** What a condition may ask of an event: variables, and members of those that are objects. */
export function fieldsFrom(variables: readonly Variable[]): FilterField[] {
  return plainFirst(variables).flatMap(({ id, name, members }): FilterField[] => {
    const plain = { computed: false }
    const [, when, column] = CHANGED.exec(name) ?? []
    if (when && id.includes('.')) return [{ id, name: `${column} ${when}`, sort: 'text', ...plain }]
    if (!members) return id === 'headers' ? [] : [{ id, name, sort: 'text', ...plain }]
    return members.map((member) => ({
      id: `${id}.${member}`,
      name: `${name} → ${member.replaceAll('_', ' ')}`,
      sort: member === 'at' || member.endsWith('_at') ? 'instant' : NUMBERS.has(member) ? 'number' : 'text',
      ...plain,
    }))
  })
}

/** References that a text of an action may hold. */
export const referencesFrom = (variables: readonly Variable[]): string[] =>
  plainFirst(variables).flatMap(({ name, members }) => members?.map((member) => `${name}.${member}`) ?? [name])

/** Members of an action's answer that later ones may use, with the values that are known beforehand. */
const ANSWERS: Readonly<Record<string, readonly { member: string; words: string; options?: string[] }[]>> = {
  await_outcome: [
    { member: 'outcome', words: 'Outcome', options: ['succeeded', 'failed', 'timed_out', 'unknown', 'not_done'] },
    { member: 'error', words: 'Error' },
  ],
  branch: [{ member: 'way', words: 'Way', options: ['yes', 'no'] }],
  enroll: [
    { member: 'outcome', words: 'Outcome', options: ['enrolled', 'unchanged', 'blocked'] },
    { member: 'reason', words: 'Reason' },
  ],
  add_to_workbook: [
    { member: 'outcome', words: 'Outcome', options: ['created', 'updated', 'skipped', 'nothing'] },
    { member: 'row_id', words: 'Row id' },
  ],
}

interface FunctionOutputs {
  id: string
  outputs: { name: string }[]
}

const answersOf = ({ kind, function_id }: Part, functions: readonly FunctionOutputs[]) =>
  kind === 'call_function'
    ? (functions.find(({ id }) => id === function_id)?.outputs ?? []).map(({ name }) => ({
        member: `outputs.${name}`,
        words: name,
        options: undefined,
      }))
    : (ANSWERS[kind] ?? [])

/** What actions before answer, as references. */
export const resultsOf = (earlier: readonly Part[], functions: readonly FunctionOutputs[] = []): string[] =>
  earlier.flatMap((part) => answersOf(part, functions).map(({ member }) => `actions.${idOf(part)}.${member}`))

/** The same as fields of a condition. */
export const resultFields = (earlier: readonly Part[], functions: readonly FunctionOutputs[] = []): FilterField[] =>
  earlier.flatMap((part) =>
    answersOf(part, functions).map(({ member, words, options }): FilterField => {
      const field = { id: `actions.${idOf(part)}.${member}`, name: `${words} of action ${idOf(part)}`, computed: false }
      if (!options) return { ...field, sort: 'text' }
      const labels = Object.fromEntries(options.map((value) => [value, statusWord(value.replaceAll('_', ' '))]))
      return { ...field, sort: 'choice', options: [...options], labels }
    }),
  )

/** Members of an action that hold actions, with what the form calls them. */
const WAYS: Readonly<Record<string, readonly { name: string; label: string }[]>> = {
  branch: [
    { name: 'yes', label: 'If it is met' },
    { name: 'no', label: 'Else' },
  ],
  await_outcome: [{ name: 'on_failure', label: 'On failure' }],
}

export const waysOf = (part: Part) => WAYS[part.kind] ?? []
export const actionsIn = (part: Part, way: string): Part[] => (part[way] as Part[] | undefined) ?? []
export const idOf = (part: Part): number => Number(part.id)
export const wayWord = (way: string) =>
  Object.values(WAYS)
    .flat()
    .find(({ name }) => name === way)?.label ?? statusWord(way.replaceAll('_', ' '))

/** Every action, those inside of others included. */
export const allActions = (actions: readonly Part[]): Part[] =>
  actions.flatMap((part) => [part, ...waysOf(part).flatMap(({ name }) => allActions(actionsIn(part, name)))])

/** The first action that lacks a setting, before the server is asked about it. */
export const firstUnfinished = (actions: readonly Part[], kinds: readonly Kind[]): Part | undefined =>
  allActions(actions).find((part) => {
    const kind = kinds.find((one) => one.kind === part.kind)
    return kind !== undefined && !isWhole(part, kind)
  })

/**
 * Where a refused setting is, as the form calls it: `actions.0.branch.yes.1.webhook.endpoint_id` is "Action 3, Endpoint", by the id of the
 * action and the label of the field.
 */
export function placeInRule(actions: readonly Part[], path: string): string {
  const [first, ...rest] = path.split('.')
  let inside = actions
  let found: Part | undefined
  while (first === 'actions' && rest.length > 0) {
    const action = inside[Number(rest[0])]
    if (!action) break
    found = action
    rest.splice(0, rest[1] === action.kind ? 2 : 1)
    const next = rest[0]
    if (next === undefined || !waysOf(action).some(({ name }) => name === next) || rest.length === 1) break
    inside = actionsIn(action, next)
    rest.shift()
  }
  if (!found) return placeWords(path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
  const [field] = rest
  return `Action ${idOf(found)}${field === undefined ? '' : `, ${labelOf(field)}`}`
}

/** All that was refused of a rule, each with its place. */
export const faultsOf = (actions: readonly Part[], fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([path, message]) => `${placeInRule(actions, path)}: ${/[.!?]$/.test(message) ? message : `${message}.`}`)
    .join(' ')

const LABELS: Record<string, string> = {
  workbook_id: 'Workbook',
  column_ids: 'Columns',
  hook_id: 'Incoming webhook',
  endpoint_id: 'Endpoint',
  watch_id: 'Watch',
  sequence_id: 'Sequence',
  function_id: 'Function',
  filter_id: 'Leads of a saved filter',
  consent_source: 'Consent or basis, with its source',
  every_seconds: 'Every',
  cron: 'Cron expression',
  max_usd: 'Spend at most (USD)',
  view_id: 'View id',
  wait: 'Wait for its end before the next action',
  lead_id: 'Lead id',
  dedupe: 'Rows that are known',
  of: 'The outcome of',
  timeout_hours: 'At most (hours)',
  if_failed: 'After a failure',
}

export function labelOf(name: string): string {
  const words = LABELS[name] ?? name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const WORDS: Record<string, string> = {
  this: 'The row of the event',
  all: 'All',
  missing: 'Only empty cells',
  failed: 'Only failed cells',
  stale: 'Only stale cells',
  create: 'Add another',
  skip: 'Leave alone',
  update: 'Update',
  fail: 'The run fails',
  end: 'The run ends',
  continue: 'Go on with the next action',
}

/** A value of the setting `name` as people read it on other pages, too. */
export function wordOf(value: string, name: string): string {
  if (name === 'types') return TYPE_NAMES[value as Schemas['Signal']['type']] ?? value
  if (name === 'interval') return intervalWords(value as Schemas['Watch']['interval'])
  return WORDS[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')
}

const STATUS_TONES = {
  queued: 'plain',
  running: 'accent',
  waiting: 'accent',
  done: 'ok',
  failed: 'bad',
  skipped: 'warn',
  cancelled: 'plain',
  active: 'ok',
  paused: 'plain',
  stopped: 'bad',
  delivered: 'ok',
  pending: 'accent',
} as const

export const toneOf = (status: string) => STATUS_TONES[status as keyof typeof STATUS_TONES] ?? 'plain'

/** A status of the API as a word on a badge. */
export const statusWord = (status: string) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`
