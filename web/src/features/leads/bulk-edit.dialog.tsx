// Changes many leads at once: status, tags to add and tags to remove.
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { capital, counted } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { editLeads, type FoundLeads } from './lead-actions.api.ts'
import { type LeadStatus, STATUSES } from './leads.logic.ts'

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

interface Props {
  /** Leads by id, or all that a question finds. */
  which: { lead_ids: number[] } | { which: FoundLeads }
  count: number
  /** What came of it; null where nothing was saved. */
  onClose: (saved: Schemas['LeadsChanged'] | null) => void
}

export function BulkEditDialog({ which, count, onClose }: Props) {
  const [status, setStatus] = useState<LeadStatus | ''>('')
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const { busy, submit, words } = useSubmit()
  const add_tags = tagsIn(added)
  const remove_tags = tagsIn(removed)
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      size="sm"
      title={`Edit ${counted(count, 'lead')}`}
      actions={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={isBlank} onClick={() => void save()}>
            Save changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Status">
          <Select value={status} onChange={(event) => setStatus(event.target.value as LeadStatus | '')}>
            <option value="">Leave as it is</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {capital(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Add tags" hint="Separate several with commas.">
          <Input value={added} onChange={(event) => setAdded(event.target.value)} />
        </Field>
        <Field label="Remove tags">
          <Input value={removed} onChange={(event) => setRemoved(event.target.value)} />
        </Field>
        <FormError>{words}</FormError>
      </div>
    </Dialog>
  )
}
