// Chooses leads by a saved filter that is followed: shared ones only, and a word where the chosen one is gone.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Field, Select } from '../../ui/forms/field.tsx'
import { filtersQuery } from './lead-filters.queries.ts'

interface Props {
  label: string
  /** What is meant without a filter. */
  none: string
  hint?: ReactNode
  /** Beside this, the deleted filter is an error already. */
  error?: string | undefined
  value: string | null
  onChange: (id: string | null, name: string) => void
}

const GONE = 'This saved filter was deleted or is not shared any more, so it means no lead. Choose another one.'
const NONE_YET = 'No filter is shared yet. Save one on the page of leads, for all members.'

export function FilterSelect({ label, none, hint, error, value, onChange }: Props) {
  const filters = useQuery(filtersQuery())
  const shared = filters.data?.filter(({ scope }) => scope !== 'personal') ?? []
  const isGone = filters.data !== undefined && value !== null && !shared.some(({ id }) => id === value)
  return (
    <Field
      label={label}
      hint={filters.data !== undefined && shared.length === 0 ? NONE_YET : hint}
      error={isGone ? GONE : error}
    >
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null, target.selectedOptions[0]?.text ?? '')}
      >
        <option value="">{none}</option>
        {shared.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {value !== null && !shared.some(({ id }) => id === value) && (
          <option value={value}>{isGone ? 'A filter that is gone' : 'Loading…'}</option>
        )}
      </Select>
    </Field>
  )
}
