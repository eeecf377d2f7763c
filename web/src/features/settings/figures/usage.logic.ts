// Use of providers as figures: every day of a period, sums, and the bars of a chart.
import type { Schemas } from '../../../api/shapes.ts'

export type Use = Omit<Schemas['UsageItem'], 'day' | 'provider'>

export interface DayUse extends Use {
  day: string
}

const nothing: Use = { calls: 0, hits: 0, misses: 0, errors: 0, cached: 0, cost_usd: 0, unpriced: 0 }
const dayMs = 86_400_000

/** The first of so many days that end with `last`, as `YYYY-MM-DD`. */
export function firstOf(days: number, last: string): string {
  return new Date(Date.parse(`${last}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10)
}

/** The days from the first to the last, both included, as `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)]
  return Array.from({ length: Math.max(0, (last - first) / dayMs + 1) }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}

/** One entry for each day from the first to the last, also for those without any use; oldest first. */
export function everyDay(items: readonly (Use & { day: string | null })[], from: string, to: string): DayUse[] {
  const known = new Map(items.map((item) => [item.day, item]))
  return daysBetween(from, to).map((day) => ({ ...nothing, ...known.get(day), day }))
}

export function sumOf(items: readonly Use[]): Use {
  const sum = { ...nothing }
  for (const item of items) for (const name of Object.keys(sum) as (keyof Use)[]) sum[name] += item[name]
  return sum
}

/** The top of a scale: 1, 2 or 5 times a power of ten, not below the highest value. */
export function scaleTop(highest: number): number {
  if (highest <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10)
}

export interface Bar {
  part: 'hits' | 'misses' | 'errors'
  /** From the foot of the chart, both as shares of its height. */
  from: number
  height: number
}

/** What was found at the foot, what failed on top. */
export function barsOf(use: Use, top: number): Bar[] {
  let from = 0
  return (['hits', 'misses', 'errors'] as const).flatMap((part) => {
    const height = use[part] / top
    const bar = { part, from, height }
    from += height
    return height > 0 ? [bar] : []
  })
}
