// A lead typed in by hand; one that is known already is met again and only gets what it lacks.

import type { Schemas } from '../../api/shapes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveLead } from './leads.api.ts'

const FIELDS: FormField[] = [
  { name: 'company', label: 'Company', placeholder: 'Acme' },
  { name: 'domain', label: 'Domain or website', placeholder: 'acme.com' },
  { name: 'contact_person', label: 'Contact', placeholder: 'Ann Doe' },
  { name: 'contact_title', label: 'Title' },
  { name: 'email', label: 'Email', placeholder: 'ann@acme.com' },
  { name: 'phone', label: 'Phone' },
  { name: 'city', label: 'City' },
  { name: 'country', label: 'Country' },
].map((field) => ({ ...field, kind: 'text' }))
const BLANK: Record<string, string> = Object.fromEntries(FIELDS.map(({ name }) => [name, '']))

export function AddLeadDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (lead: Schemas['Lead']) => void }) {
  const { values, busy, submit, tied, words } = useForm(BLANK)
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')

  async function add() {
    await submit(async () => {
      const { outcome, lead } = await saveLead(Object.fromEntries(filled))
      toast(outcome === 'created' ? 'Lead added' : 'This lead was known already; what it lacked was filled in')
      onAdded(lead)
    })
  }

  return (
    <FormDialog
      title="Add a lead"
      about="A company, or a person in one. It is matched by its e-mail address, domain, LinkedIn page or phone."
      action="Add lead"
      busy={busy}
      disabled={filled.length === 0}
      onSubmit={add}
      onClose={onClose}
    >
      <SchemaForm {...tied} columns={2} fields={FIELDS} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
