// The jobs of watches.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

/** One poll; the schedule of each watch enqueues it. */
export const pollWatch = defineJob({
  name: 'watch.poll',
  payload: Type.Object({
    watch_id: Type.String(),
    /** The poll that a user requested. */
    poll_id: Type.Optional(Type.String()),
    cause: Type.Optional(Type.String()),
  }),
  attempts: 5,
  lane: 'network',
})

/** Brings the watches of a group in step with its leads. */
export const syncGroup = defineJob({
  name: 'watch.sync_group',
  payload: Type.Object({ group_id: Type.String(), requested: Type.Optional(Type.Boolean()) }),
  attempts: 3,
  lane: 'bulk',
})
