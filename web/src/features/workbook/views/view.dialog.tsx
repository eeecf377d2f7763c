// The name of a view and who sees it: for a new one, and to change one.
import { useState } from 'react'
import { ChoiceGroup } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.dialog.tsx'
import { useSubmit } from '../../../ui/use-submit.ts'
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

const REACH: { value: Reach; label: string; about: string }[] = [
  { value: 'personal', label: 'Only me', about: 'Other members do not see it in the list.' },
  { value: 'shared', label: 'Everyone', about: 'Members who can edit the workbook can change it.' },
  { value: 'locked', label: 'Everyone, locked', about: 'Only you and admins may change it.' },
]

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
      <ChoiceGroup
        legend="Who sees it"
        options={REACH.map((one) => ({ ...one, disabled: !mayShare && one.value !== 'personal' }))}
        value={scope}
        onPick={setScope}
      >
        {!mayShare && <p className="text-ink-3 text-xs">Editors of this workspace can share views with all members.</p>}
      </ChoiceGroup>
    </FormDialog>
  )
}
