// When a user gets which notice: topics, digests and quiet hours, in the user's time zone.
import type { ScheduleTiming } from '../../platform/queue/schedules.ts'

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

/** The notification settings of a user; times are local, `HH:MM`. */
export interface Rhythm {
  time_zone: string
  quiet_from: string | null
  quiet_to: string | null
  digest_at: string
}

export const WAYS = ['email', 'chat'] as const
/** How notices reach a person outside of their inbox. */
export type NoticeChannel = (typeof WAYS)[number]

const MINUTE = 60_000
const DAY = 1_440

/** When a digest goes out; null for what is no digest. */
export function digestTiming(when: When, { digest_at, time_zone }: Rhythm): ScheduleTiming | null {
  if (when !== 'daily' && when !== 'weekly') return null
  const minute = minutesOf(digest_at)
  const clock = `${minute % 60} ${Math.floor(minute / 60)}`
  return { cron: `${clock} * * ${when === 'weekly' ? '1' : '*'}`, time_zone }
}

/** When what comes at `now` may be sent: at once, or when the quiet hours end. */
export const sendingTime = (rhythm: Rhythm, now: Date) => new Date(now.getTime() + quietFor(rhythm, now) * MINUTE)

/** Minutes until the quiet hours end; 0 outside of them. */
export function quietFor({ time_zone, quiet_from, quiet_to }: Rhythm, now: Date): number {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return 0
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  const minute = localMinute(now, time_zone)
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to
  return isQuiet ? (to - minute + DAY) % DAY : 0
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight there. */
function localMinute(now: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
