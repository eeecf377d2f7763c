// Tries orders on paper: steps moved and left out, and what that would have found and cost on the last rows.
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { count } from '../../ui/format.ts'
import { PanelPart } from '../../ui/panel-part.tsx'
import { type StepFigures, simulationQuery } from './intelligence.queries.ts'

interface Props {
  workbookId: string
  columnId: string
  /** In the order of the column. */
  steps: StepFigures[]
}

export function OrderSimulator({ workbookId, columnId, steps }: Props) {
  const [open, setOpen] = useState(false)
  const [order, setOrder] = useState(() => steps.map(({ step_id }) => step_id))
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const asked = order.filter((id) => !out.has(id))
  const query = useQuery({
    ...simulationQuery(workbookId, columnId, asked),
    enabled: open && asked.length > 0,
    placeholderData: (before) => before,
  })
  const told = asked.length > 0 ? query.data?.simulation : undefined
  const move = (from: number, to: number) => {
    const id = order[from]
    if (id === undefined) return
    const rest = order.filter((_, index) => index !== from)
    setOrder([...rest.slice(0, to), id, ...rest.slice(to)])
  }
  if (!open)
    return (
      <PanelPart title="Try an order">
        <p className="mb-2 text-ink-2 text-sm">
          On paper, on the rows above. Nobody is asked, and the column stays as it is.
        </p>
        <Button size="sm" onClick={() => setOpen(true)}>
          Try an order
        </Button>
      </PanelPart>
    )
  return (
    <PanelPart title="Try an order">
      <ol className="flex flex-col">
        {order.map((id, index) => {
          const label = steps.find(({ step_id }) => step_id === id)?.label ?? id
          const part = told?.by_step.find(({ step_id }) => step_id === id)
          return (
            <li key={id} className="flex items-center gap-1 border-b py-1 text-sm last:border-b-0">
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={label}
                  checked={!out.has(id)}
                  onChange={(on) => setOut(new Set(on ? [...out].filter((one) => one !== id) : [...out, id]))}
                />
                <span className="ml-6 block text-ink-3 text-xs tabular-nums">
                  {part
                    ? `asked on ${count(Math.round(part.asked))}, the answer on ${count(Math.round(part.found))}`
                    : 'left out'}
                </span>
              </span>
              <IconButton
                size="sm"
                icon={ArrowUp}
                label={`${label}: earlier`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label={`${label}: later`}
                disabled={index === order.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </li>
          )
        })}
      </ol>
      <div aria-live="polite" className="mt-3 text-sm">
        {told && <p>{told.words}</p>}
        {told && told.unknown_prices.length > 0 && (
          <p className="mt-1 text-warn text-xs">Without what has no known price: {told.unknown_prices.join(', ')}.</p>
        )}
        {asked.length === 0 && <p className="text-ink-2">Nobody would be asked, so nothing would be found.</p>}
        {query.isError && (
          <p role="alert" className="text-bad">
            {describeProblem(asProblem(query.error)).what}
          </p>
        )}
      </div>
    </PanelPart>
  )
}
