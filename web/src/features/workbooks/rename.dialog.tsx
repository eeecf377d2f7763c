// A new name for a workbook, from the list.
import type { Workbook } from '../../api/shapes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { renameWorkbook } from './workbooks.queries.ts'

const NAME: FormField[] = [{ name: 'name', kind: 'text', label: 'Name', maxLength: 200, isSelected: true }]

export function RenameDialog({ workbook, onClose }: { workbook: Workbook; onClose: () => void }) {
  const { values, busy, submit, tied, words } = useForm({ name: workbook.name })
  const next = values.name.trim()

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
      <SchemaForm {...tied} fields={NAME} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
