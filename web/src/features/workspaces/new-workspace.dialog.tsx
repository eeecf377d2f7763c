// The form for a new workspace; its creator owns it.
import { useNavigate } from '@tanstack/react-router'
import { api, take } from '../../api/client.ts'
import { keys, queries } from '../../api/queries.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'

export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { values, busy, submit, tied, words } = useForm({ name: '' })
  const name = values.name.trim()
  const navigate = useNavigate()

  const make = () =>
    submit(async () => {
      const made = await take(api.POST('/api/workspaces', { body: { name } }))
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
      disabled={!name}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[{ name: 'name', kind: 'text', label: 'Name', maxLength: 100 }]} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
