// The other side of a comparison: a text, a number, a day, or values picked from those that are known.
import { Input, Select } from '../../../ui/field.tsx'
import type { FilterLeaf } from '../workbook.shapes.ts'
import { type Field, optionsOf, sortOf } from './fields.logic.ts'
import { needsValue } from './tree.logic.ts'

interface Props {
  leaf: FilterLeaf
  fields: readonly Field[]
  onChange: (leaf: FilterLeaf) => void
}

export function ValueField({ leaf, fields, onChange }: Props) {
  const sort = sortOf(leaf, fields)
  if (!needsValue(leaf.op) || sort === 'tick') return null
  const options = optionsOf(leaf, fields)
  const many = leaf.op === 'in' || leaf.op === 'not_in'
  const list = Array.isArray(leaf.value) ? leaf.value.map(String) : []
  if (options && many) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
      <div role="group" aria-label="Values" className="flex min-w-0 basis-full flex-wrap gap-1 py-0.5">
        {options.map(({ value, label }) => {
          const on = list.includes(value)
          return (
            <button
              key={value}
              type="button"
              aria-pressed={on}
              onClick={() => onChange({ ...leaf, value: on ? list.filter((one) => one !== value) : [...list, value] })}
              className={`h-6 rounded-sm border px-1.5 text-xs pointer-coarse:h-9 ${on ? 'border-accent bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-hover'}`}
            >
              {label}
            </button>
          )
        })}
      </div>
    )
  }
  const text = String(leaf.value ?? '')
  if (options) {
    return (
      <Select
        aria-label="Value"
        className="min-w-28 flex-1 basis-28"
        value={text}
        onChange={(event) => onChange({ ...leaf, value: event.target.value })}
      >
        <option value="">Choose</option>
        {!options.some((one) => one.value === text) && text !== '' && <option value={text}>{text}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )
  }
  if (many) {
    return (
      <Input
        aria-label="Values, separated by commas"
        className="min-w-28 flex-1 basis-28"
        placeholder="one, two, three"
        value={list.join(', ')}
        onChange={(event) =>
          onChange({
            ...leaf,
            value: event.target.value === '' ? [] : event.target.value.split(',').map((one) => one.trimStart()),
          })
        }
      />
    )
  }
  const day = sort === 'date' || sort === 'instant'
  return (
    <Input
      aria-label="Value"
      type={day ? 'date' : 'text'}
      inputMode={sort === 'number' ? 'decimal' : undefined}
      className="min-w-28 flex-1 basis-28"
      placeholder={sort === 'number' ? '0' : 'value'}
      value={text}
      maxLength={1000}
      onChange={(event) => onChange({ ...leaf, value: event.target.value })}
    />
  )
}
