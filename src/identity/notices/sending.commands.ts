// When notices go out: at once by a ticket, as a digest by a schedule; one of each per person and way.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { readSchedules, removeSchedule, type ScheduleState, setSchedule } from '../../platform/queue/schedules.ts'
import { digestDue, sendNotices } from './notices.jobs.ts'
import { digestTiming, type NoticeChannel, sendingTime, WAYS, type When } from './notices.logic.ts'
import type { StoredPreferences } from './notices.reads.ts'

const subjectOf = (userId: number, way: NoticeChannel) => `${userId}:${way}`

/** The setting of that channel; `off` without an address. */
export function whenOf(own: StoredPreferences, way: NoticeChannel): When {
  if (way === 'email') return own.email === null ? 'off' : own.email_when
  return own.chat_url === null ? 'off' : own.chat_when
}

/** Lets the worker look after what waits for a person; two requests are one. */
export function requestSending(tx: WorkspaceTx, userId: number, way: NoticeChannel, run_at: Date): Promise<string> {
  return enqueue(tx, sendNotices, { user_id: userId, way }, { run_at, key: `${tx.workspace_id}:${userId}:${way}` })
}

/** Plans the delivery of a notice: at once, when the quiet hours end, or with the next digest. */
export async function planSending(tx: WorkspaceTx, userId: number, own: StoredPreferences, now: Date): Promise<void> {
  for (const way of WAYS)
    if (whenOf(own, way) === 'at_once') await requestSending(tx, userId, way, sendingTime(own, now))
    else if (isDigest(own, way)) await keepDigest(tx, userId, way, own, now)
}

export const isDigest = (own: StoredPreferences, way: NoticeChannel) => digestTiming(whenOf(own, way), own) !== null

/** Sets or removes the schedule of a digest as the preferences say. */
export async function keepDigest(
  tx: WorkspaceTx,
  userId: number,
  way: NoticeChannel,
  own: StoredPreferences,
  now: Date,
): Promise<void> {
  const timing = digestTiming(whenOf(own, way), own)
  const item = { subject: subjectOf(userId, way), payload: { user_id: userId, way } }
  if (timing) await setSchedule(tx, digestDue, { ...item, timing, now })
  else await removeSchedule(tx, digestDue, item.subject)
}

/** When the digests of a person go out next, and when they last did. */
export async function readDigests(
  tx: WorkspaceTx,
  userId: number,
): Promise<Partial<Record<NoticeChannel, ScheduleState>>> {
  const subjects = WAYS.map((way) => subjectOf(userId, way))
  const found = await readSchedules(tx, digestDue, subjects)
  return Object.fromEntries(
    WAYS.flatMap((way) => {
      const state = found.get(subjectOf(userId, way))
      return state ? [[way, state]] : []
    }),
  )
}
