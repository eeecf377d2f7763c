// The job that brings a new version of a function into a workbook that follows it.
import { Type } from 'typebox'
import { defineJob } from '../../platform/queue/job.ts'

export const functionFollow = defineJob({
  name: 'function.follow',
  payload: Type.Object({ function_id: Type.String(), use_id: Type.String() }),
})
