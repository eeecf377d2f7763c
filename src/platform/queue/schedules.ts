// Durable schedules: items that are due again and again, by interval or cron. What is due becomes a ticket of the queue.

import { Cron } from 'croner'
import type { Static, TSchema } from 'typebox'
import { refuse } from '../../kernel/errors.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import type { Json } from '../../kernel/json.ts'
import type { Tx } from '../db/database.ts'
import type { JobKind } from './job.ts'
import { PAST_HELD } from './lease.ts'
import { QUEUE_CHANNEL, queueKey } from './queue.ts'

/** A fixed interval in seconds, or a cron expression of five fields in a time zone (IANA name, default UTC). */
export type ScheduleTiming = { every_seconds: number } | { cron: string; time_zone?: string }

const INTERVALS = { '15m': 900, hourly: 3_600, '6h': 21_600, daily: 86_400, weekly: 604_800 } as const
export type IntervalName = keyof typeof INTERVALS
export const INTERVAL_NAMES = Object.keys(INTERVALS) as IntervalName[]
/** As people read them. */
export const INTERVAL_LABELS: Readonly<Record<IntervalName, string>> = {
  '15m': 'Every 15 minutes',
  hourly: 'Every hour',
  '6h': 'Every 6 hours',
  daily: 'Every day',
  weekly: 'Every week',
}
export const intervalSeconds = (name: IntervalName): number => INTERVALS[name]

/** Refuses (422) a cron expression or time zone that does not exist. */
export function checkTiming(timing: ScheduleTiming): void {
  if (!('cron' in timing)) return
  try {
    if (timing.cron.trim().split(/\s+/).length !== 5) throw new Error('five fields are needed')
    if (!new Cron(timing.cron, { timezone: timing.time_zone ?? 'UTC', paused: true }).nextRun())
      throw new Error('it is never due')
  } catch (error) {
    refuse('invalid', `The schedule "${timing.cron}" cannot be read: ${(error as Error).message}`)
  }
}

/** The first time after `after`, without jitter. Intervals count from `last`, so that they do not drift; missed ones are one. */
export function nextTime(timing: ScheduleTiming, after: Date, last: Date = after): Date {
  if ('cron' in timing) {
    const next = new Cron(timing.cron, { timezone: timing.time_zone ?? 'UTC', paused: true }).nextRun(after)
    return next ?? new Date(8.64e15)
  }
  const every = timing.every_seconds * 1000
  const periods = Math.max(1, Math.floor((after.getTime() - last.getTime()) / every) + 1)
  return new Date(last.getTime() + periods * every)
}

/** A steady part of the jitter for an item, so that many of one interval are spread and each stays regular. */
export function jitterMs(id: string, seconds: number): number {
  if (seconds === 0) return 0
  let hash = 2_166_136_261
  for (const char of id) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619)
  return ((hash >>> 0) / 2 ** 32) * seconds * 1000
}

export interface ScheduleItem<S extends TSchema> {
  /** What the schedule is for, unique per kind in a workspace. */
  subject: string
  payload: Static<S>
  timing: ScheduleTiming
  jitter_seconds?: number
  /** When it is due first; by default at the next time of its timing. */
  first_at?: Date
  now: Date
}

/** Creates or changes a schedule. One whose timing did not change keeps its next time unless `first_at` is given. */
export async function setSchedule<S extends TSchema>(tx: Tx, kind: JobKind<S>, item: ScheduleItem<S>): Promise<void> {
  const { subject, payload, timing, jitter_seconds = 0, first_at, now } = item
  checkTiming(timing)
  const id = newId()
  const next = first_at ?? new Date(nextTime(timing, now).getTime() + jitterMs(id, jitter_seconds))
  const [every, cron, zone] =
    'cron' in timing ? [null, timing.cron, timing.time_zone ?? 'UTC'] : [timing.every_seconds, null, 'UTC']
  await tx.client.query(
    `insert into schedules as s (id, workspace_id, kind, subject, payload, every_seconds, cron, time_zone, jitter_seconds,
         lane, max_attempts, next_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (workspace_id, kind, subject) do update set payload = excluded.payload, paused = false,
         next_at = case when $13 or (s.every_seconds, s.cron, s.time_zone) is distinct from
           (excluded.every_seconds, excluded.cron, excluded.time_zone) then excluded.next_at else s.next_at end,
         every_seconds = excluded.every_seconds, cron = excluded.cron, time_zone = excluded.time_zone,
         jitter_seconds = excluded.jitter_seconds, lane = excluded.lane, max_attempts = excluded.max_attempts`,
    [
      id,
      tx.workspace_id,
      kind.name,
      subject,
      JSON.stringify(payload),
      every,
      cron,
      zone,
      jitter_seconds,
      kind.lane,
      kind.attempts,
      next,
      first_at !== undefined,
    ],
  )
}

const one = 'workspace_id is not distinct from $1 and kind = $2 and subject = $3'

export async function removeSchedule(tx: Tx, kind: JobKind, subject: string): Promise<void> {
  await tx.client.query(`delete from schedules where ${one}`, [tx.workspace_id, kind.name, subject])
}

/** Moves the next time, for example after failures; the timing goes on from there. */
export async function postponeSchedule(tx: Tx, kind: JobKind, subject: string, at: Date): Promise<void> {
  await tx.client.query(`update schedules set next_at = $4 where ${one}`, [tx.workspace_id, kind.name, subject, at])
}

/** Makes a schedule due at once, paused or not, without changing its timing otherwise. */
export async function runScheduleNow(tx: Tx, kind: JobKind, subject: string): Promise<void> {
  await tx.client.query(`update schedules set next_at = now() where ${one}`, [tx.workspace_id, kind.name, subject])
  tx.wakes.add(QUEUE_CHANNEL)
}

export interface ScheduleState {
  subject: string
  next_at: Date
  last_at: Date | null
  paused: boolean
}

export async function readSchedules(
  tx: Tx,
  kind: JobKind,
  subjects: readonly string[],
): Promise<Map<string, ScheduleState>> {
  const { rows } = await tx.client.query<ScheduleState>(
    `select subject, next_at, last_at, paused from schedules
       where workspace_id is not distinct from $1 and kind = $2 and subject = any($3)`,
    [tx.workspace_id, kind.name, subjects],
  )
  return new Map(rows.map((row) => [row.subject, row]))
}

interface DueItem {
  id: string
  workspace_id: WorkspaceId | null
  kind: string
  subject: string
  payload: Json
  every_seconds: number | null
  cron: string | null
  time_zone: string
  jitter_seconds: number
  lane: string
  max_attempts: number
  next_at: Date
}

const BATCH = 500
const DUE = `select id, workspace_id, kind, subject, payload, every_seconds, cron, time_zone, jitter_seconds, lane, max_attempts, next_at
  from schedules where not paused and next_at <= $1 order by next_at ${PAST_HELD} limit ${BATCH}`

// The key lets one ticket of an item wait and one be at work: an item that takes longer than its interval is not run twice.
const ENQUEUE = `insert into queue (id, workspace_id, kind, payload, max_attempts, lane, key)
  select x.ticket, x.workspace_id, x.kind, x.payload, x.max_attempts, x.lane, x.key
  from jsonb_to_recordset($1::jsonb) as x (ticket uuid, workspace_id uuid, kind text, payload jsonb, max_attempts int, lane text, key text)
  on conflict (kind, key) where state = 'ready' and key is not null do nothing`

const ADVANCE = `update schedules s set last_at = $2, next_at = x.next_at
  from jsonb_to_recordset($1::jsonb) as x (id uuid, next_at timestamptz) where s.id = x.id`

/** Enqueues what is due, at most 500 items, each once however often it was missed. Returns how many there were. */
export async function enqueueDue(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.client.query<DueItem>(DUE, [now])
  if (rows.length === 0) return 0
  const tickets = rows.map((item) => ({
    ...item,
    ticket: newId(),
    key: queueKey(item.workspace_id, `schedule:${item.subject}`),
  }))
  await tx.client.query(ENQUEUE, [JSON.stringify(tickets)])
  const next = rows.map((item) => ({ id: item.id, next_at: nextOf(item, now).toISOString() }))
  await tx.client.query(ADVANCE, [JSON.stringify(next), now])
  tx.wakes.add(QUEUE_CHANNEL)
  return rows.length
}

function nextOf(item: DueItem, now: Date): Date {
  const { id, every_seconds, cron, time_zone, jitter_seconds, next_at } = item
  if (every_seconds !== null) return nextTime({ every_seconds }, now, next_at)
  const slot = nextTime({ cron: cron as string, time_zone }, now)
  return new Date(slot.getTime() + jitterMs(id, jitter_seconds))
}
