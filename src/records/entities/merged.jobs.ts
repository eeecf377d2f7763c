// What a merge leaves for higher rooms: a ticket for the entity whose leads are one now.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

/** Handled by outreach, above this room. */
export const LEADS_MERGED = defineJob({
  name: 'entities.merged',
  payload: Type.Object({ entity_id: Type.String() }),
  attempts: 50,
})
