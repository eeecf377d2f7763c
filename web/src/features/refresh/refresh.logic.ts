// A refresh policy as its form holds it: amounts as they were typed, and what is wrong with them.
import { readAmount } from '../money/budget.logic.ts'
import type { SourceSchedule } from '../sources/sources.api.ts'

export interface RefreshDraft {
  enabled: boolean
  schedule: SourceSchedule
  max_usd: string
  /** Rows or leads of one refresh. */
  most: string
  /** What is refreshed, and from how many days on. */
  ages: [name: string, days: string][]
}

interface Policy {
  enabled?: boolean
  schedule?: SourceSchedule
  max_usd?: number | null
}

export function readRefresh(
  { enabled, schedule, max_usd }: Policy,
  ages: [name: string, days: number][],
  most: number | undefined,
): RefreshDraft {
  return {
    // One that was never saved is off, whatever the default of the API.
    enabled: ages.length > 0 && enabled !== false,
    schedule: schedule?.every || schedule?.cron ? schedule : { every: 'daily' },
    max_usd: max_usd === null || max_usd === undefined ? '' : String(max_usd),
    most: String(most ?? 500),
    ages: ages.map(([name, days]) => [name, String(days)]),
  }
}

const readDays = (text: string) => (/^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : 0)
const readCount = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : 0)

/** Why it cannot be saved yet, in words; null when it can. */
export function refreshProblem({ schedule, max_usd, most, ages }: RefreshDraft, none: string): string | null {
  if (ages.length === 0) return none
  if (ages.some(([, days]) => readDays(days) <= 0 || readDays(days) > 3650)) return 'Days are a number up to 3,650.'
  if (max_usd.trim() !== '' && readAmount(max_usd) === undefined) return 'The cost limit is an amount such as 5.'
  if (readCount(most) < 1) return 'How many at most is a whole number from 1.'
  if (!schedule.every && !schedule.cron?.trim()) return 'Write a cron expression, or choose an interval.'
  return null
}

export function writeRefresh({ enabled, schedule, max_usd, most, ages }: RefreshDraft) {
  return {
    enabled,
    schedule,
    max_usd: readAmount(max_usd) ?? null,
    most: readCount(most),
    ages: ages.map(([name, days]) => [name, readDays(days)] as const),
  }
}

export const ageOf = ({ ages }: RefreshDraft, name: string): string | null =>
  ages.find(([one]) => one === name)?.[1] ?? null
