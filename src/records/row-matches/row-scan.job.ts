// The job that looks for rows of a workbook that may be the same.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

export const ROW_SCAN = defineJob({
  name: 'rows.match',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})
