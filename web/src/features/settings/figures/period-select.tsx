// Over how many of the last days figures are shown.

import { counted } from '../../../ui/format.ts'
import { Field, Select } from '../../../ui/forms/field.tsx'

const periods = [7, 30, 90, 365]

export function PeriodSelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <Field label="Period" hideLabel>
      <Select value={days} onChange={(event) => onChange(Number(event.target.value))}>
        {periods.map((one) => (
          <option key={one} value={one}>
            Last {counted(one, 'day')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
