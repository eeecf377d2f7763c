// The order that would cost least for each accepted answer, with its reasons. It is taken over only when somebody says so.
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { suggestionQuery } from './intelligence.queries.ts'
import { inOrder, isInOrder } from './order.logic.ts'
import type { PerformanceProps } from './performance-section.tsx'

export function OrderSuggestion({ workbookId, columnId, steps, onSteps }: PerformanceProps) {
  const [wanted, setWanted] = useState(false)
  const asked = useQuery({ ...suggestionQuery(workbookId, columnId), enabled: wanted })
  const told = asked.data
  const order = told?.steps.map((step) => step.step_id) ?? []
  const isUsed = isInOrder(steps, order)
  return (
    <PanelPart title="A better order">
      {!told && (
        <>
          <p className="mb-2 text-ink-2 text-sm">By what an accepted answer costs, from the figures above.</p>
          <Button size="sm" busy={asked.isFetching} onClick={() => setWanted(true)}>
            Suggest an order
          </Button>
          {asked.isError && (
            <p role="alert" className="mt-2 text-bad text-sm">
              {describeProblem(asProblem(asked.error)).what}
            </p>
          )}
        </>
      )}
      {told && (
        <>
          <p className="text-sm">{told.words}</p>
          <ol className="mt-2 flex flex-col gap-2">
            {told.steps.map((step, index) => (
              <li key={step.step_id} className="flex gap-2 text-sm">
                <span className="w-4 shrink-0 text-right text-ink-3 tabular-nums">{index + 1}</span>
                <span className="min-w-0">
                  <span className="font-medium">{step.label}</span>
                  {step.place_now !== index + 1 && <span className="text-ink-3"> now {step.place_now}</span>}
                  <span className="block text-ink-3 text-xs">{step.why}.</span>
                </span>
              </li>
            ))}
          </ol>
          {told.changed &&
            (isUsed ? (
              <p className="mt-3 flex items-center gap-1.5 text-ink-2 text-sm">
                <Check aria-hidden className="size-4 text-ok" />
                The form has this order. Save to keep it.
              </p>
            ) : (
              <Button
                size="sm"
                className="mt-3"
                look={told.better ? 'primary' : 'plain'}
                onClick={() => onSteps(inOrder(steps, order))}
              >
                Use this order
              </Button>
            ))}
        </>
      )}
    </PanelPart>
  )
}
