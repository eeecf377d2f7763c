// Calls by day as stacked bars: found, not found, failed. The table under it holds the same figures.
import { count, counted } from '../../../ui/format.ts'
import { barsOf, type DayUse, scaleTop } from './usage.logic.ts'

const fills = { hits: 'fill-ok', misses: 'fill-idle', errors: 'fill-bad' }
const marks = { hits: 'bg-ok', misses: 'bg-idle', errors: 'bg-bad' }
const parts = [
  ['hits', 'found'],
  ['misses', 'not found'],
  ['errors', 'failed'],
] as const
const height = 100
const slot = 10

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
export const dayWords = (day: string) => shortDay.format(Date.parse(`${day}T00:00:00Z`))

export function UsageChart({ days }: { days: DayUse[] }) {
  const top = scaleTop(Math.max(...days.map((one) => one.calls)))
  const busiest = days.reduce((a, b) => (b.calls > a.calls ? b : a))
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
        <span className="font-medium">Calls by day</span>
        {parts.map(([part, words]) => (
          <span key={part} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-sm ${marks[part]}`} />
            {words}
          </span>
        ))}
        <span className="ml-auto text-ink-3 tabular-nums">up to {count(top)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`Calls by day, most on ${dayWords(busiest.day)} with ${count(busiest.calls)}`}
        viewBox={`0 0 ${days.length * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b"
      >
        {days.map((day, index) => (
          <g key={day.day}>
            {/* The whole height answers the pointer, however low the bar. */}
            <rect x={index * slot} y={0} width={slot} height={height} className="fill-transparent hover:fill-hover">
              <title>
                {dayWords(day.day)}: {counted(day.calls, 'call')}, {count(day.hits)} found, {count(day.misses)} not
                found, {count(day.errors)} failed
              </title>
            </rect>
            {barsOf(day, top).map((bar) => (
              <rect
                key={bar.part}
                x={index * slot + 1.5}
                y={height * (1 - bar.from - bar.height)}
                width={slot - 3}
                height={height * bar.height}
                className={`pointer-events-none ${fills[bar.part]}`}
              />
            ))}
          </g>
        ))}
      </svg>
      <p aria-hidden className="flex justify-between text-ink-3 text-xs">
        <span>{dayWords(days[0]?.day ?? '')}</span>
        <span>{dayWords(days.at(-1)?.day ?? '')}</span>
      </p>
    </figure>
  )
}
