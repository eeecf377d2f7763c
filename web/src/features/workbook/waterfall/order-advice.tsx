// What the order of the steps did on the rows asked last, and a cheaper or luckier one where there is one.
import { useQuery } from '@tanstack/react-query'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { Button } from '../../../ui/button.tsx'
import type { Step } from '../../columns/workbook.shapes.ts'
import { suggestionQuery } from '../../intelligence/intelligence.queries.ts'
import { readHow } from './how.logic.ts'
import { inOrder, wouldMove } from './order-advice.logic.ts'
import type { WaterfallDraft } from './waterfall-draft.ts'

/** Undefined where there is nothing to go by: a new column, one that was never run, or steps to be used in another way. */
export function useOrderAdvice(
  workbookId: string,
  column: Column | undefined,
  { kind, steps, how }: WaterfallDraft,
): Schemas['Suggestion'] | undefined {
  const isStored = column !== undefined && readHow(column).mode === how.mode
  const asked = useQuery({
    ...suggestionQuery(workbookId, column?.id ?? ''),
    enabled: isStored && kind === 'waterfall' && steps.length > 1,
  })
  return isStored && asked.data && asked.data.now.rows > 0 ? asked.data : undefined
}

interface Props {
  advice: Schemas['Suggestion']
  steps: Step[]
  onOrder: (steps: Step[]) => void
}

export function OrderAdvice({ advice, steps, onOrder }: Props) {
  const moves = advice.better && wouldMove(steps, advice.steps)
  return (
    <div className="mt-2 rounded-md border px-3 py-2 text-sm">
      <p className="text-ink-2">{advice.words}</p>
      {moves && (
        <>
          <ol className="mt-1.5 flex flex-col gap-0.5 text-xs">
            {advice.steps.map((one, index) => (
              <li key={one.step_id} title={one.why} className="truncate">
                {index + 1}. {one.label} <span className="text-ink-3">{one.why}</span>
              </li>
            ))}
          </ol>
          <Button size="sm" className="mt-2" onClick={() => onOrder(inOrder(steps, advice.steps))}>
            Use this order
          </Button>
        </>
      )}
    </div>
  )
}
