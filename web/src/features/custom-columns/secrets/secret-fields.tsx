// Entering a secret, wherever that is done: its name, its value, which is never shown again, and storing both.
import { useState } from 'react'
import { Field, Input, Textarea } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { Secret } from '../../columns/custom.shapes.ts'
import { putSecret } from '../custom.queries.ts'
import { type AllowedColumns, SecretColumns } from './secret-columns.tsx'

interface Begun {
  name: string
  value: string
  hosts: readonly string[]
  /** Null: every column may use it. */
  columns?: AllowedColumns
  usedBy?: Secret['used_by']
  /** The value that is stored may stay. */
  isStored?: boolean
}

export function useSecretEntry(begun: Begun) {
  const [name, setName] = useState(begun.name)
  const [value, setValue] = useState(begun.value)
  const [hosts, setHosts] = useState(begun.hosts.join('\n'))
  const [columns, setColumns] = useState(begun.columns ?? null)
  const { busy, submit, fields, words } = useSubmit()
  return {
    name,
    setName,
    value,
    setValue,
    hosts,
    setHosts,
    columns,
    setColumns,
    busy,
    fields,
    usedBy: begun.usedBy ?? [],
    isStored: begun.isStored ?? false,
    isWhole: name.trim() !== '' && (value.trim() !== '' || begun.isStored === true) && hosts.trim() !== '',
    error: fields.name || fields.value || fields.hosts ? null : words,
    /** The name under which it is stored; null when it was refused. */
    async store(): Promise<string | null> {
      const change = {
        hosts: hosts.split(/[\s,]+/).filter((host) => host !== ''),
        // Without that choice it stays as it is.
        ...(begun.columns !== undefined && { columns }),
        ...(value.trim() !== '' && { value }),
      }
      if (!(await submit(() => putSecret(name.trim(), change)))) return null
      toast(`The secret ${name.trim()} is stored`, { tone: 'good' })
      return name.trim()
    },
  }
}

interface Props {
  entry: ReturnType<typeof useSecretEntry>
  /** Its name is settled: only the value is replaced. */
  isNamed?: boolean
  nameHint?: string | undefined
  valueHint?: string | undefined
  /** Whether the form lets the user limit the columns that may use it; else every column may. */
  asksColumns?: boolean
}

export function SecretFields({ entry, isNamed = false, nameHint, valueHint, asksColumns = false }: Props) {
  const { name, setName, value, setValue, hosts, setHosts, fields, error, isStored } = entry
  return (
    <>
      {!isNamed && (
        <Field label="Name" error={fields.name} hint={nameHint}>
          <Input
            spellCheck={false}
            autoComplete="off"
            maxLength={60}
            placeholder="ACME_KEY"
            className="font-mono text-sm"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      <Field label="Value" error={fields.value} hint={valueHint}>
        <Input
          type="password"
          autoComplete="new-password"
          data-1p-ignore
          maxLength={10_000}
          {...(isStored && { placeholder: 'Stored; leave blank to keep it' })}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Field
        label="Allowed hosts"
        error={fields.hosts}
        hint="One per line, such as api.example.com or *.example.com. It is sent nowhere else."
      >
        <Textarea
          rows={2}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-sm"
          value={hosts}
          onChange={(event) => setHosts(event.target.value)}
        />
      </Field>
      {asksColumns && <SecretColumns columns={entry.columns} usedBy={entry.usedBy} onChange={entry.setColumns} />}
      <FormError>{error}</FormError>
    </>
  )
}
