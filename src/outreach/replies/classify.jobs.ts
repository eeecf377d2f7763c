// The job that asks the model what a reply means, where the rules found nothing.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

export const classifyReplyByModel = defineJob({
  name: 'outreach.classify_reply',
  payload: Type.Object({ inbound_id: Type.String() }),
  attempts: 1,
  lane: 'network',
})
