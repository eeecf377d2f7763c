// The fields of a form from the JSON Schema that the server checks settings with, and their values as they are typed and sent. Pure.
import type { SettingEditor, SettingList } from '../../../../src/kernel/setting-form.ts'
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
  'x-show-if'?: FormField['only']
}

/** A setting as a field, with what only editors of its kind ask. */
export interface SettingField extends FormField {
  /** Where its values come from, or the names of values by name. */
  list?: SettingList | undefined
  /** It has to be given. */
  isNeeded: boolean
  /** What it has to match, and what is said where it does not or is blank. */
  pattern?: string | undefined
  missing?: string | undefined
  /** Of a secret: the address that it goes to. */
  sentTo?: string | undefined
  /** Of values by name: what one is called, and those that have to be there with what is said without. */
  item?: string | undefined
  needed?: Readonly<Record<string, string>> | undefined
}

const choicesOf = ({ enum: values, anyOf = [] }: SettingSchema): readonly string[] | undefined =>
  values ?? anyOf.find((one) => one.enum)?.enum

/** Which editor fills it: one of SchemaForm, or one that the form has for it. */
function editorOf(of: SettingSchema): string {
  if (of['x-widget']) return of['x-widget']
  if (of['x-list']) return 'listed'
  if (choicesOf(of)) return 'choice'
  if (of.type === 'boolean') return 'boolean'
  if (of.type === 'array') return of.items?.enum ? 'several' : 'list'
  if (of.type === 'integer' || of.type === 'number') return 'number'
  return of.type === 'object' ? 'pairs' : 'text'
}

const wordsOf = (name: string) => capital(name.replaceAll('_', ' '))

export const settingLabel = (name: string, schema?: SettingSchema): string => schema?.title ?? wordsOf(name)

/** All but those that only programs set. */
export function settingFields({ properties = {}, required = [] }: SettingSchema): SettingField[] {
  return Object.entries(properties).flatMap(([name, of]): SettingField[] => {
    const kind = editorOf(of)
    if (kind === 'none') return []
    const labels = of['x-labels'] ?? of.items?.['x-labels'] ?? {}
    const only = of['x-show-if'] ?? null
    const isNeeded = required.includes(name) && of.default === undefined
    const isChosen = kind === 'choice' || kind === 'listed'
    return [
      {
        name,
        label: settingLabel(name, of),
        hint: (of['x-hint'] ?? of.description) || undefined,
        kind,
        isOptional: !required.includes(name) && of.default === undefined && !isChosen && only === null,
        isWide: of['x-wide'] === true || kind === 'multiline' || kind === 'list' || kind === 'url',
        options: (choicesOf(of) ?? of.items?.enum ?? []).map((value) => ({
          value,
          label: labels[value] ?? wordsOf(value),
        })),
        start: of.type === 'boolean' ? of.default === true : of.default === undefined ? '' : String(of.default),
        placeholder: of['x-placeholder'],
        blank: of['x-blank'],
        list: of['x-list'],
        isNeeded,
        pattern: of.pattern,
        missing: of['x-missing'],
        sentTo: of['x-sent-to'],
        item: of['x-item'],
        needed: of['x-needed'],
        only,
      },
    ]
  })
}

/**
 * What a plain editor made of a setting, as the API takes it; undefined: it is left out. What is no number stays as it is, so that the
 * server refuses it. `stored` is what the editor began with.
 */
export function settingOf({ kind }: Pick<FormField, 'kind'>, value: FormValue, stored?: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (value.trim() === '') return undefined
  if (kind === 'list') return entriesIn(value, Array.isArray(stored) ? stored : [])
  if (kind !== 'number') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

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
  return Object.fromEntries(
    shownFields(fields, values).flatMap((field): [string, unknown][] => {
      const value = fieldValue(field, values)
      // A tick that stands as it began says nothing.
      if (typeof value === 'boolean' && value === field.start) return []
      const setting = settingOf(field, typeof value === 'string' ? value.trim() : value, stored[field.name])
      return setting === undefined ? [] : [[field.name, setting]]
    }),
  )
}

/** The other way round; settings that are objects have editors of their own. */
export function valuesOf(settings: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]): [string, FormValue][] => {
      if (value === undefined || value === null) return []
      if (typeof value === 'boolean') return [[name, value]]
      if (Array.isArray(value)) return [[name, value.join('\n')]]
      return typeof value === 'object' ? [] : [[name, String(value)]]
    }),
  )
}

/** The first thing that is wrong with settings before they are sent, in words; values by name are judged by their editor. */
export function problemOfSettings(fields: readonly SettingField[], values: FormValues): string | null {
  for (const field of shownFields(fields, values)) {
    const value = fieldValue(field, values)
    if (typeof value === 'boolean' || field.kind === 'values') continue
    const { label, isNeeded, missing = `Fill in “${label}”.`, pattern } = field
    if (value.trim() === '' ? isNeeded : pattern !== undefined && !new RegExp(pattern).test(value.trim()))
      return missing
  }
  return null
}

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
