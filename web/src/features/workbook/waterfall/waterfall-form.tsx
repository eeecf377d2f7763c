// The form of a column that calls providers: its name, the steps in order, the stop rule, and which rows run.
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../../api/shapes.ts'
import type { GridRow } from '../../../grid/model/grid.types.ts'
import { NameField } from '../../columns/name-field.tsx'
import { suggestedInputsQuery } from '../../columns/workbook.queries.ts'
import type { Provider, Step } from '../../columns/workbook.shapes.ts'
import { idOfStep } from './order-advice.logic.ts'
import { OrderAdvice, useOrderAdvice } from './order-advice.tsx'
import { RowOrders } from './row-orders.tsx'
import type { WaterfallDraft } from './waterfall-draft.ts'
import { WaterfallEditor } from './waterfall-editor.tsx'

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
  const wanted = draft.how.mode === 'merge' ? [draft.output, ...draft.how.fields] : [draft.output]
  const others = providers.filter(
    (one) => one.outputs.some(({ field }) => wanted.includes(field)) && !steps.some((step) => step.provider === one.id),
  )
  const suggested = useQuery(suggestedInputsQuery(workbookId, column?.id)).data
  const advice = useOrderAdvice(workbookId, column, draft)
  const figuresOf = (step: Step) => advice?.steps.find(({ step_id }) => step_id === idOfStep(step))
  return (
    <div className="flex flex-col gap-6">
      <NameField draft={draft} error={nameError} onChange={onChange} />
      <WaterfallEditor
        workbookId={workbookId}
        draft={draft}
        onChange={onChange}
        providers={providers}
        others={others}
        columns={columns}
        samples={samples}
        suggested={suggested}
        figuresOf={figuresOf}
        advice={
          <>
            {advice && (
              <OrderAdvice advice={advice} steps={steps} onOrder={(next) => onChange({ ...draft, steps: next })} />
            )}
            {draft.kind === 'waterfall' && (
              <RowOrders
                orders={draft.orders}
                steps={steps}
                columns={columns}
                providers={providers}
                advice={advice}
                onChange={(orders) => onChange({ ...draft, orders })}
              />
            )}
          </>
        }
      />
    </div>
  )
}
