// Tries orders on paper: steps moved and left out, and what that would have found and cost beside the order now and the suggested one.

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { arrayMove } from '../../ui/array-move.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { count, money, percent } from '../../ui/format.ts'
import { Checkbox } from '../../ui/forms/field.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { useDragOrder } from '../columns/use-drag-order.ts'
import type { WaterfallMode } from '../columns/workbook.shapes.ts'
import { type StepFigures, simulationQuery, suggestionQuery } from './intelligence.queries.ts'

interface Props {
  workbookId: string
  columnId: string
  mode: WaterfallMode
  /** In the order of the column. */
  steps: StepFigures[]
  onOrder: (order: string[]) => void
}

/** As the server names the guess that goes before the steps: it is called first or not at all. */
const GUESS = 'free-guess'

/** What a step does for so many rows. */
const DOES: Record<WaterfallMode, string> = {
  stop: 'the answer on',
  merge: 'fills as much as',
  cross_check: 'settles',
}

export function OrderSimulator({ workbookId, columnId, mode, steps, onOrder }: Props) {
  const [open, setOpen] = useState(false)
  const now = steps.map(({ step_id }) => step_id)
  const first = now.filter((id) => id === GUESS)
  const [order, setOrder] = useState(() => now.filter((id) => id !== GUESS))
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const asked = [...first, ...order.filter((id) => !out.has(id))]
  const isNow = asked.join() === now.join()
  const query = useQuery({
    ...simulationQuery(workbookId, columnId, asked),
    enabled: open && asked.length > 0,
    placeholderData: (before) => before,
  })
  const suggestion = useQuery({ ...suggestionQuery(workbookId, columnId), enabled: open }).data
  const told = asked.length > 0 ? query.data?.simulation : undefined
  const move = (from: number, to: number) => setOrder(arrayMove(order, from, to))
  const { dragged, grab } = useDragOrder(move)
  if (!open)
    return (
      <PanelPart title="Try an order">
        <p className="mb-2 text-ink-2 text-sm">
          A simulation on the rows above. It makes no calls and does not change the column.
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
            <li
              key={id}
              data-step={index}
              className={`flex items-center gap-1 border-b py-1 text-sm last:border-b-0 ${dragged === index ? 'bg-accent-soft' : ''}`}
            >
              <span
                aria-hidden
                onPointerDown={(event) => grab(event, index)}
                className="flex h-8 w-5 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-3 hover:bg-hover active:cursor-grabbing"
              >
                <GripVertical className="size-4" />
              </span>
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={label}
                  checked={!out.has(id)}
                  onChange={(on) => setOut(new Set(on ? [...out].filter((one) => one !== id) : [...out, id]))}
                />
                <span className="ml-6 block text-ink-3 text-xs tabular-nums">
                  {part
                    ? `called on ${count(Math.round(part.asked))}, ${DOES[mode]} ${count(Math.round(part.found))}`
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
      <div aria-live="polite" className="mt-3 flex flex-col gap-2 text-sm">
        {asked.length === 0 && <p className="text-ink-2">No provider would be called, so nothing would be found.</p>}
        {told && (
          <Orders
            orders={[
              { name: 'As it is', told: suggestion?.now },
              { name: 'Suggested', told: suggestion?.changed ? suggestion.suggested : undefined },
              { name: 'This order', told: isNow ? undefined : told },
            ]}
          />
        )}
        {told && <p className="text-ink-2">{told.words}</p>}
        {told && told.unknown_prices.length > 0 && (
          <p className="text-warn text-xs">Without what has no known price: {told.unknown_prices.join(', ')}.</p>
        )}
        {query.isError && (
          <p role="alert" className="text-bad">
            {describeProblem(asProblem(query.error)).what}
          </p>
        )}
        {!isNow && asked.length > first.length && (
          <Button
            size="sm"
            className="self-start"
            onClick={() => {
              onOrder(asked)
              toast('The steps above stand in this order. Saving keeps it.')
            }}
          >
            Take this order
          </Button>
        )}
      </div>
    </PanelPart>
  )
}

/** Orders side by side; one of which nothing is known, or that is another one's, has no line. */
function Orders({ orders }: { orders: { name: string; told: Schemas['Simulation'] | undefined }[] }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="text-left text-ink-3 text-xs">
        <tr>
          <th className="pb-1 font-normal">Order</th>
          <th className="w-20 pb-1 text-right font-normal">Finds</th>
          <th className="w-24 pb-1 text-right font-normal">Each answer</th>
          <th className="w-24 pb-1 text-right font-normal">All of it</th>
        </tr>
      </thead>
      <tbody>
        {orders.flatMap(({ name, told }) =>
          told
            ? [
                <tr key={name} className="border-t">
                  <th className="py-1 text-left font-medium">{name}</th>
                  <td className="py-1 text-right">{told.found_share === null ? '' : percent(told.found_share)}</td>
                  <td className="py-1 text-right">
                    {told.cost_per_found_usd === null
                      ? 'none'
                      : told.cost_per_found_usd === 0
                        ? 'free'
                        : money(told.cost_per_found_usd)}
                  </td>
                  <td className="py-1 text-right">{told.cost_usd === 0 ? 'free' : money(told.cost_usd)}</td>
                </tr>,
              ]
            : [],
        )}
      </tbody>
    </table>
  )
}
