// A lead typed in by hand; one that is known already is met again and only gets what it lacks.

import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { saveLead } from './leads.api.ts'

const ASKED = [
  ['company', 'Company', 'Acme'],
  ['domain', 'Domain or website', 'acme.com'],
  ['contact_person', 'Contact', 'Ann Doe'],
  ['contact_title', 'Title', ''],
  ['email', 'Email', 'ann@acme.com'],
  ['phone', 'Phone', ''],
  ['city', 'City', ''],
  ['country', 'Country', ''],
] as const

export function AddLeadDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (lead: Schemas['Lead']) => void }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const { busy, submit, fields, words } = useSubmit()
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
      layout="grid gap-3 sm:grid-cols-2"
      onSubmit={add}
      onClose={onClose}
    >
      {ASKED.map(([name, label, example]) => (
        <Field key={name} label={label} error={fields[name]}>
          <Input
            dir="auto"
            placeholder={example}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </Field>
      ))}
      {words && ASKED.every(([name]) => fields[name] === undefined) && (
        <div className="sm:col-span-2">
          <FormError>{words}</FormError>
        </div>
      )}
    </FormDialog>
  )
}
