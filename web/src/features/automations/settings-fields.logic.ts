// The settings of a trigger or an action as fields of a form: what their schema says, and which of them a special editor fills.
import type { FormField, FormValue, FormValues } from '../../ui/forms/form-fields.logic.ts'
import type { Part } from './automations.api.ts'
import { type Kind, labelOf, type Shape, shapeOf, wordOf } from './draft.logic.ts'

/** Set by other parts of the page, or by programs alone. */
const HIDDEN = new Set(['idempotency_key', 'filter', 'view_id', 'id', 'condition', 'yes', 'no', 'on_failure'])
const LONG = new Set(['text', 'note', 'instruction'])
const IDS = new Set(['hook_id', 'endpoint_id', 'sequence_id', 'function_id', 'watch_kind'])
const SPECIAL: Record<string, string> = {
  workbook_id: 'workbook',
  watch_id: 'watch',
  filter_id: 'filter',
  column_ids: 'columns',
  target: 'crm_target',
  of: 'step',
}

const choicesOf = (shape: Shape): string[] | undefined => shape.enum ?? shape.anyOf?.find((one) => one.enum)?.enum

/** Which editor fills a setting: one of SchemaForm, or one that the form of automations gives it. */
function kindOf(name: string, shape: Shape): string {
  if (SPECIAL[name]) return SPECIAL[name]
  if (IDS.has(name)) return 'listed'
  if (choicesOf(shape)) return 'choice'
  if (shape.type === 'array' && shape.items?.enum) return 'several'
  if (shape.type === 'boolean') return 'boolean'
  if (shape.type === 'integer' || shape.type === 'number') return 'number'
  return shape.type === 'object' ? 'pairs' : 'text_with_references'
}

export function settingFields(kind: Kind): FormField[] {
  const { properties = {}, required = [] } = shapeOf(kind)
  return Object.entries(properties).flatMap(([name, shape]): FormField[] => {
    if (HIDDEN.has(name)) return []
    const isOptional = !required.includes(name) && shape.default === undefined
    const editor = kindOf(name, shape)
    return [
      {
        name,
        label: labelOf(name),
        kind: editor,
        isOptional,
        isWide: LONG.has(name) || name === 'title',
        hint: name === 'every_seconds' ? 'Seconds; 3600 is an hour, 86400 a day' : undefined,
        placeholder: editor === 'number' && isOptional ? 'No limit of its own' : undefined,
        options: (choicesOf(shape) ?? shape.items?.enum ?? []).map((value) => ({ value, label: wordOf(value, name) })),
        blank: isOptional ? 'Leave as it is' : undefined,
      },
    ]
  })
}

export const isLong = (name: string) => LONG.has(name)

/** What the plain editors show. */
export function shownValues(part: Part): FormValues {
  const plain = Object.entries(part).flatMap(([name, value]): [string, FormValue][] =>
    typeof value === 'boolean'
      ? [[name, value]]
      : value === undefined || typeof value === 'object'
        ? []
        : [[name, String(value)]],
  )
  return Object.fromEntries(plain)
}

/** What a plain editor made of a setting, as the API takes it; undefined: it is left out. */
export function settingOf({ kind, isOptional }: FormField, value: FormValue): unknown {
  if (typeof value === 'boolean') return value
  if (kind !== 'number') return value === '' && isOptional ? undefined : value
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? undefined : number
}
