// A whole number with its unit: what it does, its range and what is in force stand under it.

import { count } from '../../../ui/format.ts'
import { Field, Input } from '../../../ui/forms/field.tsx'

export interface NumberRange {
  minimum: number
  maximum: number
  default: number
}

interface Props {
  label: string
  unit: string
  does: string
  range: NumberRange
  inForce: number
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (typed: string) => void
}

export function NumberField({ label, unit, does, range, inForce, value, error, disabled, onChange }: Props) {
  const { minimum, maximum, default: usual } = range
  const hint = `${does} From ${count(minimum)} to ${count(maximum)}, usually ${count(usual)}. In force now: ${count(inForce)}.`
  return (
    <Field label={label} hint={hint} error={error && `${error} ${hint}`}>
      <span className="flex items-center gap-2">
        <Input
          inputMode="numeric"
          value={value}
          disabled={disabled}
          className="max-w-28 tabular-nums"
          onChange={(event) => onChange(event.target.value)}
        />
        <span aria-hidden className="text-ink-3">
          {unit}
        </span>
      </span>
    </Field>
  )
}
