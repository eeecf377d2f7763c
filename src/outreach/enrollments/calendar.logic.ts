// What will be sent when: a plan of days, by the window, the limits and the delays of a sequence.
import type { SequenceSettings, SequenceStep } from '../sequences/sequence.schema.ts'
import { windowOf } from '../sequences/sequence-window.logic.ts'
import {
  addDays,
  localDate,
  momentOf,
  nextOpen,
  nextOpening,
  rampLimit,
  type SendingWindow,
} from '../timing/window.logic.ts'

export interface DueStep {
  /** Index of the step that is next. */
  step: number
  due_at: Date
  count: number
  /** Whose window counts: the recipients' own, or that of the sequence. */
  zone: string
}

export interface MailboxPace {
  max_per_hour: number
  max_per_day: number | null
  ramp: { start: number; step: number } | null
  /** Days since its first message. */
  day: number
  used_today: number
}

export interface CalendarDay {
  date: string
  messages: number
  new_leads: number
  by_step: number[]
  first_at: string
  last_at: string
}

const DAY_MS = 86_400_000

/** Messages of one step to recipients of one zone. */
const groupOf = (step: number, zone: string) => `${step} ${zone}`
const readGroup = (group: string) => {
  const [step = '0', zone = 'UTC'] = group.split(' ')
  return { step: Number(step), zone }
}

/** The part of a zone's opening that falls into a day; null where it is closed all day. */
function openDuring(
  begins: Date,
  ends: Date,
  window: SendingWindow,
  zone: string,
): { opens: Date; closes: Date } | null {
  const opening = nextOpening(begins, window, zone)
  if (!opening || opening.opens >= ends) return null
  return {
    opens: opening.opens > begins ? opening.opens : begins,
    closes: opening.closes < ends ? opening.closes : ends,
  }
}

/**
 * Counts whole days in the zone of the sequence; recipients get their messages in the window of their own zone, and on its first day, where
 * the sequence goes by it. Without replies: a plan is the most that can happen.
 */
export function planCalendar(
  { settings, steps }: { settings: SequenceSettings; steps: readonly SequenceStep[] },
  waiting: readonly DueStep[],
  mailboxes: readonly MailboxPace[],
  now: Date,
  days: number,
): { items: CalendarDay[]; unsent: number } {
  const zone = settings.time_zone
  const window = windowOf(settings)
  // By the day on which it is due: how many messages of each step and zone.
  const due = new Map<string, Map<string, number>>()
  const add = (date: string, group: string, count: number) => {
    const of = due.get(date) ?? new Map<string, number>()
    due.set(date, of.set(group, (of.get(group) ?? 0) + count))
  }
  const today = localDate(now, zone)
  for (const one of waiting) {
    const date = localDate(one.due_at, zone)
    add(date < today ? today : date, groupOf(one.step, one.zone), one.count)
  }
  const items: CalendarDay[] = []
  let date = today
  for (let number = 0; number < days; number++, date = addDays(date, 1)) {
    const queue = due.get(date) ?? new Map<string, number>()
    due.delete(date)
    const begins = momentOf(date, 0, zone)
    const from = begins > now ? begins : now
    const ends = momentOf(addDays(date, 1), 0, zone)
    const groups = [...queue].map(([group, count]) => {
      const { step, zone: own } = readGroup(group)
      return { step, zone: own, group, count, open: openDuring(from, ends, window, own) }
    })
    const open = groups.flatMap((one) => one.open ?? [])
    const opens = new Date(Math.min(...open.map((one) => one.opens.getTime())))
    const closes = new Date(Math.max(...open.map((one) => one.closes.getTime())))
    const hours = open.length > 0 ? (closes.getTime() - opens.getTime()) / 3_600_000 : 0
    let room = open.length > 0 ? capacity(settings, mailboxes, hours, number) : 0
    let newRoom = settings.max_new_per_day ?? Number.MAX_SAFE_INTEGER
    const byStep = steps.map(() => 0)
    // Follow-ups before new leads, so that sequences under way stay on time.
    for (const { step, zone: own, group, count, open: during } of groups.sort((a, b) => b.step - a.step)) {
      const isTask = steps[step]?.kind !== 'email'
      const most = during ? Math.min(count, room, step === 0 ? newRoom : count) : 0
      const sends = isTask ? count : most
      if (sends > 0) {
        if (!isTask) {
          room -= sends
          if (step === 0) newRoom -= sends
          byStep[step] = (byStep[step] ?? 0) + sends
        }
        const next = steps[step + 1]
        if (next) {
          const after = new Date((during?.opens ?? from).getTime() + Math.max(next.delay_hours * 3_600_000, 1))
          const at = nextOpen(after, window, own)
          if (at) add(later(localDate(at, zone), date), groupOf(step + 1, own), sends)
        }
      }
      if (count > sends) add(addDays(date, 1), group, count - sends)
    }
    const messages = byStep.reduce((sum, one) => sum + one, 0)
    if (messages > 0)
      items.push({
        date,
        messages,
        new_leads: byStep[0] ?? 0,
        by_step: byStep,
        first_at: opens.toISOString(),
        last_at: closes.toISOString(),
      })
    if (due.size === 0) break
  }
  const unsent = [...due.values()]
    .flatMap((of) => [...of])
    .reduce((sum, [group, count]) => sum + (steps[readGroup(group).step]?.kind === 'email' ? count : 0), 0)
  return { items, unsent }
}

/** A step that is due on the same day is sent on that day only when its turn is still to come. */
const later = (date: string, today: string) => (date <= today ? addDays(today, 1) : date)

function capacity(settings: SequenceSettings, mailboxes: readonly MailboxPace[], hours: number, day: number): number {
  const gap = settings.min_gap_seconds + settings.gap_jitter_seconds / 2
  const perBox = mailboxes.map(({ max_per_hour, max_per_day, ramp, day: age, used_today }) => {
    const limit = ramp
      ? rampLimit(max_per_day ?? Number.MAX_SAFE_INTEGER, ramp, age + day)
      : (max_per_day ?? Number.MAX_SAFE_INTEGER)
    const byGap = gap === 0 ? Number.MAX_SAFE_INTEGER : Math.floor((hours * 3600) / gap) + 1
    // The first hour of a window may begin with a full allowance.
    const byHour = Math.ceil(hours) * max_per_hour
    return Math.max(0, Math.min(limit - (day === 0 ? used_today : 0), byGap, byHour))
  })
  const total = perBox.reduce((sum, one) => sum + one, 0)
  return Math.min(total, settings.max_per_day ?? Number.MAX_SAFE_INTEGER)
}

export const ASSUMES =
  'Assumes no replies, bounces or unsubscribes and that all mailboxes stay active; days are in the time zone of the sequence, hours in those of the recipients where it goes by them. The plan is the most that can be sent on each day.'

export const daysSince = (first: Date | null, now: Date) =>
  first ? Math.max(0, Math.floor((now.getTime() - first.getTime()) / DAY_MS)) : 0
