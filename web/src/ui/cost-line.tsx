// What a row or a lead has cost, in a line that opens.
import type { Schemas } from '../api/shapes.ts'
import { counted, money } from './format.ts'

interface CostLineProps {
  what: string
  cost: Pick<Schemas['RowCost'], 'calls' | 'spent_usd' | 'uncertain_usd' | 'unpriced'> | undefined
  items: Schemas['RowCost']['by_column']
  /** For an item without a name. */
  unnamed: string
}

/** What nothing was spent on has nothing to say about it. */
export function CostLine({ what, cost, items, unnamed }: CostLineProps) {
  if (!cost || cost.calls === 0) return null
  const words = [
    money(cost.spent_usd),
    counted(cost.calls, 'call'),
    ...(cost.uncertain_usd > 0 ? [`${money(cost.uncertain_usd)} unconfirmed`] : []),
    ...(cost.unpriced > 0 ? [`${counted(cost.unpriced, 'call')} of unknown price`] : []),
  ]
  return (
    <details className="mt-4 border-t pt-3 text-sm">
      <summary className="text-ink-2 tabular-nums hover:text-ink">
        {what} cost {words.join(' · ')}
      </summary>
      <dl className="mt-2 flex flex-col gap-1">
        {items.map((item) => (
          <div key={item.key ?? ''} className="flex justify-between gap-3">
            <dt className="min-w-0 truncate text-ink-3" dir="auto">
              {item.name ?? unnamed}
            </dt>
            <dd className="tabular-nums">{money(item.spent_usd)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
