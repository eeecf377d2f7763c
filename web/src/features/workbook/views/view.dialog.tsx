// The name of a view and who sees it: for a new one, and to change one.
import { useState } from 'react'
import { Field, Input } from '../../../ui/forms/field.tsx'
import { SharingChoice } from '../../../ui/forms/sharing-choice.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import type { Reach } from './views.api.ts'

interface Props {
  title: string
  about?: string
  verb: string
  name: string
  scope: Reach
  /** False for users who may only save personal views. */
  mayShare: boolean
  onClose: () => void
  onSave: (name: string, scope: Reach) => Promise<void>
}

export function ViewDialog({ title, about, verb, mayShare, onClose, onSave, ...start }: Props) {
  const [name, setName] = useState(start.name)
  const [scope, setScope] = useState<Reach>(start.scope)
  const { busy, submit, fields, words } = useSubmit()

  async function save() {
    if (await submit(() => onSave(name.trim(), scope))) onClose()
  }

  return (
    <FormDialog
      size="sm"
      title={title}
      about={about}
      action={verb}
      busy={busy}
      disabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name ?? words}>
        <Input
          value={name}
          dir="auto"
          maxLength={200}
          placeholder="Companies without a website"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <SharingChoice value={scope} things="views" edits="the workbook" mayShare={mayShare} onChange={setScope} />
    </FormDialog>
  )
}
