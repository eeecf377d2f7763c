// The name of a view and who sees it: for a new one, and to change one.

import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { sharingField } from '../../../ui/forms/sharing-field.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import type { Reach } from './views.api.ts'

interface Props {
  title: string
  about?: string
  verb: string
  name: string
  scope: Reach
  /** False for users who may only save personal views. */
  mayShare: boolean
  onClose: () => void
  onSave: (name: string, scope: Reach) => Promise<void>
}

export function ViewDialog({ title, about, verb, mayShare, onClose, onSave, ...start }: Props) {
  const { values, busy, submit, tied, words } = useForm({ name: start.name, scope: start.scope })

  async function save() {
    if (await submit(() => onSave(values.name.trim(), values.scope))) onClose()
  }

  return (
    <FormDialog
      size="sm"
      title={title}
      about={about}
      action={verb}
      busy={busy}
      disabled={values.name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        fields={[
          {
            name: 'name',
            kind: 'text',
            label: 'Name',
            maxLength: 200,
            placeholder: 'Companies without a website',
            isSelected: true,
          },
          sharingField({ things: 'views', edits: 'the workbook', mayShare }),
        ]}
      />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
