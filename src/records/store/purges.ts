// The jobs that clear away what a deleted workbook or column leaves behind; the deletion enqueues its job.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

export const WORKBOOK_PURGE = defineJob({
  name: 'workbook.purge',
  payload: Type.Object({ workbook_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})
export const COLUMN_PURGE = defineJob({
  name: 'workbook.column_purge',
  payload: Type.Object({ workbook_id: Type.String(), column_id: Type.String() }),
  attempts: 20,
  lane: 'long',
})
