// A new token for a directory: a name and an end, then the token itself, shown this once.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { ssoQuery } from './sso.queries.ts'

const day = 86_400_000
const ends = [
  { label: 'In 90 days', days: 90 },
  { label: 'In one year', days: 365 },
  { label: 'In two years', days: 730 },
  { label: 'Never', days: 0 },
]

type Made = Schemas['ScimTokenMade']

export function ScimTokenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState(365)
  const [provider, setProvider] = useState<string | null>(null)
  const providers = useQuery(ssoQuery()).data?.providers ?? []
  const [made, setMade] = useState<Made | null>(null)
  const { busy, submit, fields, words } = useSubmit()

  async function make() {
    await submit(async () => {
      const body = {
        name: name.trim(),
        ...(provider === null ? {} : { provider_id: provider || null }),
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
      disabled={!name.trim()}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" hint="For people, for example the name of the directory." error={fields.name}>
        <Input value={name} maxLength={100} dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      {providers.length > 1 && (
        <Field
          label="Identity provider"
          hint="The directory may name addresses of the domains of this provider only."
          error={fields.provider_id}
        >
          <Select value={provider ?? ''} onChange={(event) => setProvider(event.target.value)}>
            <option value="">None</option>
            {providers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label="Ends"
        hint="Before it ends make another one, enter it in the directory, then revoke this."
        error={fields.expires_at}
      >
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {ends.map((one) => (
            <option key={one.days} value={one.days}>
              {one.label}
            </option>
          ))}
        </Select>
      </Field>
      <FormError>{Object.keys(fields).length === 0 && words}</FormError>
    </FormDialog>
  )
}
