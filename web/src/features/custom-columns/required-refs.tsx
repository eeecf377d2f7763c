// The referenced columns that a row must have values in, to be run at all.

import { Checkbox } from '../../ui/forms/field.tsx'
import { reference } from '../columns/template.logic.ts'

interface Props {
  /** Names in the templates of the column. */
  names: readonly string[]
  required: readonly string[] | null
  /** What holds while nothing is chosen. */
  otherwise: string
  onChange: (required: string[] | null) => void
}

export function RequiredRefs({ names, required, otherwise, onChange }: Props) {
  if (names.length === 0) return null
  const wanted = required ?? []
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-ink-2 text-sm">Skip a row without a value for</p>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {names.map((name) => {
          const template = reference(name)
          return (
            <Checkbox
              key={name}
              label={name}
              checked={wanted.includes(template)}
              onChange={(on) => {
                const next = on ? [...wanted, template] : wanted.filter((one) => one !== template)
                onChange(next.length > 0 ? next : null)
              }}
            />
          )
        })}
      </div>
      {wanted.length === 0 && <p className="text-ink-3 text-xs">{otherwise}</p>}
    </div>
  )
}
