// A new name for a workbook, from the list.
import { type FormEvent, useId, useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import type { Workbook } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { renameWorkbook } from './workbooks.queries.ts'

export function RenameDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const [name, setName] = useState(workbook.name)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const next = name.trim()
    if (!next) {
      setError('A workbook needs a name.')
      return
    }
    if (next === workbook.name) {
      onClose()
      return
    }
    setBusy(true)
    try {
      await renameWorkbook(workbook.id, next)
      onClose()
    } catch (failed) {
      const problem = describeProblem(failed)
      setError(asProblem(failed).fields.name ?? `${problem.what} ${problem.next}`)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Rename workbook"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Name" error={error}>
          <Input
            value={name}
            dir="auto"
            maxLength={200}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
