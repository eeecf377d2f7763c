// How fast a company opens and closes jobs, against its own past.
import { dayOf, daysBetween } from './postings.logic.ts'

const WEEKS = 12
/** With less past than this nothing is known about what is usual. */
const LEAST_WEEKS = 4
const Z = 2
const MORE_THAN_MEAN = 3
const DAYS_BETWEEN_SURGES = 14

export interface Surge {
  opened: number
  /** Mean of a week, over the weeks before. */
  mean: number
  z: number
}

/** More jobs in the last 7 days than in the weeks of the 90 days before: two standard deviations, and three jobs more. */
export function surgeIn(opened: { [day: string]: number }, since: string, surgeOn: string, now: Date): Surge | null {
  const today = dayOf(now)
  if (surgeOn !== '' && daysBetween(surgeOn, today) < DAYS_BETWEEN_SURGES) return null
  const weeks = Math.min(WEEKS, Math.floor((daysBetween(since.slice(0, 10), today) - 7) / 7))
  if (weeks < LEAST_WEEKS) return null
  const inWeek = Array.from({ length: weeks + 1 }, () => 0)
  for (const [day, count] of Object.entries(opened)) {
    const week = Math.floor(daysBetween(day, today) / 7)
    if (week >= 0 && week <= weeks) inWeek[week] = (inWeek[week] ?? 0) + count
  }
  const [latest = 0, ...before] = inWeek
  const mean = before.reduce((sum, count) => sum + count, 0) / weeks
  const variance = before.reduce((sum, count) => sum + (count - mean) ** 2, 0) / weeks
  // A company that never changes has no deviation of its own; that of chance (Poisson) is the least there is.
  const z = (latest - mean) / Math.max(Math.sqrt(variance), Math.sqrt(mean), 0.5)
  if (z < Z || latest < mean + MORE_THAN_MEAN) return null
  return { opened: latest, mean: Math.round(mean * 10) / 10, z: Math.round(z * 10) / 10 }
}

const FREEZE_DAYS = 30
const LEAST_JOBS = 4

/** Open jobs down by half within 30 days, from at least four. */
export function freezeIn(
  counts: { [day: string]: number },
  open: number,
  freezeOn: string,
  now: Date,
): { from: number; to: number } | null {
  const today = dayOf(now)
  if (freezeOn !== '' && daysBetween(freezeOn, today) < FREEZE_DAYS) return null
  const from = Math.max(0, ...Object.values(countsInForce(counts, FREEZE_DAYS, now)))
  return from >= LEAST_JOBS && open <= from / 2 ? { from, to: open } : null
}

/** The counts of the last days, with the one that was in force when they began. */
export function countsInForce(counts: { [day: string]: number }, days: number, now: Date): { [day: string]: number } {
  const kept = lastDays(counts, days, now)
  const before = Object.keys(counts)
    .filter((day) => !(day in kept))
    .sort()
    .at(-1)
  return before === undefined ? kept : { [before]: counts[before] ?? 0, ...kept }
}

/** The days that are still looked at. */
export function lastDays(byDay: { [day: string]: number }, days: number, now: Date): { [day: string]: number } {
  const today = dayOf(now)
  return Object.fromEntries(Object.entries(byDay).filter(([day]) => daysBetween(day, today) <= days))
}
