// Entering a secret, wherever that is done: its name, its value, which is never shown again, and storing both.
import { FormError } from '../../../ui/forms/form-error.tsx'
import { SchemaForm } from '../../../ui/forms/schema-form.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
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
  const { values, set, busy, submit, tied, fields, words, allWords } = useForm({
    name: begun.name,
    value: begun.value,
    hosts: begun.hosts.join('\n'),
    columns: begun.columns ?? null,
  })
  const { name, value, hosts, columns } = values
  return {
    name,
    value,
    hosts,
    columns,
    setColumns: (next: AllowedColumns) => set({ columns: next }),
    busy,
    tied,
    usedBy: begun.usedBy ?? [],
    isStored: begun.isStored ?? false,
    isWhole: name.trim() !== '' && (value.trim() !== '' || begun.isStored === true) && hosts.trim() !== '',
    error: fields.columns === undefined ? words : allWords,
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
  return (
    <>
      <SchemaForm
        {...entry.tied}
        fields={[
          ...(isNamed
            ? []
            : [{ name: 'name', kind: 'text', label: 'Name', hint: nameHint, maxLength: 60, placeholder: 'ACME_KEY' }]),
          {
            name: 'value',
            kind: 'password',
            label: 'Value',
            hint: valueHint,
            maxLength: 10_000,
            placeholder: entry.isStored ? 'Stored; leave blank to keep it' : undefined,
          },
          {
            name: 'hosts',
            kind: 'list',
            label: 'Allowed hosts',
            hint: 'One per line, such as api.example.com or *.example.com. It is sent nowhere else.',
          },
        ]}
      />
      {asksColumns && <SecretColumns columns={entry.columns} usedBy={entry.usedBy} onChange={entry.setColumns} />}
      <FormError>{entry.error}</FormError>
    </>
  )
}
