// A new function of columns that are there: the workbook, and the columns whose values it is to give.
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { createFrom } from './functions.queries.ts'
import { OUTPUT_EDITORS, useOutputFields } from './output-fields.tsx'

export function NewFunctionDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { values, set, busy, submit, tied, words } = useForm({
    name: '',
    workbook_id: '',
    outputs: [] as readonly string[],
  })
  const { workbook_id, outputs } = values
  const fields = useOutputFields(workbook_id)

  async function make() {
    await submit(async () => onMade((await createFrom(values.name.trim(), workbook_id, [...outputs])).id))
  }

  return (
    <FormDialog
      title="New function"
      about="Choose the output columns. Columns they depend on are included; columns that people fill become inputs."
      action="Create function"
      busy={busy}
      disabled={!values.name.trim() || outputs.length === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        editors={OUTPUT_EDITORS}
        fields={[{ name: 'name', kind: 'text', label: 'Name', maxLength: 200 }, ...fields]}
        onChange={(next) => set(next.workbook_id === workbook_id ? next : { ...next, outputs: [] })}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
