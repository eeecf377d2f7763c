// Signals by week as stacked bars, one shade per type.
import type { Schemas } from '../../api/shapes.ts'
import { counted } from '../../ui/format.ts'
import { TYPE_NAMES, type weeksOf } from './monitoring.logic.ts'

const height = 100
const slot = 10
/** The number of types with their own shade; the others share the last one. */
const SHADES = ['fill-accent', 'fill-accent/70', 'fill-accent/45', 'fill-warn-mark', 'fill-line-strong']
const DOTS = ['bg-accent', 'bg-accent/70', 'bg-accent/45', 'bg-warn-mark', 'bg-line-strong']
const shadeOf = (at: number) => Math.min(at, SHADES.length - 1)

const dayWords = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekWords = (week: string) => dayWords.format(Date.parse(week))

interface Props {
  weeks: ReturnType<typeof weeksOf>
  /** The most frequent first. */
  types: readonly Schemas['Signal']['type'][]
}

export function WeekChart({ weeks, types }: Props) {
  const top = Math.max(1, ...weeks.map(({ total }) => total))
  const legend =
    types.length > SHADES.length
      ? [...types.slice(0, SHADES.length - 1).map((type) => TYPE_NAMES[type]), 'Others']
      : types.map((type) => TYPE_NAMES[type])
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-sm">
        {legend.map((name, at) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-sm ${DOTS[shadeOf(at)]}`} />
            {name}
          </span>
        ))}
        <span className="ml-auto text-ink-3 tabular-nums">up to {counted(top, 'signal')}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={weeks.map(({ week, total }) => `Week of ${weekWords(week)}: ${total}`).join(', ')}
        viewBox={`0 0 ${weeks.length * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-b"
      >
        {weeks.map(({ week, total, counts }, index) => {
          let below = 0
          return (
            <g key={week}>
              <rect x={index * slot} y={0} width={slot} height={height} className="fill-transparent hover:fill-hover">
                <title>
                  Week of {weekWords(week)}: {counted(total, 'signal')}
                  {[...counts].map(([type, count]) => `\n${TYPE_NAMES[type]}: ${count}`).join('')}
                </title>
              </rect>
              {SHADES.map((shade, place) => {
                const shown = types.filter((_, at) => shadeOf(at) === place)
                const share = (shown.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0) / top) * height
                below += share
                return share === 0 ? null : (
                  <rect
                    key={shade}
                    x={index * slot + 1.5}
                    width={slot - 3}
                    y={height - below}
                    height={share}
                    className={`pointer-events-none ${shade}`}
                  />
                )
              })}
            </g>
          )
        })}
      </svg>
      <p aria-hidden className="flex justify-between text-ink-3 text-xs">
        <span>{weekWords(weeks[0]?.week ?? '')}</span>
        <span>{weekWords(weeks.at(-1)?.week ?? '')}</span>
      </p>
    </figure>
  )
}
