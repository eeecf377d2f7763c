// Orders of the steps for some rows: those of the column, each with its condition in words, and the ones that did better on rows on record.
import { X } from 'lucide-react'
import type { Column, Schemas } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { conditionWords } from '../../columns/formulas/condition.logic.ts'
import type { Provider, Step, StepOrder } from '../../columns/workbook.shapes.ts'
import { idOfStep } from './order-advice.logic.ts'
import { newOrders, withOffered } from './row-orders.logic.ts'

interface Props {
  orders: StepOrder[]
  steps: Step[]
  columns: Column[]
  providers: Provider[]
  advice: Schemas['Suggestion'] | undefined
  onChange: (orders: StepOrder[]) => void
}

export function RowOrders({ orders, steps, columns, providers, advice, onChange }: Props) {
  const nameOf = (field: string) => columns.find(({ id }) => id === field)?.name ?? field
  const labelOf = (id: string) => {
    const provider = steps.find((step) => idOfStep(step) === id)?.provider ?? id
    return providers.find((one) => one.id === provider)?.label ?? id
  }
  const inWords = ({ when, steps: first }: StepOrder) => (
    <>
      <span className="block [overflow-wrap:anywhere]">Where {conditionWords(when, nameOf)}</span>
      <span className="block text-ink-3 text-xs">first {first.map(labelOf).join(', then ')}</span>
    </>
  )
  const offered = newOrders(advice, orders)
  if (orders.length === 0 && offered.length === 0) return null
  return (
    <section aria-label="Other orders for some rows" className="mt-4">
      <h3 className="font-medium text-ink-2 text-sm">Other orders for some rows</h3>
      {orders.length > 0 && (
        <>
          <ol className="mt-1.5 flex flex-col">
            {orders.map((order, index) => (
              <li
                key={JSON.stringify(order.when)}
                className="flex items-center gap-2 border-b py-1.5 text-sm last:border-b-0"
              >
                <span className="min-w-0 flex-1">{inWords(order)}</span>
                <IconButton
                  size="sm"
                  icon={X}
                  label={`Remove the order where ${conditionWords(order.when, nameOf)}`}
                  onClick={() => onChange(orders.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </ol>
          <p className="mt-1 text-ink-3 text-xs">
            The first that fits a row counts. All other rows use the order above.
          </p>
        </>
      )}
      {offered.length > 0 && (
        <div className="mt-2 rounded-md border px-3 py-2 text-sm">
          <ul className="flex flex-col gap-2">
            {offered.map(({ order, words, rows, tried_rows }) => (
              <li key={JSON.stringify(order.when)}>
                {inWords(order)}
                <span className="block text-ink-2 text-xs">
                  {words} Learned on {rows - tried_rows} rows, tried on {tried_rows} others.
                </span>
              </li>
            ))}
          </ul>
          <Button size="sm" className="mt-2" onClick={() => onChange(withOffered(orders, offered))}>
            {offered.length === 1 ? 'Use this order there' : 'Use these orders there'}
          </Button>
        </div>
      )}
    </section>
  )
}
