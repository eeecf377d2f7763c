// The fields of a described form: what there is to fill, and which of it counts under the values so far. Pure.

export type FormValue = string | boolean
export type FormValues = Readonly<Record<string, FormValue>>

export interface FormField {
  name: string
  label: string
  hint?: string | undefined
  /** `text`, `url`, `multiline`, `list`, `number`, `boolean`, `choice`, `password`, or one that an editor is given for. */
  kind: string
  options?: readonly { value: string; label: string }[]
  /** What it is until something else is chosen. */
  start?: FormValue
  isOptional?: boolean | undefined
  /** What choosing nothing means, where that can be chosen again. */
  blank?: string | undefined
  /** Takes the whole width where a form has two columns. */
  isWide?: boolean
  placeholder?: string | undefined
  maxLength?: number
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
export function areAllIn(refused: Readonly<Record<string, string>>, values: FormValues): boolean {
  const places = Object.keys(refused)
  return places.length > 0 && places.every((place) => place in values)
}

/** Fields with an error that are not shown as the values are. */
export function hiddenFaults<One extends FormField>(
  fields: readonly One[],
  values: FormValues,
  errors: Readonly<Record<string, string | undefined>>,
): One[] {
  const shown = new Set(shownFields(fields, values))
  return fields.filter((field) => errors[field.name] !== undefined && !shown.has(field))
}
