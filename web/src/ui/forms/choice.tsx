// One of several ways to do something, each with a line about what it means.
import { type ReactNode, useId } from 'react'

interface Option<Value extends string> {
  value: Value
  label: ReactNode
  about: ReactNode
  disabled?: boolean
}

interface Props<Value extends string> {
  legend: ReactNode
  /** For screen readers only. */
  hideLegend?: boolean
  options: readonly Option<Value>[]
  value: Value
  disabled?: boolean
  onPick: (value: Value) => void
  /** Below the options. */
  children?: ReactNode
}

export function ChoiceGroup<Value extends string>(props: Props<Value>) {
  const { legend, hideLegend, options, value, disabled, onPick, children } = props
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2" disabled={disabled}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-medium text-ink-2 text-sm'}>{legend}</legend>
      {options.map((one) => (
        <label key={one.value} className={`flex items-start gap-2 ${disabled || one.disabled ? 'text-ink-3' : ''}`}>
          <input
            type="radio"
            name={name}
            checked={one.value === value}
            disabled={one.disabled}
            onChange={() => onPick(one.value)}
            className="mt-1 accent-accent"
          />
          <span className="min-w-0">
            {one.label}
            <span className="block text-ink-3 text-xs">{one.about}</span>
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  )
}
