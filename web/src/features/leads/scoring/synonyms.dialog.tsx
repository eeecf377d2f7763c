// Which specializations mean the same, one group a line: similar leads are found under each of the names.
import { useQuery } from '@tanstack/react-query'
import { currentWorkspace } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { getSynonyms, putSynonyms } from '../leads.api.ts'
import { groupsOf, textOf } from './synonyms.logic.ts'

export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const known = useQuery({ queryKey: [currentWorkspace(), 'synonyms'], queryFn: getSynonyms })
  const { values, busy, submit, fields, tied, words } = useForm({ text: textOf(known.data?.groups ?? []) })
  const { groups, alone } = groupsOf(values.text)

  async function save() {
    if (!(await submit(() => putSynonyms(groups)))) return
    toast('Synonyms saved')
    void queries.invalidateQueries({ queryKey: [currentWorkspace()] })
    onClose()
  }

  return (
    <FormDialog
      title="Synonyms of specializations"
      about="Similar leads are found under each name of a line. Case, accents and plurals do not matter."
      action="Save"
      busy={busy}
      disabled={!known.data || alone.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <SchemaForm
        {...tied}
        disabled={!known.data}
        fields={[
          {
            name: 'text',
            kind: 'multiline',
            label: 'One group a line, its names separated by commas',
            rows: 8,
            placeholder: 'Dentist, Dental practice, Zahnarzt',
          },
        ]}
      />
      {alone.length > 0 && (
        <p className="text-ink-3 text-sm" aria-live="polite">
          Line {alone.join(', ')} has one name only. Add another that means the same.
        </p>
      )}
      {known.isError && <FormError>The synonyms could not be loaded. Close this and try again.</FormError>}
      {words !== null && <FormError>{Object.values(fields)[0] ?? words}</FormError>}
    </FormDialog>
  )
}
