// Words and small rules of the pages of signals and watches.
import type { Schemas } from '../../api/shapes.ts'
import { SIGNAL_TYPES } from '../../api/signal-types.generated.ts'
import type { FeedSearch } from './monitoring.api.ts'

export const TYPE_NAMES: Readonly<Record<Schemas['Signal']['type'], string>> = SIGNAL_TYPES
export const TYPES = Object.keys(SIGNAL_TYPES) as Schemas['Signal']['type'][]

export const INTERVALS: readonly [Schemas['Watch']['interval'], string][] = [
  ['15m', 'Every 15 minutes'],
  ['hourly', 'Every hour'],
  ['6h', 'Every 6 hours'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
]
export const intervalWords = (interval: Schemas['Watch']['interval']) =>
  INTERVALS.find(([name]) => name === interval)?.[1] ?? interval

export const STATUS_NAMES: Readonly<Record<FeedSearch['status'], string>> = {
  open: 'Open',
  new: 'New',
  seen: 'Seen',
  snoozed: 'Snoozed',
  actioned: 'Done',
  dismissed: 'Dismissed',
}

/** What people call a watch by. */
export const watchName = ({ name, lead_name, target }: Pick<Schemas['Watch'], 'name' | 'lead_name' | 'target'>) =>
  name ?? lead_name ?? target

/** What a key decides, and what is said of it. */
export const DECISIONS = [
  { key: 'e', status: 'actioned', label: 'Mark as done', done: 'Marked as done' },
  { key: 's', status: 'snoozed', label: 'Snooze for a week', done: 'Snoozed for a week' },
  { key: 'x', status: 'dismissed', label: 'Dismiss', done: 'Dismissed' },
] as const

/** The place to go to when the item at `at` leaves a list of so many. */
export const afterRemoval = (at: number, count: number) => Math.max(0, Math.min(at, count - 2))

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : shortJson(value)

export interface ShownEdit {
  place: string
  before: string
  after: string
}

/** The texts of a page that a signal says changed; none for signals of other kinds. */
export function editsOf({ edits }: Readonly<Record<string, unknown>>): ShownEdit[] {
  return (Array.isArray(edits) ? edits : []).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return []
    const { place, before, after } = one as Record<string, unknown>
    return [{ place: Array.isArray(place) ? place.join(' › ') : '', before: textOf(before), after: textOf(after) }]
  })
}

/** Why a watch brings nothing for now, in words of the server; null when it goes on. */
export const troubleOf = ({
  last_error,
  put_off,
  unread,
}: Pick<Schemas['Watch'], 'last_error' | 'put_off' | 'unread'>) =>
  last_error ?? put_off ?? (unread.map(({ label, value }) => `${label}: ${value}`).join(' · ') || null)

/** Jobs and the like: their plain members. */
function shortJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(([name, member]) => typeof member === 'string' && member !== '' && name !== 'url')
    .map(([name, member]) => `${name.replaceAll('_', ' ')}: ${member}`)
    .join('\n')
}

export function pollWords({ outcome, signals, changes }: Schemas['WatchPoll']): string {
  switch (outcome) {
    case 'baseline':
      return 'First poll: later polls are compared with it'
    case 'unchanged':
      return 'Nothing new'
    case 'changed':
      return signals > 0 ? `${signals} ${signals === 1 ? 'signal' : 'signals'}` : `${changes.length} changes, no signal`
    case 'queued':
      return 'Waiting for a worker'
    case 'postponed':
      return 'Postponed'
    default:
      return 'Failed'
  }
}

/** The weeks of a chart, oldest first, with the count of each type. */
export function weeksOf(
  byWeek: readonly { week: string; type: Schemas['Signal']['type']; count: number }[],
  weeks: number,
  now: Date,
): { week: string; total: number; counts: Map<Schemas['Signal']['type'], number> }[] {
  const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return Array.from({ length: weeks }, (_, at) => {
    const day = new Date(monday.getTime() - (weeks - 1 - at) * 7 * 86_400_000)
    const week = day.toISOString().slice(0, 10)
    const counts = new Map(byWeek.filter((one) => one.week === week).map(({ type, count }) => [type, count]))
    return { week, total: [...counts.values()].reduce((sum, count) => sum + count, 0), counts }
  })
}
