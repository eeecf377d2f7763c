// A waterfall of columns or of leads: its providers in order, which rows it runs for, the stop rule and the caps.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Column, Schemas } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { arrayMove } from '../../../ui/array-move.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { priceWords } from '../../columns/catalogue.logic.ts'
import { RunCondition } from '../../columns/formulas/run-condition.tsx'
import { useDragOrder } from '../../columns/use-drag-order.ts'
import type { Provider, Step } from '../../columns/workbook.shapes.ts'
import { bindStep } from './binding.logic.ts'
import { verifiersFor } from './how.logic.ts'
import { HowSettings } from './how-settings.tsx'
import type { OrderAdvice } from './order-advice.logic.ts'
import { StepCard } from './step-card.tsx'
import type { WaterfallDraft } from './waterfall-draft.ts'

const ORDER_WORDS = {
  stop: 'The next one is called only when the ones before it had no good answer.',
  merge: 'The next one is called only for fields that are still missing.',
  cross_check: 'The next one is called until enough of them agree.',
}

interface Props {
  /** The workbook whose rows run; null for leads. */
  workbookId: string | null
  draft: WaterfallDraft
  onChange: (draft: WaterfallDraft) => void
  providers: Provider[]
  /** Providers that can still be added. */
  others: Provider[]
  /** What steps may refer to. */
  columns: Column[]
  samples?: GridRow[]
  /** What the server suggests for the inputs of a step. */
  suggested: Schemas['SuggestedInputs'] | undefined
  /** What a step did on the rows asked last. */
  figuresOf?: (step: Step) => OrderAdvice | undefined
  /** Under the steps: a better order, or where answers go. */
  advice?: ReactNode
  children?: ReactNode
}

export function WaterfallEditor(props: Props) {
  const { workbookId, draft, onChange, providers, others, columns, samples = [], suggested, figuresOf } = props
  const { steps, how } = draft
  const isWaterfall = draft.kind === 'waterfall'
  const setSteps = (next: Step[]) => onChange({ ...draft, steps: next })
  const move = (from: number, to: number) => setSteps(arrayMove(steps, from, to))
  const { dragged, grab } = useDragOrder(move)
  return (
    <>
      <section aria-label="Providers">
        <h4 className="font-medium text-ink-2 text-sm">{steps.length > 1 ? 'Ask in this order' : 'Ask'}</h4>
        {steps.length > 1 && <p className="mb-2 text-ink-3 text-xs">{ORDER_WORDS[how.mode]}</p>}
        <ol className="mt-1.5 flex flex-col gap-2">
          {steps.map((step, index) => (
            <StepCard
              key={step.id ?? step.provider}
              step={step}
              provider={providers.find((one) => one.id === step.provider)}
              place={{ index, count: steps.length }}
              workbookId={workbookId ?? ''}
              columns={columns}
              samples={samples}
              suggested={workbookId === null ? undefined : suggested}
              verifiers={isWaterfall ? verifiersFor(draft.output, providers) : null}
              figures={figuresOf?.(step)}
              dragged={dragged === index}
              onChange={(next) => setSteps(steps.map((one, at) => (at === index ? next : one)))}
              onRemove={steps.length > 1 ? () => setSteps(steps.filter((_, at) => at !== index)) : undefined}
              onMove={(to) => move(index, to)}
              onGrab={(event) => grab(event, index)}
            />
          ))}
        </ol>
        {props.advice}
        {isWaterfall && others.length > 0 && (
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
      {props.children}
      <RunCondition workbookId={workbookId} columns={columns} draft={draft} onChange={onChange} />
      <HowSettings draft={draft} providers={providers} isColumn={workbookId !== null} onChange={onChange} />
    </>
  )
}
