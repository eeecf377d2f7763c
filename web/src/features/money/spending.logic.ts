// What was spent as figures: every day of a stretch, and the bars of a chart.
import { scaleTop } from '../settings/usage.logic.ts'

const dayMs = 86_400_000

export interface DaySpent {
  day: string
  spent_usd: number
  uncertain_usd: number
  calls: number
}

interface Item {
  key: string | null
  spent_usd: number
  uncertain_usd: number
  calls: number
}

/** One entry for each day from the first to the last, also for those without any; oldest first. */
export function everyDay(items: readonly Item[], from: string, to: string): DaySpent[] {
  const known = new Map(items.map((item) => [item.key, item]))
  const all: DaySpent[] = []
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const { spent_usd = 0, uncertain_usd = 0, calls = 0 } = known.get(day) ?? {}
    all.push({ day, spent_usd, uncertain_usd, calls })
  }
  return all
}

/** The top of a scale of money: 1, 2 or 5 times a power of ten of micro-dollars. */
export function topOf(days: readonly DaySpent[]): number {
  const highest = Math.max(...days.map((one) => one.spent_usd + one.uncertain_usd))
  return highest > 0 ? scaleTop(Math.ceil(highest * 1e6)) / 1e6 : 1
}
