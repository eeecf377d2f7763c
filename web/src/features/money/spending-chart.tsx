// Money by day as bars: what was spent, and on top what may have been. The table under it holds the same figures.
import { counted, money } from '../../ui/format.ts'
import { dayWords } from '../settings/figures/usage-chart.tsx'
import { type DaySpent, topOf } from './spending.logic.ts'

const height = 100
const slot = 10

export function SpendingChart({ days }: { days: DaySpent[] }) {
  const top = topOf(days)
  const dearest = days.reduce((a, b) => (b.spent_usd > a.spent_usd ? b : a))
  const isUnsure = days.some((one) => one.uncertain_usd > 0)
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
        <span className="font-medium">Spent by day</span>
        {isUnsure && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-sm bg-warn-mark" />
            unconfirmed
          </span>
        )}
        <span className="ml-auto text-ink-3 tabular-nums">up to {money(top)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`Spent by day, most on ${dayWords(dearest.day)} with ${money(dearest.spent_usd)}`}
        viewBox={`0 0 ${days.length * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b"
      >
        {days.map((day, index) => {
          const spent = (day.spent_usd / top) * height
          const unsure = (day.uncertain_usd / top) * height
          const bar = { x: index * slot + 1.5, width: slot - 3 }
          return (
            <g key={day.day}>
              {/* The whole height answers the pointer, however low the bar. */}
              <rect x={index * slot} y={0} width={slot} height={height} className="fill-transparent hover:fill-hover">
                <title>
                  {dayWords(day.day)}: {money(day.spent_usd)} for {counted(day.calls, 'call')}
                  {day.uncertain_usd > 0 ? `, ${money(day.uncertain_usd)} unconfirmed` : ''}
                </title>
              </rect>
              <rect {...bar} y={height - spent} height={spent} className="pointer-events-none fill-accent" />
              <rect
                {...bar}
                y={height - spent - unsure}
                height={unsure}
                className="pointer-events-none fill-warn-mark"
              />
            </g>
          )
        })}
      </svg>
      <p aria-hidden className="flex justify-between text-ink-3 text-xs">
        <span>{dayWords(days[0]?.day ?? '')}</span>
        <span>{dayWords(days.at(-1)?.day ?? '')}</span>
      </p>
    </figure>
  )
}
