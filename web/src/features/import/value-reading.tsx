// How the values of one file column are read: the order of dates, the decimal sign, what happens to values that do not fit.
import type { InputType, Schemas, UnparsedPolicy } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { Select } from '../../ui/forms/field.tsx'
import type { ValueManners } from './import.logic.ts'

type Manner = NonNullable<ReturnType<ValueManners['get']>>

interface Props {
  column: Schemas['ImportColumn']
  type: InputType | null
  value: Manner
  onChange: (manner: Manner) => void
}

const numeric = new Set<InputType | null>(['number', 'currency', 'percent'])
const plain = new Set<InputType | null>(['text', 'long_text', 'select', 'multi_select', null])

export function ValueReading({ column, type, value, onChange }: Props) {
  const asksDate = (type === 'date' || type === 'datetime') && column.date_order !== null
  const asksDecimal = numeric.has(type) && column.decimal !== null
  const invalidValues = !plain.has(type) && column.unparsed.count > 0
  if (!asksDate && !asksDecimal && !invalidValues) return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
      {asksDate && (
        <Select
          aria-label={`Order of the dates in ${column.name}`}
          aria-invalid={(column.date_order === 'ambiguous' && !value.date_order) || undefined}
          value={value.date_order ?? (column.date_order === 'ambiguous' ? '' : (column.date_order ?? ''))}
          onChange={(event) => onChange({ ...value, date_order: event.target.value as 'dmy' | 'mdy' })}
        >
          {column.date_order === 'ambiguous' && !value.date_order && <option value="">Day or month first?</option>}
          <option value="dmy">Day first: 31/12/2026</option>
          <option value="mdy">Month first: 12/31/2026</option>
        </Select>
      )}
      {asksDecimal && (
        <Select
          aria-label={`Decimal sign of ${column.name}`}
          aria-invalid={(column.decimal === 'ambiguous' && !value.decimal) || undefined}
          value={value.decimal ?? (column.decimal === 'ambiguous' ? '' : (column.decimal ?? '.'))}
          onChange={(event) => onChange({ ...value, decimal: event.target.value as '.' | ',' })}
        >
          {column.decimal === 'ambiguous' && !value.decimal && <option value="">Thousands or decimals?</option>}
          <option value=".">1,234.56</option>
          <option value=",">1.234,56</option>
        </Select>
      )}
      {invalidValues && (
        <>
          <span className="text-ink-3" title={column.unparsed.examples.join('\n')}>
            {counted(column.unparsed.count, 'value')} like “{column.unparsed.examples[0]}” will
          </span>
          <Select
            aria-label={`Values of ${column.name} that do not fit`}
            value={value.unparsed ?? 'keep'}
            onChange={(event) => onChange({ ...value, unparsed: event.target.value as UnparsedPolicy })}
          >
            <option value="keep">stay as text</option>
            <option value="blank">be left blank</option>
            <option value="reject">refuse the row</option>
          </Select>
        </>
      )}
    </div>
  )
}
