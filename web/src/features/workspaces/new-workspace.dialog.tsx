// The form for a new workspace; its creator owns it.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { asProblem, describeProblem } from '../../api/problem.ts'
import { keys, queries } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'

export function NewWorkspaceDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const form = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) {
      setError('Give it a name.')
      return
    }
    setBusy(true)
    setError(null)
    try {
      const made = await take(api.POST('/api/workspaces', { body: { name: name.trim() } }))
      await queries.invalidateQueries({ queryKey: keys.workspaces })
      setName('')
      onOpenChange(false)
      await navigate({ to: '/w/$workspace/workbooks', params: { workspace: made.slug } })
    } catch (failed) {
      const problem = describeProblem(failed)
      setError(asProblem(failed).fields.name ?? `${problem.what} ${problem.next}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="New workspace"
      about="Workbooks, keys and members of a workspace are kept apart from all others."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy}>
            Create workspace
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Name" error={error}>
          <Input value={name} maxLength={100} dir="auto" onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
