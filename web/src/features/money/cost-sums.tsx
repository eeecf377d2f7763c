// What was spent, by provider or by column: one line each.
import type { Schemas } from '../../api/shapes.ts'
import { count } from '../../ui/format.ts'
import { spentWords } from '../columns/runs.logic.ts'

export function CostSums({ title, items }: { title: string; items: Schemas['SpendingItem'][] }) {
  return (
    <section aria-label={title} className="min-w-0 text-sm">
      <h3 className="mb-1 font-medium text-ink-2">{title}</h3>
      <ul>
        {items.map((one) => (
          <li key={one.key} className="flex justify-between gap-3 py-0.5 tabular-nums">
            <span className="truncate" dir="auto" title={`${count(one.calls)} calls`}>
              {one.name ?? 'Gone by now'}
            </span>
            <span className="text-ink-2">{spentWords(one.spent_usd, one.unpriced)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
