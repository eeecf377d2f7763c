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
