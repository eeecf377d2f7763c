// A copy of a workbook: with its rows and what was found for them, or its columns and views only.
import { useState } from 'react'
import { keys, queries } from '../../api/queries.ts'
import type { Workbook } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { ChoiceGroup } from '../../ui/forms/choice.tsx'
import { Field, Input } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
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

export function DuplicateDialog({ workbook, onClose, onOpen }: Props) {
  const { id, name, total_rows } = workbook
  const [wanted, setWanted] = useState(`${name} copy`.slice(0, 200))
  const [withRows, setWithRows] = useState(total_rows > 0)
  const { busy, submit, words, fields } = useSubmit()

  async function make() {
    let made: Workbook | null = null
    const work = async () => {
      made = await duplicateWorkbook(id, { name: wanted.trim(), rows: withRows })
    }
    if (!(await submit(work)) || !made) return
    void queries.invalidateQueries({ queryKey: keys.workbooks() })
    const copy: Workbook = made
    const later = withRows && total_rows > AT_ONCE ? ' Its rows are coming in the background.' : ''
    toast(`“${copy.name}” was made.${later}`, { tone: 'good' })
    onOpen(copy.id)
  }

  return (
    <FormDialog
      title={<span dir="auto">{`Duplicate “${name}”`}</span>}
      about="Columns, views and the duplicate key are copied. Runs, history and costs stay with the original."
      action="Duplicate"
      busy={busy}
      disabled={wanted.trim() === ''}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" error={fields.name}>
        <Input dir="auto" maxLength={200} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </Field>
      {total_rows > 0 && (
        <ChoiceGroup
          legend="What is copied"
          hideLegend
          options={[
            {
              value: 'rows',
              label: `With ${counted(total_rows, 'row')}`,
              about: 'And with everything that was found for them, so that nothing is paid for twice.',
            },
            {
              value: 'structure',
              label: 'Structure only',
              about: 'An empty workbook with the same columns and views.',
            },
          ]}
          value={withRows ? 'rows' : 'structure'}
          onPick={(way) => setWithRows(way === 'rows')}
        />
      )}
      <FormError>{words && `The workbook was not copied. ${words}`}</FormError>
    </FormDialog>
  )
}
