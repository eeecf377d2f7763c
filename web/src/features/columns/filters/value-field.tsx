// The other side of a comparison: a text, a number, a day, days ago, or values picked from those that are known.
import { useId, useState } from 'react'
import { counted } from '../../../ui/format.ts'
import { Input, Select } from '../../../ui/forms/field.tsx'
import { daysAgo, sayDaysAgo } from '../values/days-ago.logic.ts'
import type { FilterLeaf } from '../workbook.shapes.ts'
import { type FilterField, optionsOf, sortOf } from './fields.logic.ts'
import { needsValue } from './tree.logic.ts'
import { useKnownValues } from './use-known-values.ts'

interface Props {
  leaf: FilterLeaf
  fields: readonly FilterField[]
  onChange: (leaf: FilterLeaf) => void
}

interface Option {
  value: string
  label: string
}

const place = 'min-w-28 flex-1 basis-28'

export function ValueField(props: Props) {
  const { leaf, fields, onChange } = props
  const sort = sortOf(leaf, fields)
  const known = optionsOf(leaf, fields)
  if (!needsValue(leaf.op) || sort === 'tick') return null
  if (daysAgo(leaf.value) !== null) return <Days {...props} />
  const many = leaf.op === 'in' || leaf.op === 'not_in'
  if (known) return many ? <Picks {...props} options={known} /> : <OneOf {...props} options={known} />
  if (sort === 'text') return many ? <ManyTexts {...props} /> : <OneText {...props} />
  if (many) return <Typed {...props} />
  const day = sort === 'date' || sort === 'instant'
  return (
    <Input
      aria-label="Value"
      type={day ? 'date' : 'text'}
      inputMode={sort === 'number' ? 'decimal' : undefined}
      className={place}
      placeholder={sort === 'number' ? '0' : 'value'}
      value={textOf(leaf)}
      maxLength={1000}
      onChange={(event) => onChange({ ...leaf, value: event.target.value })}
    />
  )
}

const textOf = ({ value }: FilterLeaf) => (Array.isArray(value) ? '' : String(value ?? ''))
const listOf = ({ value }: FilterLeaf) => (Array.isArray(value) ? value.map(String) : [])

function Days({ leaf, onChange }: Props) {
  const days = daysAgo(leaf.value)
  const [typed, setTyped] = useState(String(days))
  return (
    <span className="flex w-28 items-center gap-1.5">
      <Input
        aria-label="Days"
        inputMode="numeric"
        className="w-16"
        maxLength={5}
        value={sayDaysAgo(typed) === leaf.value || sayDaysAgo(typed) === undefined ? typed : String(days)}
        onChange={(event) => {
          setTyped(event.target.value)
          const value = sayDaysAgo(event.target.value)
          if (value) onChange({ ...leaf, value })
        }}
      />
      <span className="text-ink-2 text-sm">{typed === '1' ? 'day' : 'days'}</span>
    </span>
  )
}

/** A text, with the values that are there offered while it is typed. */
function OneText({ leaf, onChange }: Props) {
  const id = useId()
  const isWhole = leaf.op === 'eq' || leaf.op === 'ne'
  const known = useKnownValues(leaf, isWhole && leaf.on !== 'run_id' ? textOf(leaf) : '', true)
  if (leaf.on === 'run_id' && isWhole) return <OneOf leaf={leaf} onChange={onChange} options={known} />
  return (
    <>
      <Input
        aria-label="Value"
        className={place}
        placeholder="value"
        list={id}
        autoComplete="off"
        value={textOf(leaf)}
        maxLength={1000}
        onChange={(event) => onChange({ ...leaf, value: event.target.value })}
      />
      <datalist id={id}>
        {known.map(({ value, rows }) => (
          <option key={value} value={value} label={counted(rows, 'row')} />
        ))}
      </datalist>
    </>
  )
}

/** Several texts, typed or picked from the most frequent ones. */
function ManyTexts(props: Props) {
  const known = useKnownValues(props.leaf, '', true)
  const isRun = props.leaf.on === 'run_id'
  return (
    <>
      {!isRun && <Typed {...props} />}
      {known.length > 0 && <Picks {...props} options={known} />}
    </>
  )
}

function Typed({ leaf, onChange }: Props) {
  return (
    <Input
      aria-label="Values, separated by commas"
      className={place}
      placeholder="one, two, three"
      value={listOf(leaf).join(', ')}
      onChange={(event) => {
        const { value } = event.target
        onChange({ ...leaf, value: value === '' ? [] : value.split(',').map((one) => one.trimStart()) })
      }}
    />
  )
}

function OneOf({ leaf, options, onChange }: Pick<Props, 'leaf' | 'onChange'> & { options: readonly Option[] }) {
  const text = textOf(leaf)
  return (
    <Select
      aria-label="Value"
      className={place}
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

function Picks({ leaf, options, onChange }: Props & { options: readonly Option[] }) {
  const list = listOf(leaf).filter((one) => one !== '')
  const isOn = (value: string) => list.some((one) => one.toLowerCase() === value.toLowerCase())
  const without = (value: string) => list.filter((one) => one.toLowerCase() !== value.toLowerCase())
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
    <div role="group" aria-label="Values" className="order-last flex min-w-0 basis-full flex-wrap gap-1 py-0.5">
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={isOn(value)}
          onClick={() => onChange({ ...leaf, value: isOn(value) ? without(value) : [...list, value] })}
          className={`h-6 max-w-60 truncate rounded-sm border px-1.5 text-xs pointer-coarse:h-9 ${isOn(value) ? 'border-accent bg-accent-soft text-accent-ink' : 'text-ink-2 hover:bg-hover'}`}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
