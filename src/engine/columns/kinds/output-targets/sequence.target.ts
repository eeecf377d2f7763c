// A sequence of outreach that the lead of the row is enrolled in.
import { Type } from 'typebox'
import { shownAs } from '../../../../kernel/setting-form.ts'
import { defineTarget, Values } from './output-target.ts'

export const sequence = defineTarget({
  place: 50,
  label: 'Sequence',
  offered_as: 'Outreach sequence',
  about: 'Saves the lead of the row and enrolls it, unless something is against it.',
  schema: Type.Object(
    {
      kind: Type.Literal('sequence'),
      sequence_id: Type.String({
        format: 'uuid',
        description: 'A sequence whose settings allow columns to enroll leads (`enroll_by_columns`).',
        ...shownAs({ title: 'Sequence', hint: '', editor: 'sequence', missing: 'Choose the sequence.' }),
      }),
      consent_source: Type.String({
        maxLength: 500,
        default: '',
        description: 'The legal basis for writing to these people; stored with each enrollment.',
        ...shownAs({
          title: 'Consent or basis, with its source',
          hint: 'Kept with each enrollment.',
          placeholder: 'Newsletter form, 2030',
        }),
      }),
      values: Values('Fields of the lead that the row is about, such as `email`. What the lead has already stays.', {
        title: 'What is sent',
        hint: 'Fields of the lead, such as email, contact_person and company, and the column that fills each.',
        list: { path: '/api/meta/lead-fields', value: 'name', label: 'label' },
        needed: { email: 'Choose what fills the field email of the lead.' },
      }),
    },
    { description: 'Saves the lead of the row and enrolls it in a sequence. A lead is in a sequence once.' },
  ),
})
