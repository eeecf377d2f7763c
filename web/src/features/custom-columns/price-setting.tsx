// A price in US dollars, or that it is not known.
import { Field, Input, Switch } from '../../ui/forms/field.tsx'
import type { PartProps } from '../../ui/forms/schema-form.tsx'

export function PriceSetting({ field: { name, label, hint }, value, values, error, onChange }: PartProps) {
  const isUnknown = value === 'unknown'
  const set = (price: string) => onChange({ ...values, [name]: price })
  return (
    <div className="flex flex-col gap-4 sm:col-span-2">
      <Switch
        label="The price is not known"
        hint="It runs only where the budgets allow unknown prices. Enter in the ledger what it cost."
        checked={isUnknown}
        onChange={(on) => set(on ? 'unknown' : '')}
      />
      <Field label={label} hint={hint} error={error}>
        <Input
          inputMode="decimal"
          className="tabular-nums"
          placeholder={isUnknown ? 'not known' : '0'}
          value={isUnknown ? '' : value}
          onChange={(event) => set(event.target.value)}
        />
      </Field>
    </div>
  )
}
