// How a form shows a setting: what its JSON Schema says beside its type, for every kind whose settings people fill in.
import type { Json } from './json.ts'

/** Editors that no type of JSON asks for by itself; `none`: only programs set it. */
export type SettingEditor =
  | 'none'
  | 'multiline'
  | 'workbook'
  | 'watch'
  | 'lead-filter'
  | 'columns'
  | 'enriched-columns'
  | 'condition'
  | 'action'
  | 'crm-record'
  | 'url'
  | 'secret'
  | 'template'
  | 'values'
  | 'value-name'
  | 'identified-workbook'
  | 'sequence'
  | 'own-provider'
  /** A list of texts with one on each line, whatever is in it. */
  | 'lines'
  /** A number, or `unknown`. */
  | 'price'
  /** Yes, no, or as it is without being set. */
  | 'yes-no'

/** A list of the API that the values of a setting are chosen from. */
export interface SettingList {
  /** `{name}` in it is the value of another setting. */
  path: string
  /** Members of an item: the value, what people read, and more of it. */
  value: string
  label: string
  note?: string
  /** Where one is added when there is none. */
  added_under?: string
}

export interface SettingForm {
  /** Its label; absent: its name. */
  title?: string
  /** Its help in place of the description; blank: none. */
  hint?: string
  editor?: SettingEditor
  /** Its values in words. */
  labels?: Readonly<Record<string, string>>
  list?: SettingList
  /** What choosing nothing means. */
  blank?: string
  placeholder?: string
  /** Each letter counts: shown in the letters of code. */
  code?: true
  /** Blanks at its ends count. */
  exact?: true
  /** Takes the whole width of a form with two columns. */
  wide?: true
  /** Said where it is needed and blank. */
  missing?: string
  /** For a secret: the address that it is sent to; `{name}` in it is the value of another setting. */
  sent_to?: string
  /** For values by name: the label of one of them. */
  item?: string
  /** For values by name: required names, with the message when one is missing. */
  needed?: Readonly<Record<string, string>>
  /** What it is in a new form, where it has no default. */
  start?: Json
  /** The same by what the event of a rule is about, such as `row`; `*` for all else. */
  start_about?: Readonly<Record<string, Json>>
  /** A line that a trial showed may be chosen for it. */
  from_line?: LineChoice
}

/** How a line that a trial showed is taken for a setting. */
export interface LineChoice {
  label: string
  help: string
  /** Settings that this takes the place of. */
  clears: readonly string[]
}

/** Why a setting that its schema allows cannot be used. */
export interface SettingFault {
  setting: string
  msg: string
}

/** The keywords that say so, within the schema of a setting. */
export function shownAs({ title, ...form }: SettingForm): Record<string, unknown> {
  const keywords = Object.entries(form).map(([name, value]) => [KEYWORDS[name as keyof typeof form], value])
  return { ...(title !== undefined && { title }), ...Object.fromEntries(keywords) }
}

const KEYWORDS = {
  hint: 'x-hint',
  editor: 'x-widget',
  labels: 'x-labels',
  list: 'x-list',
  blank: 'x-blank',
  placeholder: 'x-placeholder',
  code: 'x-code',
  exact: 'x-exact',
  wide: 'x-wide',
  missing: 'x-missing',
  sent_to: 'x-sent-to',
  item: 'x-item',
  needed: 'x-needed',
  start: 'x-start',
  start_about: 'x-start-about',
  from_line: 'x-from-line',
} as const

/** Within a schema: shown only when another setting has one of these values. */
export const showIf = (setting: string, ...values: (string | boolean)[]) => ({ 'x-show-if': { setting, values } })
