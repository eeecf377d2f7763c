// When a person is told what: topics, digests and quiet hours, in the person's own time zone.
import { type TSchema, Type } from 'typebox'

export const TOPICS = {
  automations: 'Automations that failed, stopped or were held back',
  webhooks: 'Webhook endpoints that were disabled',
  tokens: 'Ingest tokens without a holder',
  budgets: 'Budgets that are nearly or fully used',
  runs: 'Runs that failed',
  providers: 'Providers that are paused after failures',
  watches: 'Watches that were paused, and signals sent by rules',
  approvals: 'Drafts and plans that wait for approval',
  mentions: 'Mentions of you',
  jobs: 'Background jobs that failed',
  rules: 'Messages sent by automation rules',
} as const
export type Topic = keyof typeof TOPICS
export const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

export const WHENS = ['off', 'at_once', 'daily', 'weekly'] as const
export type When = (typeof WHENS)[number]

export const topicSchema: TSchema = Type.String({ enum: TOPIC_NAMES })

/** How a person wants to be told; times are local, `HH:MM`. */
export interface Rhythm {
  time_zone: string
  quiet_from: string | null
  quiet_to: string | null
  digest_at: string
}

const MINUTE = 60_000
const DAY = 1_440

/** When what came at `now` is sent: at once outside quiet hours, else with the next digest. Null: not at all. */
export function sendingTime(when: When, rhythm: Rhythm, now: Date): Date | null {
  if (when === 'off') return null
  if (when === 'at_once') return new Date(now.getTime() + quietFor(rhythm, now) * MINUTE)
  const { minute, weekday } = localTime(now, rhythm.time_zone)
  const at = minutesOf(rhythm.digest_at)
  const today = (at - minute + DAY) % DAY || DAY
  if (when === 'daily') return new Date(startOfMinute(now) + today * MINUTE)
  // The digest of the week comes on Monday.
  const days = (8 - weekday) % 7
  const ahead = days * DAY + at - minute
  return new Date(startOfMinute(now) + (ahead > 0 ? ahead : ahead + 7 * DAY) * MINUTE)
}

/** Minutes until the quiet hours end; 0 outside of them. */
export function quietFor({ time_zone, quiet_from, quiet_to }: Rhythm, now: Date): number {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return 0
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  const { minute } = localTime(now, time_zone)
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? (to - minute + DAY) % DAY : 0
}

const startOfMinute = (now: Date) => Math.floor(now.getTime() / MINUTE) * MINUTE

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function localTime(now: Date, timeZone: string): { minute: number; weekday: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'short', hour: '2-digit', minute: '2-digit' },
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
  return { minute, weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? 'Sun') }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
