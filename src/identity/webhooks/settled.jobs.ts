// The job that tells the cells of output columns how their deliveries ended.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

/** Its handler is with the columns. */
export const webhookSettled = defineJob({
  name: 'webhook.settled',
  // Its cell may be written a while after it.
  attempts: 20,
  payload: Type.Object({ delivery_ids: Type.Array(Type.String()) }),
})
