// Changes many leads at once: status, tags to add and tags to remove.
import type { Schemas } from '../../api/shapes.ts'
import { capital, counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { editLeads, type FoundLeads } from './lead-actions.api.ts'
import { type LeadStatus, STATUSES } from './leads.logic.ts'

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

const FIELDS: FormField[] = [
  {
    name: 'status',
    kind: 'choice',
    label: 'Status',
    blank: 'Leave as it is',
    options: STATUSES.map((value) => ({ value, label: capital(value) })),
  },
  { name: 'add_tags', kind: 'text', label: 'Add tags', hint: 'Separate several with commas.' },
  { name: 'remove_tags', kind: 'text', label: 'Remove tags' },
]

interface Props {
  /** Leads by id, or all that a question finds. */
  which: { lead_ids: number[] } | { which: FoundLeads }
  count: number
  /** The result; null where nothing was saved. */
  onClose: (saved: Schemas['LeadsChanged'] | null) => void
}

export function BulkEditDialog({ which, count, onClose }: Props) {
  const { values, busy, submit, tied, words } = useForm({ status: '', add_tags: '', remove_tags: '' })
  const status = values.status as LeadStatus | ''
  const add_tags = tagsIn(values.add_tags)
  const remove_tags = tagsIn(values.remove_tags)
  const isBlank = status === '' && add_tags.length === 0 && remove_tags.length === 0
  async function save() {
    let saved: Schemas['LeadsChanged'] | null = null
    const done = await submit(async () => {
      const edit = { ...which, add_tags, remove_tags, ...(status === '' ? {} : { set: { status } }) }
      saved = await editLeads(edit)
    })
    if (done) onClose(saved)
  }
  return (
    <FormDialog
      size="sm"
      title={`Edit ${counted(count, 'lead')}`}
      action="Save changes"
      busy={busy}
      disabled={isBlank}
      onSubmit={save}
      onClose={() => onClose(null)}
    >
      <SchemaForm {...tied} fields={FIELDS} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
