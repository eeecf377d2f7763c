// One of several ways to do something, with a line about what it means.
import type { ReactNode } from 'react'

interface Props {
  /** The same for all of one question. */
  name: string
  label: ReactNode
  about: ReactNode
  checked: boolean
  disabled?: boolean
  onPick: () => void
}

export function Choice({ name, label, about, checked, disabled, onPick }: Props) {
  return (
    <label className={`flex items-start gap-2 ${disabled ? 'text-ink-3' : ''}`}>
      <input
        type="radio"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={onPick}
        className="mt-1 accent-accent"
      />
      <span className="min-w-0">
        {label}
        <span className="block text-ink-3 text-xs">{about}</span>
      </span>
    </label>
  )
}
