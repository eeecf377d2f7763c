// The job that works on what a write left to be computed.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

/** Its handler is with the computed columns. */
export const COMPUTE = defineJob({
  name: 'workbook.compute',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 50,
  lane: 'long',
})
