// An identity provider: first its name and issuer, then what to register there and what it gave in return.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../api/shapes.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { FormDialog } from '../../../ui/overlays/form.dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { meQuery } from '../settings.queries.ts'
import { addProvider, changeProvider } from './sso.queries.ts'

interface Props {
  /** Absent for a new one. */
  provider: Schemas['SsoProvider'] | undefined
  redirectBase: string
  onMade: (id: string) => void
  onClose: () => void
}

export function SsoProviderDialog({ provider, redirectBase, onMade, onClose }: Props) {
  return provider ? (
    <ChangeDialog
      key={provider.id}
      provider={provider}
      redirectUri={`${redirectBase}${provider.id}`}
      onClose={onClose}
    />
  ) : (
    <NewDialog onMade={onMade} onClose={onClose} />
  )
}

const ISSUER_HINT =
  'https://acme.okta.com · https://login.microsoftonline.com/{tenant}/v2.0 · https://accounts.google.com'

function NewDialog({ onMade, onClose }: Pick<Props, 'onMade' | 'onClose'>) {
  const [name, setName] = useState('')
  const [issuer, setIssuer] = useState('')
  const { busy, submit, fields, words } = useSubmit()

  async function make() {
    await submit(async () => onMade((await addProvider({ name: name.trim(), issuer: issuer.trim() })).id))
  }

  return (
    <FormDialog
      title="Add an identity provider"
      action="Go on"
      busy={busy}
      disabled={!name.trim() || !issuer.trim()}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label="Name" hint="Shown on the button of the sign-in page." error={fields.name}>
        <Input value={name} maxLength={60} autoFocus dir="auto" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Issuer" hint={ISSUER_HINT} error={fields.issuer}>
        <Input
          type="url"
          value={issuer}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => setIssuer(event.target.value)}
        />
      </Field>
      <FormError>{Object.keys(fields).length === 0 && words}</FormError>
    </FormDialog>
  )
}

function ChangeDialog({
  provider,
  redirectUri,
  onClose,
}: {
  provider: Schemas['SsoProvider']
  redirectUri: string
  onClose: () => void
}) {
  const me = useQuery(meQuery)
  const [draft, setDraft] = useState({
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.client_id ?? '',
    client_secret: '',
    enabled: provider.enabled,
    listed: provider.listed,
    makes_accounts: provider.makes_accounts,
    default_role: provider.default_role,
  })
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const { busy, submit, fields, words } = useSubmit()

  async function save() {
    const { client_id, listed, ...rest } = draft
    const body = { ...rest, client_id: client_id.trim() || null, ...(listed !== provider.listed && { listed }) }
    if (!(await submit(() => changeProvider(provider.id, body)))) return
    toast(`“${draft.name}” was saved`)
    onClose()
  }

  return (
    <FormDialog
      size="lg"
      title={provider.name}
      about="Register an application for web sign-in (authorization code) there, with this redirect URI; then enter the client id and secret it gives you."
      action="Save"
      busy={busy}
      disabled={!draft.name.trim()}
      onSubmit={save}
      onClose={onClose}
    >
      <CopyField label="Redirect URI" value={redirectUri} />
      <Field label="Client id" error={fields.client_id}>
        <Input
          value={draft.client_id}
          maxLength={300}
          spellCheck={false}
          onChange={(event) => set({ client_id: event.target.value })}
        />
      </Field>
      <Field
        label="Client secret"
        hint={
          provider.has_secret
            ? 'One is stored. Left blank it stays.'
            : 'Encrypted for this workspace; it cannot be read again.'
        }
        error={fields.client_secret}
      >
        <Input
          type="password"
          autoComplete="off"
          value={draft.client_secret}
          maxLength={1000}
          onChange={(event) => set({ client_secret: event.target.value })}
        />
      </Field>
      <Field label="Name" error={fields.name}>
        <Input value={draft.name} maxLength={60} dir="auto" onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label="Issuer"
        hint="After a change of issuer, sessions end and users link their accounts again."
        error={fields.issuer}
      >
        <Input
          type="url"
          value={draft.issuer}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => set({ issuer: event.target.value })}
        />
      </Field>
      <Checkbox
        label="Make accounts for people of a proven domain"
        hint="Without it, only users from a directory, and users who linked their account, can sign in."
        checked={draft.makes_accounts}
        onChange={(makes_accounts) => set({ makes_accounts })}
      />
      <Field label="Their role">
        <Select
          value={draft.default_role}
          disabled={!draft.makes_accounts}
          onChange={(event) => set({ default_role: event.target.value as typeof draft.default_role })}
        >
          <option value="viewer">Viewer</option>
          <option value="member">Member</option>
          <option value="editor">Editor</option>
        </Select>
      </Field>
      <Checkbox
        label="In use"
        hint="When it is off, no user can sign in by it, and the sessions that it began end."
        checked={draft.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {me.data?.is_admin && (
        <Checkbox
          label="On the sign-in page for all users"
          hint="Else it is shown for addresses of a proven domain, and under the address of this workspace."
          checked={draft.listed}
          onChange={(listed) => set({ listed })}
        />
      )}
      <FormError>{Object.keys(fields).length === 0 && words}</FormError>
    </FormDialog>
  )
}
