// An identity provider: first its name and issuer, then what to register there and what it gave in return.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/shapes.ts'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import type { FormField } from '../../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
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

const NAME: FormField = { name: 'name', kind: 'text', label: 'Name', maxLength: 60 }
const ISSUER: FormField = { name: 'issuer', kind: 'url', label: 'Issuer', maxLength: 500 }

const NEW: FormField[] = [
  { ...NAME, hint: 'Shown on the button of the sign-in page.' },
  {
    ...ISSUER,
    hint: 'https://acme.okta.com · https://login.microsoftonline.com/{tenant}/v2.0 · https://accounts.google.com',
  },
]

function NewDialog({ onMade, onClose }: Pick<Props, 'onMade' | 'onClose'>) {
  const { values, busy, submit, tied, words } = useForm({ name: '', issuer: '' })
  const asked = { name: values.name.trim(), issuer: values.issuer.trim() }

  async function make() {
    await submit(async () => onMade((await addProvider(asked)).id))
  }

  return (
    <FormDialog
      title="Add an identity provider"
      action="Go on"
      busy={busy}
      disabled={!asked.name || !asked.issuer}
      onSubmit={make}
      onClose={onClose}
    >
      <SchemaForm {...tied} fields={NEW} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}

const providerFields = (provider: Schemas['SsoProvider'], makesAccounts: boolean, mayList: boolean): FormField[] => [
  { name: 'client_id', kind: 'text', label: 'Client id', maxLength: 300 },
  {
    name: 'client_secret',
    kind: 'password',
    label: 'Client secret',
    hint: provider.has_secret
      ? 'One is stored. Left blank it stays.'
      : 'Encrypted for this workspace; it cannot be read again.',
    maxLength: 1000,
  },
  NAME,
  { ...ISSUER, hint: 'After a change of issuer, sessions end and users link their accounts again.' },
  {
    name: 'makes_accounts',
    kind: 'boolean',
    label: 'Make accounts for people of a proven domain',
    hint: 'Without it, only users from a directory, and users who linked their account, can sign in.',
  },
  {
    name: 'default_role',
    kind: 'choice',
    label: 'Their role',
    isDisabled: !makesAccounts,
    options: [
      { value: 'viewer', label: 'Viewer' },
      { value: 'member', label: 'Member' },
      { value: 'editor', label: 'Editor' },
    ],
  },
  {
    name: 'enabled',
    kind: 'boolean',
    label: 'In use',
    hint: 'When it is off, no user can sign in by it, and the sessions that it began end.',
  },
  ...(mayList
    ? [
        {
          name: 'listed',
          kind: 'boolean',
          label: 'On the sign-in page for all users',
          hint: 'Else it is shown for addresses of a proven domain, and under the address of this workspace.',
        },
      ]
    : []),
]

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
  const { values, busy, submit, tied, words } = useForm({
    name: provider.name,
    issuer: provider.issuer,
    client_id: provider.client_id ?? '',
    client_secret: '',
    enabled: provider.enabled,
    listed: provider.listed,
    makes_accounts: provider.makes_accounts,
    default_role: provider.default_role,
  })

  async function save() {
    const { client_id, listed, default_role, ...rest } = values
    const body = {
      ...rest,
      default_role: default_role as typeof provider.default_role,
      client_id: client_id.trim() || null,
      ...(listed !== provider.listed && { listed }),
    }
    if (!(await submit(() => changeProvider(provider.id, body)))) return
    toast(`“${values.name}” was saved`)
    onClose()
  }

  return (
    <FormDialog
      size="lg"
      title={provider.name}
      about="Register an application for web sign-in (authorization code) there, with this redirect URI; then enter the client id and secret it gives you."
      action="Save"
      busy={busy}
      disabled={!values.name.trim()}
      onSubmit={save}
      onClose={onClose}
    >
      <CopyField label="Redirect URI" value={redirectUri} />
      <SchemaForm {...tied} fields={providerFields(provider, values.makes_accounts, me.data?.is_admin === true)} />
      <FormError>{words}</FormError>
    </FormDialog>
  )
}
