// A setting that names a secret, which goes to the addresses that other settings hold.
import { createContext, use } from 'react'
import type { SettingField } from '../../../ui/forms/schema-fields.logic.ts'
import type { PartProps } from '../../../ui/forms/schema-form.tsx'
import { type OfferedSecret, SecretPicker } from './secret-picker.tsx'

/** A secret that came with a pasted command, and what is done once it is stored. */
export const OfferedSecretContext = createContext<{ offered: OfferedSecret | null; onStored?: () => void }>({
  offered: null,
})

export function SecretSetting({ field, value, values, error, onChange }: PartProps<SettingField>) {
  const { name, label, hint, sentTo = '', isNeeded } = field
  const valueIn = (address: string) =>
    address.replace(/\{([\w.]+)\}/g, (_, other: string) => String(values[other] ?? ''))
  const addresses = sentTo.split(' ').map(valueIn)
  return (
    <div className="sm:col-span-2">
      <SecretPicker
        {...use(OfferedSecretContext)}
        label={label}
        {...(typeof hint === 'string' && { hint })}
        optional={!isNeeded}
        secret={value}
        addresses={addresses}
        error={error}
        onChange={(secret) => onChange({ ...values, [name]: secret })}
      />
    </div>
  )
}
