// Switches the sync between the rows of a workbook and the lead store on or off, and explains it.
import { useQuery } from '@tanstack/react-query'
import type { Workbook } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { workbookQuery } from '../columns/workbook.queries.ts'
import { setLeadSync } from './lead-sync.api.ts'

interface Props {
  workbook: Workbook
  /** False for users who may only read. */
  editable: boolean
  onClose: () => void
}

const FIELDS: FormField[] = [
  {
    name: 'way',
    kind: 'ways',
    label: 'Rows and leads',
    isLabelHidden: true,
    options: [
      {
        value: 'apart',
        label: 'Don’t sync',
        about: 'Rows are not taken into the lead store. Links that were made stay.',
      },
      {
        value: 'alike',
        label: 'Sync with leads',
        about:
          'A row is linked to the lead that its e-mail address, domain, LinkedIn page or phone identifies, or makes one. What ' +
          'either side lacks is filled in, and a change on one side is copied to the other.',
      },
    ],
  },
]

export function LeadSyncDialog({ workbook, editable, onClose }: Props) {
  const { id } = workbook
  const stored = useQuery({ ...workbookQuery(id), select: (page) => page.workbook.sync_to_leads === true })
  const isOn = stored.data ?? workbook.sync_to_leads === true
  const { values, dirty, busy, submit, tied, words } = useForm({ way: isOn ? 'alike' : 'apart' })
  const wanted = values.way === 'alike'
  const rows = counted(workbook.total_rows, 'row')

  async function apply() {
    if (!(await submit(() => setLeadSync(id, wanted)))) return
    const began = workbook.total_rows > 0 ? `${rows} are being linked in the background.` : 'New rows will be linked.'
    toast(wanted ? `Rows and leads are synced from now on. ${began}` : 'Rows and leads are no longer synced', {
      tone: 'good',
    })
    onClose()
  }

  return (
    <Dialog
      open
      title="Rows and the lead store"
      about="Leads outlive the workbooks they came through: each company and person once, with where every value is from."
      onOpenChange={(open) => !open && onClose()}
      actions={
        editable ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={busy} disabled={!dirty} onClick={() => void apply()}>
              Save
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <SchemaForm {...tied} disabled={!editable} fields={FIELDS} />
        {wanted && (
          <p className="text-ink-3 text-sm">
            By columns whose names mean a field, such as Company, Domain, Email, Phone or City. Blanks clear nothing.
            What is taken over can be undone in the activity of the workbook.
          </p>
        )}
        <FormError>{words && `Nothing was changed. ${words}`}</FormError>
      </div>
    </Dialog>
  )
}
