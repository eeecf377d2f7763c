// The jobs of notices: sending one person what waits for them by mail or to their chat, and asking for that when a digest is due.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'
import { type NoticeChannel, WAYS } from './notices.logic.ts'

const payload = Type.Object({
  user_id: Type.Integer(),
  way: Type.Unsafe<NoticeChannel>({ type: 'string', enum: [...WAYS] }),
})

export const sendNotices = defineJob({ name: 'notices.send', payload, attempts: 8, lane: 'network' })

/** The schedule of each person and way with a digest enqueues it. */
export const digestDue = defineJob({ name: 'notices.digest', payload, attempts: 8 })
