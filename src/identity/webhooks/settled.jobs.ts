// The jobs that tell how deliveries ended: the cells of output columns, and runs of rules that wait for it.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

/** Its handler is with the columns. */
export const webhookSettled = defineJob({
  name: 'webhook.settled',
  // Its cell may be written a while after it.
  attempts: 20,
  payload: Type.Object({ delivery_ids: Type.Array(Type.String()) }),
})

/** Of deliveries that something waits for, as `awaitDelivery` noted; its handler is with the rules. */
export const webhookOutcome = defineJob({
  name: 'webhook.outcome',
  attempts: 20,
  payload: Type.Object({ delivery_ids: Type.Array(Type.String()) }),
})
