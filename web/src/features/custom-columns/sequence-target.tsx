// A sequence of outreach that rows are delivered to, and where the right to write to these people comes from.
import { useQuery } from '@tanstack/react-query'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import type { FormProps, OutputDraft } from '../columns/custom.shapes.ts'
import { fieldsQuery } from '../leads/leads.api.ts'
import { sequencesQuery } from '../outreach/outreach.queries.ts'

/** The fields of a lead that can be filled; undefined where the target is another one. */
export function useLeadFields({ target }: OutputDraft): string[] | undefined {
  const fields = useQuery({ ...fieldsQuery, enabled: target === 'sequence' })
  return target === 'sequence' ? fields.data?.map(({ name }) => name) : undefined
}

type Props = Pick<FormProps<OutputDraft>, 'draft' | 'errors' | 'onChange'>

export function SequenceTarget({ draft, errors, onChange }: Props) {
  const sequences = useQuery(sequencesQuery())
  const chosen = sequences.data?.find(({ id }) => id === draft.sequence_id)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Sequence" error={errors['target.sequence_id']}>
          <Select
            value={draft.sequence_id}
            onChange={(event) => onChange({ ...draft, sequence_id: event.target.value })}
          >
            <option value="">{sequences.data?.length === 0 ? 'There is no sequence yet' : 'Choose a sequence'}</option>
            {sequences.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Consent or basis, with its source"
          error={errors['target.consent_source']}
          hint="Kept with each enrollment."
        >
          <Input
            placeholder="Newsletter form, 2030"
            value={draft.consent_source}
            onChange={(event) => onChange({ ...draft, consent_source: event.target.value })}
          />
        </Field>
      </div>
      {chosen && !chosen.settings.enroll_by_columns && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {chosen.name} takes no leads from columns yet. An admin can allow it in the settings of the sequence.
        </p>
      )}
    </>
  )
}
