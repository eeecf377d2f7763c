// One step of a waterfall: its provider, price and input columns, and what three rows would send.
import { ArrowDown, ArrowUp, ChevronRight, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Column, Schemas } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Switch } from '../../../ui/forms/field.tsx'
import { priceWords } from '../../columns/catalogue.logic.ts'
import { soleReference } from '../../columns/template.logic.ts'
import type { Provider, Step } from '../../columns/workbook.shapes.ts'
import { missingInputs, usableWords } from './binding.logic.ts'
import { InputBinding } from './input-binding.tsx'
import { figureWords, type OrderAdvice } from './order-advice.logic.ts'
import { AcceptFields, VerifierField } from './rule-fields.tsx'
import { StepState } from './step-state.tsx'

interface Props {
  workbookId: string
  step: Step
  /** Undefined when the lookup is not in the catalog any more. */
  provider: Provider | undefined
  place: { index: number; count: number }
  columns: Column[]
  samples: GridRow[]
  /** What the server suggests for its inputs, with the rows that can be asked. */
  suggested?: Schemas['SuggestedInputs'] | undefined
  /** The lookups that could check its answers; null where a step has no rules of its own. */
  verifiers: { provider: Provider; input: string }[] | null
  /** What it did on the rows asked last. */
  figures?: OrderAdvice | undefined
  onChange: (step: Step) => void
  onRemove?: (() => void) | undefined
  onMove: (to: number) => void
  onGrab: (event: PointerEvent<HTMLElement>) => void
  dragged: boolean
}

const quiet = 'rounded-sm hover:text-ink hover:underline'

export function StepCard({
  workbookId,
  step,
  provider,
  place,
  columns,
  samples,
  suggested,
  verifiers,
  figures,
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
  // A bound step, one of many, stays folded until opened.
  const [opened, setOpened] = useState(count === 1 || missing.length > 0)
  const open = opened || missing.length > 0 || provider?.inputs.length === 0
  const [rules, setRules] = useState(false)
  const hasRules = rules || step.accept !== undefined || step.verify !== undefined
  // Inputs that are neither needed nor in use stay hidden until the user opens them.
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
          {provider && (
            <span className="flex flex-wrap gap-x-2 text-ink-3 text-xs">
              <StepState provider={provider} />
              <span>{priceWords(provider)}</span>
              {figures && figures.asked > 0 && <span>{figureWords(figures)}</span>}
              {missing.length > 0 && on && <span className="text-warn">Needs {missing.join(', ').toLowerCase()}</span>}
            </span>
          )}
        </span>
        {!provider && <Badge tone="bad">Not in the catalog</Badge>}
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
      {on && provider && !open && (
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setOpened(true)}
          className="flex w-full items-center gap-1.5 rounded-b-md border-t px-2 py-1.5 text-left text-ink-3 text-xs hover:bg-hover"
        >
          <ChevronRight aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate" dir="auto">
            <span className="sr-only">Show the inputs of {name}: </span>
            {boundWords(step)}
          </span>
        </button>
      )}
      {on && provider && open && provider.inputs.length > 0 && (
        <div className="flex flex-col gap-2.5 border-t px-3 py-2.5">
          {shown.map((input) => (
            <InputBinding
              key={input.name}
              workbookId={workbookId}
              input={input}
              template={step.inputs[input.name] ?? ''}
              columns={columns}
              samples={samples}
              usable={usableWords(suggested, step.provider, input.name, step.inputs[input.name] ?? '')}
              onChange={(template) => {
                const { [input.name]: _, ...rest } = step.inputs
                onChange({ ...step, inputs: template === null ? rest : { ...rest, [input.name]: template } })
              }}
            />
          ))}
          {count > 1 || hidden > 0 ? (
            <p className="flex gap-4 text-ink-3 text-sm">
              {hidden > 0 && (
                <button type="button" onClick={() => setMore(true)} className={quiet}>
                  {counted(hidden, 'more input')}
                </button>
              )}
              {verifiers && count > 1 && !hasRules && (
                <button type="button" onClick={() => setRules(true)} className={quiet}>
                  Rules of its own
                </button>
              )}
              {count > 1 && missing.length === 0 && (
                <button type="button" onClick={() => setOpened(false)} className={`ml-auto ${quiet}`}>
                  Fold
                </button>
              )}
            </p>
          ) : null}
          {verifiers && hasRules && <StepRules step={step} verifiers={verifiers} onChange={onChange} />}
        </div>
      )}
    </li>
  )
}

function StepRules({
  step,
  verifiers,
  onChange,
}: Pick<Props, 'step' | 'onChange'> & Pick<{ verifiers: NonNullable<Props['verifiers']> }, 'verifiers'>) {
  return (
    <div className="flex flex-col gap-2.5 border-t pt-2.5">
      <AcceptFields
        ofStep
        label="Accept its answer when"
        accept={step.accept}
        onChange={(accept) => {
          const { accept: _, ...rest } = step
          onChange(accept ? { ...rest, accept } : rest)
        }}
      />
      {(verifiers.length > 0 || step.verify) && (
        <VerifierField
          ofStep
          label="Verifier of its answer"
          verify={step.verify}
          verifiers={verifiers}
          onChange={(verify) => {
            const { verify: _, ...rest } = step
            onChange(verify ? { ...rest, verify } : rest)
          }}
        />
      )}
    </div>
  )
}

/** "Domain, First name and rules of its own": what a folded step works with. */
function boundWords({ inputs, accept, verify }: Step): string {
  const templates = Object.values(inputs).filter((template) => template.trim() !== '')
  const from = templates.map((template) => soleReference(template) ?? template.trim()).join(', ')
  return [from && `With ${from}`, (accept || verify) && 'by rules of its own'].filter(Boolean).join(', ')
}
