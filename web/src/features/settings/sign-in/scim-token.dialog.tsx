// A new token for a directory: a name and an end, then the token itself, shown this once.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { ssoQuery } from './sso.queries.ts'

const day = 86_400_000
const NAME: FormField = {
  name: 'name',
  kind: 'text',
  label: 'Name',
  hint: 'For people, for example the name of the directory.',
  maxLength: 100,
}
const END: FormField = {
  name: 'expires_at',
  kind: 'choice',
  label: 'Ends',
  hint: 'Before it ends make another one, enter it in the directory, then revoke this.',
  options: [
    { value: '90', label: 'In 90 days' },
    { value: '365', label: 'In one year' },
    { value: '730', label: 'In two years' },
    { value: '0', label: 'Never' },
  ],
}

const providerField = (providers: readonly Schemas['SsoProvider'][]): FormField => ({
  name: 'provider_id',
  kind: 'choice',
  label: 'Identity provider',
  hint: 'The directory may name addresses of the domains of this provider only.',
  blank: 'None',
  options: providers.map(({ id, name }) => ({ value: id, label: name })),
})

type Made = Schemas['ScimTokenMade']

export function ScimTokenDialog({ onClose }: { onClose: () => void }) {
  const providers = useQuery(ssoQuery()).data?.providers ?? []
  const [made, setMade] = useState<Made | null>(null)
  // Where there is one provider, the server takes it.
  const { values, busy, submit, tied, words } = useForm({ name: '', provider_id: '', expires_at: '365' })

  async function make() {
    await submit(async () => {
      const days = Number(values.expires_at)
      const body = {
        name: values.name.trim(),
        ...(values.provider_id && { provider_id: values.provider_id }),
        ...(days > 0 ? { expires_at: new Date(Date.now() + days * day).toISOString() } : {}),
      }
      setMade(await take(api.POST('/api/settings/scim-tokens', { body })))
      void queries.invalidateQueries({ queryKey: keys.settings('scim-tokens') })
    })
  }

  if (made)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`The token “${made.name}” is ready`}
        about="Enter both in the directory now. The token is shown this once."
        actions={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <CopyField label="Token" value={made.token} />
          <CopyField label="Base URL" value={made.base_url} />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      size="sm"
      title="Create token"
      action="Create token"
      busy={busy}
      disabled={!values.name.trim()}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={[NAME, ...(providers.length > 1 ? [providerField(providers)] : []), END]} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
