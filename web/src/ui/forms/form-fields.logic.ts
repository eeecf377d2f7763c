// The fields of a described form: what there is to fill, and which of it counts under the values so far. Pure.

import type { ReactNode } from 'react'

export type FormValue = string | boolean
export type FormValues = Readonly<Record<string, FormValue>>

export interface FormOption {
  value: string
  label: string
  /** A line about what it means, where all options are seen at once. */
  about?: string
  isDisabled?: boolean
}

/** Options from the label of each value. */
export const optionsOf = (labels: Readonly<Record<string, string>>): FormOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export interface FormField {
  name: string
  label: string
  hint?: ReactNode
  /** `text`, `search`, `url`, `multiline`, `list`, `lines`, `number`, `time`, `boolean`, `choice`, `ways` (a choice with a line
   * about each), `choices` (several of the options), `password`, or one that an editor is given for. */
  kind: string
  options?: readonly FormOption[]
  /** What it is until something else is chosen. */
  start?: FormValue
  isOptional?: boolean | undefined
  /** What choosing nothing means, where that can be chosen again. */
  blank?: string | undefined
  /** Takes the whole width where a form has two columns. */
  isWide?: boolean
  placeholder?: string | undefined
  maxLength?: number
  /** Each letter counts: in the letters of code, with no spelling corrected. */
  isCode?: boolean
  /** Blanks at its ends count. */
  isExact?: boolean
  /** Its options stand beside each other. */
  isInLine?: boolean
  /** Lines of a text of several. */
  rows?: number
  /** Stands behind the number. */
  unit?: string
  /** The hint is still needed to mend an error. */
  isHintKept?: boolean
  /** No wider than an amount or a code. */
  isShort?: boolean
  /** What a password manager or a phone may fill in; by itself nothing. */
  autoComplete?: string
  /** Gets the keys as it is shown, though it is not the first field of its dialog. */
  isFirst?: boolean
  /** Reads the label aloud without showing it. */
  isLabelHidden?: boolean
  /** Shows only digits on the keyboard of a phone. */
  isDigits?: boolean
  /** What is in it is selected as it gets the focus. */
  isSelected?: boolean
  isDisabled?: boolean
  /** The browser asks for it before the form is sent. */
  isRequired?: boolean
  /** Values of another field under which it counts. */
  only?: { setting: string; values: FormValue[] } | null
}

export const fieldValue = (field: FormField, values: FormValues): FormValue => values[field.name] ?? field.start ?? ''

export function shownFields<Shown extends FormField>(fields: readonly Shown[], values: FormValues): Shown[] {
  return fields.filter(({ only }) => {
    const other = only && fields.find(({ name }) => name === only.setting)
    return !only || !other || only.values.includes(fieldValue(other, values))
  })
}

/** Whether each refused place is a value of the form by itself: a part of one, such as `tags.0`, is said beside the fields. */
export function areAllIn(refused: Readonly<Record<string, string>>, values: object): boolean {
  const places = Object.keys(refused)
  return places.length > 0 && places.every((place) => place in values)
}

/** Fields with an error that are not shown as the values are. */
export function hiddenFaults<One extends FormField>(
  fields: readonly One[],
  values: FormValues,
  errors: Readonly<Record<string, string | undefined>>,
): One[] {
  const shown = new Set(shownFields(fields, values).map(({ name }) => name))
  const hidden = fields.filter(({ name }) => errors[name] !== undefined && !shown.has(name))
  return hidden.filter(({ name }, at) => hidden.findIndex((one) => one.name === name) === at)
}

/**
 * What was refused, at the fields that it is about: a part of a list at the list, `auth` at the choice of its kind, and what the kind is
 * called is left out, `auth.header.name`. What no field stands for is not in it.
 */
export function errorsAt(
  fields: readonly Pick<FormField, 'name'>[],
  refused: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = new Set(fields.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(refused).flatMap(([place, message]) => {
      if (message === undefined) return []
      const [first = '', ...steps] = place.split('.')
      const name = [steps, steps.slice(1)]
        .flatMap((rest) => rest.map((_, at) => [first, ...rest.slice(0, rest.length - at)].join('.')))
        .concat(first)
        .flatMap((at) => [at, `${at}.kind`])
        .find((at) => names.has(at))
      return name === undefined ? [] : [[name, message] as const]
    }),
  )
}

/** Whether typing came back to what a form began with; lists and records are compared by what they hold. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return Object.is(one, other)
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** What of `given` says something other than `start`. */
export function partOver<Values extends object>(start: Values, given: Partial<Values>): Partial<Values> {
  const over = Object.entries(given).filter(([name, value]) => !isSameValue(value, start[name as keyof Values]))
  return Object.fromEntries(over) as Partial<Values>
}

/** What is left of `typed` without what it was before: a value that was typed since then stays, also one that was typed back. */
export function partSince<Values extends object>(before: Partial<Values>, typed: Partial<Values>): Partial<Values> {
  const since = Object.entries(typed).filter(
    ([name, value]) => !(name in before && isSameValue(value, before[name as keyof Values])),
  )
  return Object.fromEntries(since) as Partial<Values>
}
