// One step of a waterfall: who is asked, at what price, with which columns, and what three rows would send.
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/display.logic.ts'
import { cellOf, type GridRow } from '../../../grid/grid.types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Field, Input, Select, Switch } from '../../../ui/field.tsx'
import { counted } from '../../../ui/format.ts'
import { priceWords } from '../column/catalogue.logic.ts'
import { isComputed } from '../column/columns.logic.ts'
import type { Provider, ProviderInput, Step } from '../workbook.shapes.ts'
import { missingInputs } from './binding.logic.ts'
import { atPath, reference, resolve, sampleOf, soleReference } from './template.logic.ts'

interface Props {
  step: Step
  /** Undefined when the lookup is not in the catalogue any more. */
  provider: Provider | undefined
  place: { index: number; count: number }
  columns: Column[]
  samples: GridRow[]
  onChange: (step: Step) => void
  onRemove?: (() => void) | undefined
  onMove: (to: number) => void
  onGrab: (event: PointerEvent<HTMLElement>) => void
  dragged: boolean
}

const TEXT = 'text'

export function StepCard({
  step,
  provider,
  place,
  columns,
  samples,
  onChange,
  onRemove,
  onMove,
  onGrab,
  dragged,
}: Props) {
  const { index, count } = place
  const name = provider?.label ?? step.provider
  const on = step.enabled !== false
  const missing = provider ? missingInputs(provider, step.inputs) : []

  const [first] = useState(() => new Set(Object.keys(step.inputs)))
  const [more, setMore] = useState(false)
  // Inputs that are neither needed nor in use stay out of the way until they are asked for.
  const grouped = new Set(missing.length > 0 ? provider?.one_of.flat() : [])
  const plain = provider?.inputs.filter((one) => one.required || first.has(one.name) || grouped.has(one.name)) ?? []
  const shown = more || plain.length === 0 ? (provider?.inputs ?? []) : plain
  const hidden = (provider?.inputs.length ?? 0) - shown.length

  function press(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    onMove(index + by)
  }

  return (
    <li className={`rounded-md border bg-surface ${dragged ? 'border-accent shadow-lift' : ''}`} data-step={index}>
      <div className="flex items-center gap-1.5 py-1.5 pr-1.5 pl-1">
        {count > 1 && (
          <button
            type="button"
            aria-label={`Move ${name}, step ${index + 1} of ${count}. Arrow up and down move it.`}
            onKeyDown={press}
            onPointerDown={onGrab}
            className="flex h-8 w-5 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-3 hover:bg-hover active:cursor-grabbing"
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        )}
        <span className={`min-w-0 flex-1 ${count > 1 ? '' : 'pl-2'}`}>
          <span className={`block truncate font-medium ${on ? '' : 'text-ink-3 line-through'}`}>
            {count > 1 ? `${index + 1}. ` : ''}
            {name}
          </span>
          {provider && <span className="block truncate text-ink-3 text-xs">{priceWords(provider)}</span>}
        </span>
        {!provider && <Badge tone="bad">Not in the catalogue</Badge>}
        {provider?.practises && <Badge tone="warn">Practice</Badge>}
        {provider && !provider.ready && <Badge tone="warn">Needs a key</Badge>}
        {missing.length > 0 && on && <Badge tone="warn">Needs {missing.join(', ').toLowerCase()}</Badge>}
        {count > 1 && (
          <span className="hidden items-center sm:flex">
            <IconButton
              size="sm"
              icon={ArrowUp}
              label="Earlier"
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label="Later"
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            />
          </span>
        )}
        {count > 1 && (
          <Switch bare label={`Ask ${name}`} checked={on} onChange={(enabled) => onChange({ ...step, enabled })} />
        )}
        {onRemove && <IconButton size="sm" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />}
      </div>
      {on && provider && provider.inputs.length > 0 && (
        <div className="flex flex-col gap-2.5 border-t px-3 py-2.5">
          {shown.map((input) => (
            <InputBinding
              key={input.name}
              input={input}
              template={step.inputs[input.name] ?? ''}
              columns={columns}
              samples={samples}
              onChange={(template) => {
                const { [input.name]: _, ...rest } = step.inputs
                onChange({ ...step, inputs: template === null ? rest : { ...rest, [input.name]: template } })
              }}
            />
          ))}
          {hidden > 0 && (
            <button
              type="button"
              onClick={() => setMore(true)}
              className="self-start rounded-sm text-ink-3 text-sm hover:text-ink hover:underline"
            >
              {counted(hidden, 'more input')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

interface BindingProps {
  input: ProviderInput
  template: string
  columns: Column[]
  samples: GridRow[]
  /** Null leaves the input unbound. */
  onChange: (template: string | null) => void
}

function InputBinding({ input, template, columns, samples, onChange }: BindingProps) {
  const sole = soleReference(template)
  const bound = sole === null ? undefined : columns.find((one) => one.name.toLowerCase() === sole.toLowerCase())
  const asText = template !== '' && !bound
  const sampled = samples.map((row) => sampleFor(template, columns, row))
  return (
    <div>
      <Field label={`${input.label}${input.required ? '' : ' (optional)'}`}>
        <Select
          value={bound ? bound.id : asText ? TEXT : ''}
          onChange={(event) => {
            const column = columns.find((one) => one.id === event.target.value)
            if (column) onChange(reference(column.name))
            else onChange(event.target.value === TEXT ? template || ' ' : null)
          }}
        >
          <option value="">{input.required ? 'Choose a column' : 'Not used'}</option>
          {columns.map((column) => (
            <option key={column.id} value={column.id}>
              {column.name}
            </option>
          ))}
          <option value={TEXT}>Text with {'{{Column}}'} references</option>
        </Select>
      </Field>
      {asText && (
        <Input
          aria-label={`Text for ${input.label}`}
          className="mt-1.5"
          dir="auto"
          placeholder="https://{{Domain}}/about"
          value={template.trimStart()}
          onChange={(event) => onChange(event.target.value || ' ')}
        />
      )}
      {template.trim() !== '' && samples.length > 0 && (
        <p className="mt-1 truncate text-ink-3 text-xs" dir="auto">
          {sampled.map((text) => (text === '' ? '(blank)' : text)).join(' · ')}
        </p>
      )}
      {template.trim() === '' && input.help && <p className="mt-1 text-ink-3 text-xs">{input.help}</p>}
    </div>
  )
}

function sampleFor(template: string, columns: Column[], row: GridRow): string {
  return sampleOf(template, (ref) => {
    const meant = resolve(ref, columns)
    if (!meant) return ''
    const cell = cellOf(row, { id: meant.column.id, computed: isComputed(meant.column) })
    return rawText(atPath(cell.value, meant.path))
  }).trim()
}
