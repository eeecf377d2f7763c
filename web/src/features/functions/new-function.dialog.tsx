// A new function of columns that are there: the workbook, and the columns whose values it is to give.
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../../ui/forms/form-error.tsx'
import { type EditorProps, SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { isBound } from '../columns/custom-kinds.logic.ts'
import { WorkbookSelect } from '../columns/workbook-select.tsx'
import { workbooksQuery } from '../columns/workbooks.queries.ts'
import { createFrom } from './functions.queries.ts'

export function NewFunctionDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const workbooks = useQuery(workbooksQuery())
  const { values, set, busy, submit, tied, words } = useForm({
    name: '',
    workbook_id: '',
    outputs: [] as readonly string[],
  })
  const { workbook_id, outputs } = values
  const workbook = workbooks.data?.find(({ id }) => id === workbook_id)
  const columns = workbook?.columns_config.filter((column) => column.type !== 'input' && !isBound(column)) ?? []

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
        editors={{ workbook: WorkbookEditor }}
        fields={[
          { name: 'name', kind: 'text', label: 'Name', maxLength: 200 },
          { name: 'workbook_id', kind: 'workbook', label: 'Workbook' },
          ...(columns.length > 0
            ? [
                {
                  name: 'outputs',
                  kind: 'choices',
                  label: 'Outputs',
                  options: columns.map(({ id, name }) => ({ value: id, label: name })),
                },
              ]
            : []),
        ]}
        onChange={(next) => set(next.workbook_id === workbook_id ? next : { ...next, outputs: [] })}
      />
      {workbook && columns.length === 0 && (
        <p className="text-ink-3">This workbook has no calculated or enriched column.</p>
      )}
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

const WorkbookEditor = ({ value, onChange }: EditorProps) => <WorkbookSelect value={value} onChange={onChange} />
