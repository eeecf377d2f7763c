// The jobs that look for pairs: one that a person starts and follows, and one that follows from writes and decisions.
import { defineJob, NO_PAYLOAD } from '../../platform/queue/job.ts'

export const SCAN = defineJob({
  name: 'entities.scan',
  payload: NO_PAYLOAD,
  attempts: 20,
  lane: 'long',
})
export const RESCAN = defineJob({ name: 'entities.rescan', payload: NO_PAYLOAD, attempts: 20, lane: 'long' })
