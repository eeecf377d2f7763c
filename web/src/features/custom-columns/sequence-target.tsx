// Chooses the sequence of outreach that rows are delivered to.
import { useQuery } from '@tanstack/react-query'
import { Field, Select } from '../../ui/forms/field.tsx'
import { sequencesQuery } from '../outreach/outreach.queries.ts'

interface Props {
  label: string
  error: string | undefined
  value: string
  onChange: (sequenceId: string) => void
}

export function SequenceSetting({ label, error, value, onChange }: Props) {
  const sequences = useQuery(sequencesQuery())
  const chosen = sequences.data?.find(({ id }) => id === value)
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error}>
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{sequences.data?.length === 0 ? 'There is no sequence yet' : 'Choose a sequence'}</option>
          {sequences.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {chosen && !chosen.settings.enroll_by_columns && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {chosen.name} takes no leads from columns yet. An admin can allow it in the settings of the sequence.
        </p>
      )}
    </div>
  )
}
