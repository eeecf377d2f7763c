// An own provider from its file: what it would ask and which secret it would use is shown before it is added.

import { FileUp } from 'lucide-react'
import { Problem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { chooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../ui/overlays/form.dialog.tsx'
import { SecretPicker } from '../custom-columns/secrets/secret-picker.tsx'
import { importProvider, type ProviderFile } from './own-providers.queries.ts'
import { costWordsOf } from './provider-draft.logic.ts'
import { readProviderFile } from './provider-file.logic.ts'

interface Props {
  /** Those that are there, by their ids. */
  own: readonly Schemas['OwnProvider'][]
  onClose: (added: Schemas['OwnProvider'] | null) => void
}

export function ImportDialog({ own, onClose }: Props) {
  const { submit, answer: file, problem, forget } = useSubmit<ProviderFile>()
  const take = (chosen: File) =>
    submit(async () => {
      const read = readProviderFile(await chosen.text())
      if (typeof read === 'string') throw new Problem({ status: 422, detail: read })
      return read
    })

  if (file) return <Import key={file.id} file={file} own={own} onBack={forget} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      title="Import a provider"
      about="A file that was exported from another workspace. It holds no secret."
      actions={<Button onClick={() => onClose(null)}>Cancel</Button>}
    >
      <div className="flex flex-col items-start gap-3">
        <Button look="primary" icon={FileUp} onClick={() => chooseFile((one) => void take(one), '.json')}>
          Choose a file
        </Button>
        <FormError>{problem?.message}</FormError>
      </div>
      <PageDrop words="Drop the file of a provider" onFile={(one) => void take(one)} />
    </Dialog>
  )
}

const EXISTING = [
  { value: 'keep', label: 'Add another one', about: 'What uses the one that is here goes on with it.' },
  {
    value: 'replace',
    label: 'Replace it',
    about: 'Everything that uses it continues with this one; rejected if it would not fit there.',
  },
] as const

function Import({ file, own, onBack, onClose }: Props & { file: ProviderFile; onBack: () => void }) {
  const { definition } = file
  const { auth } = definition
  const there = own.find(({ id }) => id === file.id)
  const { values, set, busy, submit, fields, tied, words } = useForm({
    name: file.name,
    existing: 'keep',
    secret: auth?.secret ?? '',
    username: '',
  })

  async function add() {
    const { secret, username } = values
    const body = {
      file,
      name: values.name.trim(),
      existing: values.existing as 'keep' | 'replace',
      ...(auth && secret !== '' && { secret }),
      ...(auth?.kind === 'basic' && { username }),
    }
    await submit(async () => onClose(await importProvider(body)))
  }

  return (
    <FormDialog
      title={`Import ${file.name}`}
      about={definition.description || undefined}
      action={there && values.existing === 'replace' ? 'Replace the provider' : 'Add the provider'}
      busy={busy}
      disabled={values.name.trim() === ''}
      aside={
        <Button className="mr-auto" onClick={onBack}>
          Back
        </Button>
      }
      onSubmit={add}
      onClose={() => onClose(null)}
    >
      <dl className="grid grid-cols-[5rem_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-ink-3">Asks</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">
          {definition.method} {definition.url}
        </dd>
        <dt className="text-ink-3">With</dt>
        <dd>{definition.inputs.map((input) => input.name).join(', ')}</dd>
        <dt className="text-ink-3">Finds</dt>
        <dd>{definition.fields.map((field) => field.name).join(', ')}</dd>
        <dt className="text-ink-3">Price</dt>
        <dd>{costWordsOf(definition)}</dd>
      </dl>
      <SchemaForm
        {...tied}
        fields={[
          ...(there
            ? [{ name: 'existing', kind: 'ways', label: `“${there.name}” has this id here`, options: EXISTING }]
            : []),
          { name: 'name', kind: 'text', label: 'Name', maxLength: 100 },
        ]}
      />
      {auth && (
        <SecretPicker
          label="Its secret"
          hint="Sent to the hosts that an admin allowed for it, and nowhere else."
          secret={values.secret}
          addresses={[definition.url, auth.kind === 'oauth_client' ? auth.token_url : '']}
          error={fields.secret}
          onChange={(secret) => set({ secret })}
        />
      )}
      {auth?.kind === 'basic' && (
        <SchemaForm
          {...tied}
          fields={[{ name: 'username', kind: 'text', label: 'User', hint: 'Files never hold it.' }]}
        />
      )}
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
