// A copy of a workbook: with its rows and what was found for them, or its columns and views only.
import { keys, queries } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { duplicateWorkbook } from '../columns/workbook-settings.api.ts'

interface Props {
  workbook: Pick<Workbook, 'id' | 'name' | 'total_rows'>
  onClose: () => void
  /** Goes to the copy. */
  onOpen: (workbookId: string) => void
}

/** More rows than this are copied in the background, after the response. */
const AT_ONCE = 1_000

const copyFields = (rows: number): FormField[] => [
  { name: 'name', kind: 'text', label: 'Name', maxLength: 200 },
  ...(rows > 0
    ? [
        {
          name: 'what',
          kind: 'ways',
          label: 'What is copied',
          isLabelHidden: true,
          options: [
            {
              value: 'rows',
              label: `With ${counted(rows, 'row')}`,
              about: 'And with everything that was found for them, so that nothing is paid for twice.',
            },
            {
              value: 'structure',
              label: 'Definition only',
              about: 'An empty workbook with the same columns and views.',
            },
          ],
        },
      ]
    : []),
]

export function DuplicateDialog({ workbook, onClose, onOpen }: Props) {
  const { id, name, total_rows } = workbook
  const { values, busy, submit, tied, words } = useForm({
    name: `${name} copy`.slice(0, 200),
    what: total_rows > 0 ? 'rows' : 'structure',
  })
  const rows = values.what === 'rows'

  async function make() {
    await submit(async () => {
      const copy = await duplicateWorkbook(id, { name: values.name.trim(), rows })
      void queries.invalidateQueries({ queryKey: keys.workbooks() })
      const later = rows && total_rows > AT_ONCE ? ' Its rows are coming in the background.' : ''
      toast(`“${copy.name}” was made.${later}`, { tone: 'good' })
      onOpen(copy.id)
    })
  }

  return (
    <FormDialog
      title={<span dir="auto">{`Duplicate “${name}”`}</span>}
      about="Columns, views and the duplicate key are copied. Runs, history and costs stay with the original."
      action="Duplicate"
      busy={busy}
      disabled={values.name.trim() === ''}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={copyFields(total_rows)} />
      <FormError>{words && `The workbook was not copied. ${words}`}</FormError>
    </FormDialog>
  )
}
