// How the requests of an HTTP column authenticate: a preset, and its secret.
import { Field, Input, Select } from '../../../ui/forms/field.tsx'
import type { AuthDraft, HttpDraft } from '../../columns/custom.shapes.ts'
import { type OfferedSecret, SecretPicker } from '../secrets/secret-picker.tsx'
import { hostOf } from './http-draft.logic.ts'

const KINDS: Record<AuthDraft['kind'], string> = {
  none: 'Nothing',
  bearer: 'Bearer token',
  header: 'Key in a header',
  query: 'Key in the address',
  basic: 'User and password (Basic)',
  oauth_client: 'OAuth client credentials',
}

interface Props {
  draft: HttpDraft
  offered: OfferedSecret | null
  onStored: () => void
  errors: Record<string, string>
  onChange: (draft: HttpDraft) => void
}

export function HttpAuthForm({ draft, offered, onStored, errors, onChange }: Props) {
  const { auth } = draft
  const put = (part: Partial<AuthDraft>) => onChange({ ...draft, auth: { ...auth, ...part } })
  // A client secret goes where tokens are minted, which may be another host than the one that is called.
  const host = hostOf(auth.kind === 'oauth_client' ? auth.token_url : draft.url)
  const text = (
    member: 'name' | 'prefix' | 'username' | 'token_url' | 'client_id' | 'scope',
    label: string,
    more: { placeholder?: string; hint?: string } = {},
  ) => (
    <Field label={label} hint={more.hint} error={errors[`auth.${member}`]}>
      <Input
        spellCheck={false}
        autoComplete="off"
        placeholder={more.placeholder}
        value={auth[member]}
        onChange={(event) => put({ [member]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="flex flex-col gap-3">
      <Field label="Authentication" error={errors.auth}>
        <Select value={auth.kind} onChange={(event) => put({ kind: event.target.value as AuthDraft['kind'] })}>
          {Object.entries(KINDS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {auth.kind === 'header' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {text('name', 'Header', { placeholder: 'X-Api-Key' })}
          {text('prefix', 'In front of the key', { placeholder: 'nothing' })}
        </div>
      )}
      {auth.kind === 'query' && text('name', 'Parameter', { placeholder: 'api_key' })}
      {auth.kind === 'basic' && text('username', 'User', { hint: 'May be blank where the API takes only a key.' })}
      {auth.kind === 'oauth_client' && (
        <>
          {text('token_url', 'Address of tokens', { placeholder: 'https://login.example.com/oauth/token' })}
          {text('client_id', 'Client id')}
          <div className="grid gap-3 sm:grid-cols-2">
            {text('scope', 'Scope', { placeholder: 'none' })}
            <Field label="Credentials in">
              <Select
                value={auth.credentials_in}
                onChange={(event) => put({ credentials_in: event.target.value as AuthDraft['credentials_in'] })}
              >
                <option value="body">the body</option>
                <option value="header">a header (Basic)</option>
              </Select>
            </Field>
          </div>
        </>
      )}
      {auth.kind !== 'none' && (
        <SecretPicker
          label={auth.kind === 'oauth_client' ? 'Client secret' : auth.kind === 'basic' ? 'Password or key' : 'Key'}
          hint={host ? `Sent to ${host} only, and masked in every trace.` : 'Masked in every trace.'}
          secret={auth.secret}
          addresses={[draft.url, auth.kind === 'oauth_client' ? auth.token_url : '']}
          offered={offered}
          onStored={onStored}
          error={errors['auth.secret']}
          onChange={(secret) => put({ secret })}
        />
      )}
    </div>
  )
}
