// How far a budget is used: one thin bar of spent, uncertain and under way, with the figures in words.
import type { Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { money } from '../../ui/format.ts'
import { partsOf, toneOf } from './budget.logic.ts'

const fills = { good: 'bg-accent', near: 'bg-warn-mark', over: 'bg-bad' }

export function BudgetBar({ budget }: { budget: Schemas['Budget'] }) {
  const parts = partsOf(budget)
  const tone = toneOf(budget)
  const said = parts
    .filter(({ usd, name }) => usd > 0 || name === 'spent')
    .map(({ name, usd }) => `${money(usd)} ${name}`)
  const words = [...said, `${money(budget.left_usd)} left`].join(' · ')
  return (
    <div>
      <div
        role="img"
        aria-label={`${words}, ${Math.round(budget.share)}% used`}
        className="flex h-1.5 overflow-hidden rounded-full bg-hover"
      >
        {parts.map(({ name, share }) => (
          <span
            key={name}
            style={{ width: `${share}%` }}
            className={cx(fills[tone], name === 'unconfirmed' && 'opacity-60', name === 'reserved' && 'opacity-35')}
          />
        ))}
      </div>
      <p aria-hidden className="mt-1 text-ink-3 text-xs tabular-nums">
        {words}
      </p>
    </div>
  )
}
