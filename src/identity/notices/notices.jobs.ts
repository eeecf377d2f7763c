// The job of notices: sends one person what waits for them, by mail or to their chat.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

export const sendNotices = defineJob({
  name: 'notices.send',
  payload: Type.Object({ user_id: Type.Integer(), way: Type.String({ enum: ['email', 'chat'] }) }),
  attempts: 8,
  lane: 'network',
})
