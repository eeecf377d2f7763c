// Entering a secret, wherever that is done: its name, its value, which is never shown again, and storing both.
import { useState } from 'react'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { putSecret } from './made.queries.ts'

export function useSecretEntry(begun: { name: string; value: string }) {
  const [name, setName] = useState(begun.name)
  const [value, setValue] = useState(begun.value)
  const { busy, submit, fields, words } = useSubmit()
  return {
    ...{ name, setName, value, setValue, busy, fields },
    isWhole: name.trim() !== '' && value.trim() !== '',
    error: fields.name || fields.value ? null : words,
    /** The name under which it is stored; null when it was refused. */
    async store(): Promise<string | null> {
      if (!(await submit(() => putSecret(name.trim(), value)))) return null
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
}

export function SecretFields({ entry, isNamed = false, nameHint, valueHint }: Props) {
  const { name, setName, value, setValue, fields, error } = entry
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
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <FormError>{error}</FormError>
    </>
  )
}
