// What was spent as figures: every day of a period, and the bars of a chart.
import type { Schemas } from '../../api/shapes.ts'
import { daysBetween, scaleTop } from '../settings/figures/usage.logic.ts'

export interface DaySpent {
  day: string
  spent_usd: number
  uncertain_usd: number
  calls: number
}

type Item = Pick<Schemas['SpendingItem'], 'key' | 'spent_usd' | 'uncertain_usd' | 'calls'>

/** One entry for each day from the first to the last, also for those without any; oldest first. */
export function everyDay(items: readonly Item[], from: string, to: string): DaySpent[] {
  const known = new Map(items.map((item) => [item.key, item]))
  return daysBetween(from, to).map((day) => {
    const { spent_usd = 0, uncertain_usd = 0, calls = 0 } = known.get(day) ?? {}
    return { day, spent_usd, uncertain_usd, calls }
  })
}

/** The top of a scale of money: 1, 2 or 5 times a power of ten of micro-dollars. */
export function topOf(days: readonly DaySpent[]): number {
  const highest = Math.max(...days.map((one) => one.spent_usd + one.uncertain_usd))
  return highest > 0 ? scaleTop(Math.ceil(highest * 1e6)) / 1e6 : 1
}
