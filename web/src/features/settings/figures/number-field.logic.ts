// The field of a whole number: what it does, its range and what is in force stand under it. Pure.
import type { Schemas } from '../../../api/shapes.ts'
import { count } from '../../../ui/format.ts'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'

interface Described {
  name: string
  label: string
  unit: string
  does: string
}

export function numberField(
  { name, label, unit, does }: Described,
  range: Schemas['SettingRange'],
  inForce: number,
): FormField {
  const { minimum, maximum, default: usual } = range
  const hint = `${does} From ${count(minimum)} to ${count(maximum)}, usually ${count(usual)}. In force now: ${count(inForce)}.`
  return { name, kind: 'number', label, unit, hint, isShort: true, isDigits: true, isHintKept: true }
}
