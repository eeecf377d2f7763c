// A new name for a workbook, from the list.
import { useState } from 'react'
import type { Workbook } from '../../api/shapes.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { renameWorkbook } from './workbooks.queries.ts'

export function RenameDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const [name, setName] = useState(workbook.name)
  const { busy, submit, fields, words } = useSubmit()

  const next = name.trim()

  async function save() {
    if (next === workbook.name || (await submit(() => renameWorkbook(workbook.id, next)))) onClose()
  }

  return (
    <FormDialog
      size="sm"
      title="Rename workbook"
      action="Rename"
      busy={busy}
      disabled={next === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name ?? words}>
        <Input
          value={name}
          dir="auto"
          maxLength={200}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
