// The fields of a form from the JSON Schema that the server checks settings with, and their values as they are typed and sent. Pure.
import type { LineChoice, SettingEditor, SettingList } from '../../../../src/kernel/setting-form.ts'
import { capital } from '../format.ts'
import { type FormField, type FormValue, type FormValues, fieldValue, shownFields } from './form-fields.logic.ts'

/** The part of JSON Schema that settings use, with what a form says of each. */
export interface SettingSchema {
  type?: string
  enum?: readonly string[]
  const?: unknown
  default?: unknown
  title?: string
  description?: string
  properties?: Readonly<Record<string, SettingSchema>>
  required?: readonly string[]
  items?: SettingSchema
  anyOf?: readonly SettingSchema[]
  maxLength?: number
  pattern?: string
  'x-widget'?: SettingEditor
  'x-hint'?: string
  'x-labels'?: Record<string, string>
  'x-list'?: SettingList
  'x-blank'?: string
  'x-placeholder'?: string
  'x-wide'?: true
  'x-missing'?: string
  'x-sent-to'?: string
  'x-item'?: string
  'x-needed'?: Record<string, string>
  'x-start'?: unknown
  'x-start-about'?: Record<string, unknown>
  'x-from-line'?: LineChoice
  'x-code'?: true
  'x-exact'?: true
  'x-show-if'?: FormField['only']
}

/** A setting as a field, with what only editors of its kind ask. */
export interface SettingField extends FormField {
  /** Where its values come from, or the names of values by name. */
  list?: SettingList | undefined
  /** It has to be given. */
  isNeeded: boolean
  /** Of a list: its entries are numbers. */
  areNumbers?: boolean
  /** What it has to match, and what is said where it does not or is blank. */
  pattern?: string | undefined
  missing?: string | undefined
  /** For a secret: the address that it is sent to. */
  sentTo?: string | undefined
  /** For values by name: the label of one, and required names with the message when one is missing. */
  item?: string | undefined
  needed?: Readonly<Record<string, string>> | undefined
  /** A line that a trial showed may be chosen for it. */
  fromLine?: LineChoice | undefined
}

const choicesOf = ({ enum: values, anyOf = [] }: SettingSchema): readonly string[] | undefined =>
  values ?? anyOf.find((one) => one.enum)?.enum

/** Which editor fills it: one of SchemaForm, or one that the form has for it. */
function editorOf(of: SettingSchema): string {
  if (of['x-widget']) return of['x-widget']
  if (of['x-list']) return 'listed'
  if (of.anyOf?.every(({ properties }) => properties?.kind?.const !== undefined)) return 'kinds'
  if (choicesOf(of)) return 'choice'
  if (of.type === 'boolean') return 'boolean'
  if (of.type === 'array') return of.items?.enum ? 'several' : 'list'
  if (of.type === 'integer' || of.type === 'number') return 'number'
  if (of.type === 'object') return of.properties ? 'members' : 'pairs'
  return 'text'
}

const wordsOf = (name: string) => capital(name.replaceAll('_', ' '))

export const settingLabel = (name: string, schema?: SettingSchema): string => schema?.title ?? wordsOf(name)

/** All but those that only programs set; the members of an object are settings of their own, `miss.empty`. */
export function settingFields({ properties = {}, required = [] }: SettingSchema, under = ''): SettingField[] {
  return Object.entries(properties).flatMap(([name, of]) =>
    fieldsOf(`${under}${name}`, settingLabel(name, of), of, required.includes(name)),
  )
}

function fieldsOf(name: string, label: string, of: SettingSchema, isRequired: boolean): SettingField[] {
  const kind = editorOf(of)
  if (kind === 'none') return []
  if (kind === 'kinds') return kindFields(name, label, of, isRequired)
  if (kind === 'members') return settingFields(of, `${name}.`)
  const labels = of['x-labels'] ?? of.items?.['x-labels'] ?? {}
  const only = of['x-show-if'] ?? null
  const isNeeded = isRequired && of.default === undefined
  const isChosen = kind === 'choice' || kind === 'listed' || kind === 'yes-no'
  const choices = kind === 'yes-no' ? ['true', 'false'] : (choicesOf(of) ?? of.items?.enum ?? [])
  return [
    {
      name,
      label,
      hint: (of['x-hint'] ?? of.description) || undefined,
      kind,
      // A number whose placeholder says what none means, such as “no limit”, says so by that.
      isOptional:
        !isRequired &&
        of.default === undefined &&
        !isChosen &&
        only === null &&
        !(kind === 'number' && of['x-placeholder'] !== undefined),
      isWide:
        of['x-wide'] === true ||
        kind === 'multiline' ||
        kind === 'list' ||
        kind === 'lines' ||
        kind === 'url' ||
        kind === 'template',
      options: choices.map((value) => ({ value, label: labels[value] ?? wordsOf(value) })),
      start: kind === 'boolean' ? of.default === true : of.default === undefined ? '' : String(of.default),
      placeholder: of['x-placeholder'],
      blank: of['x-blank'],
      isCode: of['x-code'] === true,
      isExact: of['x-exact'] === true,
      areNumbers: of.items?.type === 'integer' || of.items?.type === 'number',
      list: of['x-list'],
      isNeeded,
      pattern: of.pattern,
      missing: of['x-missing'],
      sentTo: of['x-sent-to'],
      item: of['x-item'],
      needed: of['x-needed'],
      fromLine: of['x-from-line'],
      only,
    },
  ]
}

/** A choice of kinds, and under each the settings that it has: those of one name keep their value from kind to kind. */
function kindFields(name: string, label: string, of: SettingSchema, isRequired: boolean): SettingField[] {
  const setting = `${name}.kind`
  const kinds = (of.anyOf ?? []).map(({ properties: { kind, ...properties } = {}, required = [] }) => ({
    value: String(kind?.const),
    members: settingFields({ properties, required }, `${name}.`),
  }))
  const options = kinds.map(({ value }) => ({ value, label: of['x-labels']?.[value] ?? wordsOf(value) }))
  return [
    {
      name: setting,
      label,
      hint: (of['x-hint'] ?? of.description) || undefined,
      kind: 'choice',
      isWide: true,
      options,
      start: '',
      blank: of['x-blank'],
      isNeeded: isRequired,
      only: of['x-show-if'] ?? null,
    },
    ...kinds.flatMap(({ value, members }) =>
      members.map((member) => ({
        ...member,
        only: { setting, values: [value] },
        isOptional: !member.isNeeded && member.start === '' && member.kind !== 'choice',
      })),
    ),
  ]
}

/**
 * What a plain editor made of a setting, as the API takes it; undefined: it is left out. What is no number stays as it is, so that the
 * server refuses it. `stored` is what the editor began with.
 */
export function settingOf(
  { kind, areNumbers = false }: Pick<FormField, 'kind'> & { areNumbers?: boolean },
  value: FormValue,
  stored?: unknown,
): unknown {
  if (typeof value === 'boolean') return value
  if (value.trim() === '') return undefined
  if (kind === 'list') {
    const entries = entriesIn(value, Array.isArray(stored) ? stored : [])
    return areNumbers ? entries.map(numberIn) : entries
  }
  if (kind === 'lines') return linesIn(value)
  if (kind === 'yes-no') return value === 'true'
  return kind === 'number' || kind === 'price' ? numberIn(value) : value
}

function numberIn(value: unknown): unknown {
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)

/** A pattern up to a comma or the end, with the commas in it; else all up to a comma. */
const ENTRY = /\s*\/(?:\\.|[^/\\])+\/i?\s*(?=,|$)|[^,]+/g

/** Entries on lines or with commas between them; a line that was an entry is still one, whatever is in it. */
function entriesIn(text: string, stored: readonly unknown[]): unknown[] {
  if (text.trim() === stored.join('\n').trim()) return [...stored]
  const known = new Set(stored.map((one) => String(one).trim()))
  return text
    .split('\n')
    .flatMap((line) => (known.has(line.trim()) ? [line] : (line.match(ENTRY) ?? [])))
    .map((one) => one.trim())
    .filter(Boolean)
}

/** The settings as they are sent: blank and hidden ones left out, lists that were left alone as they are `stored`. */
export function settingsOf(
  fields: readonly FormField[],
  values: FormValues,
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const field of shownFields(fields, values)) {
    const value = fieldValue(field, values)
    // A tick that stands as it began says nothing.
    if (typeof value === 'boolean' && value === field.start) continue
    const steps = field.name.split('.')
    const setting = settingOf(
      field,
      typeof value === 'string' && !field.isExact ? value.trim() : value,
      memberAt(stored, steps),
    )
    if (setting !== undefined) putAt(settings, steps, setting)
  }
  return settings
}

const memberAt = (from: unknown, [step, ...rest]: readonly string[]): unknown =>
  step === undefined ? from : memberAt((from as Record<string, unknown> | null | undefined)?.[step], rest)

function putAt(into: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[step] = value
    return
  }
  const under = (into[step] ?? {}) as Record<string, unknown>
  into[step] = under
  putAt(under, rest, value)
}

/** The other way round. */
export function valuesOf(settings: Readonly<Record<string, unknown>>, under = ''): FormValues {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([member, value]): [string, FormValue][] => {
      const name = `${under}${member}`
      if (value === undefined || value === null) return []
      if (typeof value === 'boolean') return [[name, value]]
      if (Array.isArray(value)) return [[name, value.join('\n')]]
      if (typeof value !== 'object') return [[name, String(value)]]
      return Object.entries(valuesOf(value as Record<string, unknown>, `${name}.`))
    }),
  )
}

/** The first thing that is wrong with settings before they are sent, in words; values by name are judged by their editor. */
export function problemOfSettings(fields: readonly SettingField[], values: FormValues): string | null {
  for (const field of shownFields(fields, values)) {
    const value = fieldValue(field, values)
    if (typeof value === 'boolean' || field.kind === 'values') continue
    const { label, kind, isNeeded, missing = `Fill in “${label}”.`, pattern } = field
    if (isOddNumber(kind, value.trim())) return `“${label}” is not a number.`
    if (value.trim() === '' ? isNeeded : pattern !== undefined && !new RegExp(pattern).test(value.trim()))
      return missing
  }
  return null
}

const isOddNumber = (kind: string, value: string) =>
  (kind === 'number' || (kind === 'price' && value !== 'unknown')) && !Number.isFinite(Number(value))

/** What was refused of settings that stand under `place` in the body, at their fields. A part of one, such as `tags.0`, is said at the whole. */
export function errorsUnder(place: string, refused: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).flatMap(([path, message]) => {
      const [name = ''] = path.startsWith(`${place}.`) ? path.slice(place.length + 1).split('.') : []
      return name === '' ? [] : [[name, message] as const]
    }),
  )
}

/** Whether all that was refused stands at fields, or at a part of what one holds. */
export function areSaidAt(fields: readonly string[], refused: Readonly<Record<string, string>>): boolean {
  const places = Object.keys(refused)
  const isSaid = (place: string) => fields.some((name) => place === name || place.startsWith(`${name}.`))
  return places.length > 0 && places.every(isSaid)
}
