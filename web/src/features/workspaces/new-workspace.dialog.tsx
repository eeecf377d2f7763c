// The form for a new workspace; its creator owns it.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'

export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const { busy, submit, fields, words } = useSubmit()
  const navigate = useNavigate()

  const make = () =>
    submit(async () => {
      const made = await take(api.POST('/api/workspaces', { body: { name: name.trim() } }))
      await queries.invalidateQueries({ queryKey: keys.workspaces })
      onClose()
      await navigate({ to: '/w/$workspace/workbooks', params: { workspace: made.slug } })
    })

  return (
    <FormDialog
      size="sm"
      title="New workspace"
      about="Workbooks, keys and members of a workspace are separate from all others."
      action="Create workspace"
      busy={busy}
      disabled={!name.trim()}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name ?? words}>
        <Input value={name} maxLength={100} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
