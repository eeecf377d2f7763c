// A lead typed in by hand; one that is known already is met again and only gets what it lacks.
import { type FormEvent, useId, useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { saveLead } from './leads.api.ts'
import type { Lead } from './leads.logic.ts'

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

export function AddLeadDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (lead: Lead) => void }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<{ words: string; fields: Record<string, string> } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useId()
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (filled.length === 0) return
    setBusy(true)
    try {
      const { outcome, lead } = await saveLead(Object.fromEntries(filled))
      toast(outcome === 'created' ? 'Lead added' : 'This lead was known already; what it lacked was filled in')
      onAdded(lead)
    } catch (error) {
      const { what, next } = describeProblem(error)
      setProblem({ words: `${what} ${next}`, fields: asProblem(error).fields })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a lead"
      about="A company, or a person in one. It is known again by its e-mail address, domain, LinkedIn page or phone."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy} disabled={filled.length === 0}>
            Add lead
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
        {ASKED.map(([name, label, example]) => (
          <Field key={name} label={label} error={problem?.fields[name]}>
            <Input
              dir="auto"
              placeholder={example}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        {problem && Object.keys(problem.fields).length === 0 && (
          <p role="alert" className="text-bad text-sm sm:col-span-2">
            {problem.words}
          </p>
        )}
      </form>
    </Dialog>
  )
}
