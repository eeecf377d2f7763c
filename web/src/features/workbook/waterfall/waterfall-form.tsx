// The form of a column that calls providers: its name, the steps in order, the stop rule, and which rows run.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Column } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/grid.types.ts'
import { arrayMove } from '../../../ui/array-move.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { priceWords } from '../../columns/catalogue.logic.ts'
import { RunCondition } from '../../columns/formulas/run-condition.tsx'
import { NameField } from '../../columns/name-field.tsx'
import { useDragOrder } from '../../columns/use-drag-order.ts'
import { suggestedInputsQuery } from '../../columns/workbook.queries.ts'
import type { Provider, Step } from '../../columns/workbook.shapes.ts'
import { bindStep } from './binding.logic.ts'
import { verifiersFor } from './how.logic.ts'
import { HowSettings } from './how-settings.tsx'
import { idOfStep } from './order-advice.logic.ts'
import { OrderAdvice, useOrderAdvice } from './order-advice.tsx'
import { StepCard } from './step-card.tsx'
import type { WaterfallDraft } from './waterfall-draft.ts'

const ORDER_WORDS = {
  stop: 'The next one is called only when the ones before it had no good answer.',
  merge: 'The next one is called only for fields that are still missing.',
  cross_check: 'The next one is called until enough of them agree.',
}

interface Props {
  workbookId: string
  /** As it is stored. */
  column: Column | undefined
  draft: WaterfallDraft
  onChange: (draft: WaterfallDraft) => void
  providers: Provider[]
  /** Columns that may be referred to: all but the one being edited. */
  columns: Column[]
  samples: GridRow[]
  nameError?: string | undefined
}

export function WaterfallForm({ workbookId, column, draft, onChange, providers, columns, samples, nameError }: Props) {
  const { steps } = draft
  const setSteps = (next: Step[]) => onChange({ ...draft, steps: next })
  const move = (from: number, to: number) => setSteps(arrayMove(steps, from, to))
  const { dragged, grab } = useDragOrder(move)
  const wanted = draft.how.mode === 'merge' ? [draft.output, ...draft.how.fields] : [draft.output]
  const others = providers.filter(
    (one) => one.outputs.some(({ field }) => wanted.includes(field)) && !steps.some((step) => step.provider === one.id),
  )
  const suggested = useQuery(suggestedInputsQuery(workbookId, column?.id)).data
  const verifiers = verifiersFor(draft.output, providers)
  const advice = useOrderAdvice(workbookId, column, draft)
  const figuresOf = (step: Step) => advice?.steps.find(({ step_id }) => step_id === idOfStep(step))
  return (
    <div className="flex flex-col gap-6">
      <NameField draft={draft} error={nameError} onChange={onChange} />
      <section aria-label="Providers">
        <h3 className="font-medium text-ink-2 text-sm">{steps.length > 1 ? 'Ask in this order' : 'Ask'}</h3>
        {steps.length > 1 && <p className="mb-2 text-ink-3 text-xs">{ORDER_WORDS[draft.how.mode]}</p>}
        <ol className="mt-1.5 flex flex-col gap-2">
          {steps.map((step, index) => (
            <StepCard
              key={step.id ?? step.provider}
              step={step}
              provider={providers.find((one) => one.id === step.provider)}
              place={{ index, count: steps.length }}
              workbookId={workbookId}
              columns={columns}
              samples={samples}
              suggested={suggested}
              verifiers={draft.kind === 'waterfall' ? verifiers : null}
              figures={figuresOf(step)}
              dragged={dragged === index}
              onChange={(next) => setSteps(steps.map((one, at) => (at === index ? next : one)))}
              onRemove={steps.length > 1 ? () => setSteps(steps.filter((_, at) => at !== index)) : undefined}
              onMove={(to) => move(index, to)}
              onGrab={(event) => grab(event, index)}
            />
          ))}
        </ol>
        {advice && <OrderAdvice advice={advice} steps={steps} onOrder={setSteps} />}
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
                onSelect: () => setSteps([...steps, bindStep(provider, suggested)]),
              }))}
            />
          </div>
        )}
      </section>
      <RunCondition workbookId={workbookId} columns={columns} draft={draft} onChange={onChange} />
      <HowSettings draft={draft} providers={providers} onChange={onChange} />
    </div>
  )
}
