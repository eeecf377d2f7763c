// The form of a column that asks providers: its name, the steps in order, when an answer is good enough, and which rows run.
import { Plus } from 'lucide-react'
import type { Column } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/grid.types.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { priceWords } from '../column/catalogue.logic.ts'
import { outputTypes } from '../column/columns.logic.ts'
import { useDragOrder } from '../column/use-drag-order.ts'
import type { Accept, Filter, Provider, Step } from '../workbook.shapes.ts'
import { bindStep } from './binding.logic.ts'
import type { Conditions } from './condition.logic.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { StepCard } from './step-card.tsx'

export interface WaterfallDraft {
  kind: 'waterfall' | 'enrichment'
  name: string
  output: string
  steps: Step[]
  accept: Accept
  /** Null while the stored condition is deeper than the builder. */
  conditions: Conditions | null
  deep: Filter | null
}

interface Props {
  draft: WaterfallDraft
  onChange: (draft: WaterfallDraft) => void
  providers: Provider[]
  /** Columns that may be referred to: all but the one being edited. */
  columns: Column[]
  samples: GridRow[]
  nameError?: string | undefined
}

export function WaterfallForm({ draft, onChange, providers, columns, samples, nameError }: Props) {
  const { steps } = draft
  const setSteps = (next: Step[]) => onChange({ ...draft, steps: next })
  const move = (from: number, to: number) => {
    const moved = steps[from]
    if (!moved || to < 0 || to >= steps.length) return
    const rest = steps.filter((_, index) => index !== from)
    setSteps([...rest.slice(0, to), moved, ...rest.slice(to)])
  }
  const { dragged, grab } = useDragOrder(move)
  const others = providers.filter(
    (one) =>
      one.outputs.some((output) => output.field === draft.output) && !steps.some((step) => step.provider === one.id),
  )
  const min = draft.accept.kind === 'confidence' ? draft.accept.min : 0.8
  return (
    <div className="flex flex-col gap-6">
      <Field label="Name" error={nameError}>
        <Input
          dir="auto"
          maxLength={200}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </Field>
      <section aria-label="Providers">
        <h3 className="font-medium text-ink-2 text-sm">{steps.length > 1 ? 'Ask in this order' : 'Ask'}</h3>
        {steps.length > 1 && (
          <p className="mb-2 text-ink-3 text-xs">
            The next one is asked only when the ones before it had no good answer.
          </p>
        )}
        <ol className="mt-1.5 flex flex-col gap-2">
          {steps.map((step, index) => (
            <StepCard
              key={step.id ?? `${step.provider}`}
              step={step}
              provider={providers.find((one) => one.id === step.provider)}
              place={{ index, count: steps.length }}
              columns={columns}
              samples={samples}
              dragged={dragged === index}
              onChange={(next) => setSteps(steps.map((one, at) => (at === index ? next : one)))}
              onRemove={steps.length > 1 ? () => setSteps(steps.filter((_, at) => at !== index)) : undefined}
              onMove={(to) => move(index, to)}
              onGrab={(event) => grab(event, index)}
            />
          ))}
        </ol>
        {draft.kind === 'waterfall' && others.length > 0 && (
          <div className="mt-2">
            <Menu
              trigger={
                <Button size="sm" look="quiet" icon={Plus}>
                  Add a provider
                </Button>
              }
              items={others.map((provider) => ({
                label: provider.label,
                hint: priceWords(provider),
                onSelect: () => setSteps([...steps, bindStep(provider, columns, outputTypes(providers))]),
              }))}
            />
          </div>
        )}
      </section>
      <Field
        label="Accept an answer when"
        hint="The best answer that is not good enough is kept and marked unverified."
      >
        <Select
          value={draft.accept.kind}
          onChange={(event) => {
            const kind = event.target.value as Accept['kind']
            onChange({ ...draft, accept: kind === 'confidence' ? { kind, min } : { kind } })
          }}
        >
          <option value="any">there is any value</option>
          <option value="verified">it is verified</option>
          <option value="confidence">its confidence is high enough</option>
        </Select>
      </Field>
      {draft.accept.kind === 'confidence' && (
        <Field label={`Confidence at least ${Math.round(min * 100)}%`}>
          <input
            type="range"
            aria-label="Least confidence in percent"
            min={5}
            max={100}
            step={5}
            value={Math.round(min * 100)}
            onChange={(event) =>
              onChange({ ...draft, accept: { kind: 'confidence', min: Number(event.target.value) / 100 } })
            }
            className="w-full accent-accent"
          />
        </Field>
      )}
      <section aria-label="Run condition">
        <h3 className="mb-1.5 font-medium text-ink-2 text-sm">Run only when</h3>
        <ConditionBuilder
          columns={columns}
          conditions={draft.conditions}
          deep={draft.deep}
          onChange={(conditions) => onChange({ ...draft, conditions })}
          onReplaceDeep={() => onChange({ ...draft, deep: null, conditions: { join: 'and', rows: [] } })}
        />
      </section>
    </div>
  )
}
