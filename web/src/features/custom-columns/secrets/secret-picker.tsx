// The secret that a column names: chosen among those of the workspace, or entered in place. Its value is never shown again.
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { secretsQuery } from '../custom.queries.ts'
import { SecretFields, useSecretEntry } from './secret-fields.tsx'

/** A secret that came with a pasted command and waits to be stored; it lives in the form only as long as the form is open. */
export interface OfferedSecret {
  name: string
  value: string
}

interface Props {
  label: string
  hint?: string
  secret: string
  onChange: (secret: string) => void
  optional?: boolean
  /** Addresses that the column sends it to: where a new secret is allowed to go, unless it is changed. */
  addresses: readonly string[]
  offered?: OfferedSecret | null
  onStored?: () => void
  error?: string | undefined
}

const NEW = ' new'

function hostsOf(addresses: readonly string[]): string[] {
  const hosts = addresses.flatMap((address) => {
    const origin = /^https?:\/\/[^/?#\s{}]+/i.exec(address.trim())?.[0]
    return origin && URL.canParse(origin) ? [new URL(origin).host] : []
  })
  return [...new Set(hosts)]
}

export function SecretPicker({ label, hint, secret, onChange, optional, addresses, offered, onStored, error }: Props) {
  const workspace = useWorkspace()
  const secrets = useQuery(secretsQuery())
  const [adding, setAdding] = useState(false)
  const mayAdd = roleReaches(workspace.role, 'admin')
  const names = (secrets.data ?? []).map((one) => one.name)
  const isAdding = mayAdd && (adding || (offered !== null && offered !== undefined))
  const gone = secret !== '' && secrets.isSuccess && !names.includes(secret)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        hint={mayAdd ? hint : `${hint ?? ''} Secrets are entered by an admin, under Settings.`.trim()}
        error={error ?? (gone && !isAdding ? 'This secret is not there any more. Choose another one.' : undefined)}
      >
        <Select
          value={isAdding ? NEW : secret}
          onChange={(event) => {
            setAdding(event.target.value === NEW)
            if (event.target.value !== NEW) {
              onChange(event.target.value)
              onStored?.()
            }
          }}
        >
          <option value="">{optional ? 'None' : 'Choose a secret'}</option>
          {gone && <option value={secret}>{secret} (missing)</option>}
          {(secrets.data ?? []).map(({ name, columns }) => (
            <option key={name} value={name}>
              {columns === null ? name : `${name} (for certain columns only)`}
            </option>
          ))}
          {mayAdd && <option value={NEW}>New secret…</option>}
        </Select>
      </Field>
      {isAdding && (
        <NewSecret
          key={offered?.name}
          hosts={hostsOf(addresses)}
          offered={offered ?? null}
          taken={names}
          onDone={(name) => {
            setAdding(false)
            if (name) onChange(name)
            onStored?.()
          }}
        />
      )}
    </div>
  )
}

interface NewProps {
  hosts: readonly string[]
  offered: OfferedSecret | null
  taken: readonly string[]
  onDone: (name: string | null) => void
}

function NewSecret({ hosts, offered, taken, onDone }: NewProps) {
  const entry = useSecretEntry({ name: offered?.name ?? '', value: offered?.value ?? '', hosts })
  const replaces = taken.includes(entry.name.trim())
  // The form may have been changed while the secret was being stored.
  const told = useRef(onDone)
  useEffect(() => {
    told.current = onDone
  })
  async function store() {
    const name = await entry.store()
    if (name) told.current(name)
  }
  return (
    <fieldset className="flex flex-col gap-2.5 rounded-md border bg-canvas px-3 pt-2 pb-3">
      <legend className="sr-only">New secret</legend>
      {offered && (
        <p className="text-ink-2 text-sm">
          The command contains a key. Stored as a secret, it is encrypted, masked in every trace, and cannot be read
          again.
        </p>
      )}
      <SecretFields
        entry={entry}
        nameHint={replaces ? 'There is one of this name; its value will be replaced.' : undefined}
      />
      <div className="flex gap-2">
        <Button size="sm" icon={KeyRound} busy={entry.busy} disabled={!entry.isWhole} onClick={() => void store()}>
          {replaces ? 'Replace the secret' : 'Store the secret'}
        </Button>
        <Button size="sm" look="quiet" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
