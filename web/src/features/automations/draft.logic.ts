// A rule while it is built: what a fresh part holds, which fields a condition may ask, and how its settings read.
import { placeWords } from '../../api/fault-words.ts'
import type { Schemas } from '../../api/shapes.ts'
import { capital } from '../../ui/format.ts'
import { type SettingSchema, settingLabel } from '../../ui/forms/schema-fields.logic.ts'
import type { FilterField } from '../columns/filters/fields.logic.ts'
import type { Part, RuleDraft } from './automations.api.ts'

export type RuleKinds = Schemas['AutomationKinds']
export type OfferedTrigger = RuleKinds['triggers'][number]
export type OfferedAction = RuleKinds['actions'][number]
/** What triggers and actions say alike. */
export type Kind = Pick<OfferedTrigger, 'kind' | 'label' | 'settings'> &
  Partial<Pick<OfferedTrigger, 'needs_one_of'> & Pick<OfferedAction, 'plain' | 'ways'>>

export const schemaOf = (kind: Pick<Kind, 'settings'> | undefined) => (kind?.settings ?? {}) as SettingSchema

/** A part with what its kind needs: defaults where there are any, blanks where something must be chosen. */
export function freshPart(kind: Kind, more: Record<string, unknown> = {}, about: string | null = null): Part {
  const { properties = {}, required = [] } = schemaOf(kind)
  const ways = (kind.ways ?? []).map(({ name }) => [name, []])
  const part: Part = { kind: kind.kind, ...Object.fromEntries(ways) }
  for (const [name, schema] of Object.entries(properties)) {
    const starts = schema['x-start-about']
    const start = starts?.[about ?? '*'] ?? starts?.['*'] ?? schema['x-start'] ?? schema.default
    if (part[name] !== undefined) continue
    if (more[name] !== undefined) part[name] = more[name]
    else if (start !== undefined) part[name] = start
    else if (required.includes(name)) part[name] = blankOf(schema)
  }
  return part
}

function blankOf(schema: SettingSchema): unknown {
  if (schema.anyOf?.[0]) return schema.anyOf[0].enum?.[0] ?? ''
  if (schema.type === 'object') return {}
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  return schema.enum?.[0] ?? ''
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
  const isGiven = (name: string) => part[name] !== '' && part[name] !== undefined
  const { needs_one_of: choices = [] } = kind
  return (choices.length === 0 || choices.some(isGiven)) && (schemaOf(kind).required ?? []).every(isGiven)
}

export type Variable = Schemas['AutomationVariable']

/** The values of a change, behind what the row holds by now. */
const CHANGED = /^(before|after)\.(.+)$/
const plainFirst = (variables: readonly Variable[]) => [
  ...variables.filter(({ name }) => !CHANGED.test(name)),
  ...variables.filter(({ name }) => CHANGED.test(name)),
]

/** What a condition may ask of an event: variables, and members of those that are objects. */
export function fieldsFrom(variables: readonly Variable[]): FilterField[] {
  return plainFirst(variables).flatMap(({ id, name, members, numbers = [] }): FilterField[] => {
    const plain = { computed: false }
    const [, when, column] = CHANGED.exec(name) ?? []
    if (when && id.includes('.')) return [{ id, name: `${column} ${when}`, sort: 'text', ...plain }]
    if (!members) return id === 'headers' ? [] : [{ id, name, sort: 'text', ...plain }]
    return members.map((member) => ({
      id: `${id}.${member}`,
      name: `${name} → ${member.replaceAll('_', ' ')}`,
      sort: member === 'at' || member.endsWith('_at') ? 'instant' : numbers.includes(member) ? 'number' : 'text',
      ...plain,
    }))
  })
}

/** References that a text of an action may hold. */
export const referencesFrom = (variables: readonly Variable[]): string[] =>
  plainFirst(variables).flatMap(({ name, members }) => members?.map((member) => `${name}.${member}`) ?? [name])

/** What a setting of an action names, with what it answers: the items of lists, by the path of the list. */
export type ListedItems = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>

const kindOf = <K extends Pick<Kind, 'kind'>>(kinds: readonly K[], { kind }: Part): K | undefined =>
  kinds.find((one) => one.kind === kind)

function answersOf(part: Part, kinds: readonly OfferedAction[], listed: ListedItems): OfferedAction['answers'] {
  const kind = kindOf(kinds, part)
  if (!kind?.answers_from) return kind?.answers ?? []
  const { setting, member } = kind.answers_from
  const list = schemaOf(kind).properties?.[setting]?.['x-list']
  const item = list && listed.get(list.path)?.find((one) => one[list.value] === part[setting])
  const named = Array.isArray(item?.[member]) ? (item[member] as { name: string }[]) : []
  return named.map(({ name }) => ({ member: `${member}.${name}`, label: name, values: null }))
}

/** The lists that the answers of these actions depend on. */
export const listsOfAnswers = (kinds: readonly OfferedAction[]) =>
  kinds.flatMap((kind) => {
    const list = kind.answers_from && schemaOf(kind).properties?.[kind.answers_from.setting]?.['x-list']
    return list ? [{ kind: kind.kind, list }] : []
  })

/** Its settings that name an action before. */
export const actionSettings = (kind: Pick<Kind, 'settings'>): string[] =>
  Object.entries(schemaOf(kind).properties ?? {}).flatMap(([name, schema]) =>
    schema['x-widget'] === 'action' ? [name] : [],
  )

export const namesAction = (kind: Pick<Kind, 'settings'>) => actionSettings(kind).length > 0

/** What actions before answer, as references. */
export const resultsOf = (earlier: readonly Part[], kinds: readonly OfferedAction[], listed: ListedItems): string[] =>
  earlier.flatMap((part) => answersOf(part, kinds, listed).map(({ member }) => `actions.${idOf(part)}.${member}`))

/** The same as fields of a condition. */
export const resultFields = (
  earlier: readonly Part[],
  kinds: readonly OfferedAction[],
  listed: ListedItems,
): FilterField[] =>
  earlier.flatMap((part) =>
    answersOf(part, kinds, listed).map(({ member, label, values }): FilterField => {
      const field = { id: `actions.${idOf(part)}.${member}`, name: `${label} of action ${idOf(part)}`, computed: false }
      if (!values) return { ...field, sort: 'text' }
      const labels = Object.fromEntries(values.map((value) => [value, capital(value.replaceAll('_', ' '))]))
      return { ...field, sort: 'choice', options: values, labels }
    }),
  )

export const waysOf = (part: Part, kinds: readonly Pick<Kind, 'kind' | 'ways'>[]) => kindOf(kinds, part)?.ways ?? []
export const actionsIn = (part: Part, way: string): Part[] => (part[way] as Part[] | undefined) ?? []
export const idOf = (part: Part): number => Number(part.id)
export const wayWord = (way: string, kinds: readonly Pick<Kind, 'ways'>[]) =>
  kinds.flatMap(({ ways = [] }) => ways).find(({ name }) => name === way)?.label ?? capital(way.replaceAll('_', ' '))

/** Every action, those inside of others included. */
export const allActions = (actions: readonly Part[], kinds: readonly Pick<Kind, 'kind' | 'ways'>[]): Part[] =>
  actions.flatMap((part) => [
    part,
    ...waysOf(part, kinds).flatMap(({ name }) => allActions(actionsIn(part, name), kinds)),
  ])

/** The first action that lacks a setting, before the server is asked about it. */
export const firstUnfinished = (actions: readonly Part[], kinds: readonly Kind[]): Part | undefined =>
  allActions(actions, kinds).find((part) => {
    const kind = kindOf(kinds, part)
    return kind !== undefined && !isWhole(part, kind)
  })

/**
 * Where a refused setting is, as the form calls it: `actions.0.branch.yes.1.webhook.endpoint_id` is "Action 3, Endpoint", by the id of the
 * action and the label of the field.
 */
export function placeInRule(actions: readonly Part[], kinds: readonly Kind[], path: string): string {
  const [first, ...rest] = path.split('.')
  let inside = actions
  let found: Part | undefined
  while (first === 'actions' && rest.length > 0) {
    const action = inside[Number(rest[0])]
    if (!action) break
    found = action
    rest.splice(0, rest[1] === action.kind ? 2 : 1)
    const next = rest[0]
    if (next === undefined || !waysOf(action, kinds).some(({ name }) => name === next) || rest.length === 1) break
    inside = actionsIn(action, next)
    rest.shift()
  }
  if (!found) return placeWords(path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
  const [field] = rest
  if (field === undefined) return `Action ${idOf(found)}`
  return `Action ${idOf(found)}, ${settingLabel(field, schemaOf(kindOf(kinds, found)).properties?.[field])}`
}

/** All that was refused of a rule, each with its place. */
export const faultsOf = (
  actions: readonly Part[],
  kinds: readonly Kind[],
  fields: Readonly<Record<string, string>>,
): string =>
  Object.entries(fields)
    .map(
      ([path, message]) => `${placeInRule(actions, kinds, path)}: ${/[.!?]$/.test(message) ? message : `${message}.`}`,
    )
    .join(' ')

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
export const statusWord = capital
