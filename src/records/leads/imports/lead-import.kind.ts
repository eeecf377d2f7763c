// The kind of the jobs that make leads of a file.
import { Type } from 'typebox'
import { defineJob } from '../../../platform/queue/job.ts'
import { LeadImportOptions } from '../../imports/lead-transfer.schema.ts'
import { LEAD_IMPORT_KIND } from './lead-imports.writes.ts'
import { undoLeadImport } from './undo-import.commands.ts'

/** Its handler is in lead-import.jobs.ts. */
export const LEAD_IMPORT = defineJob({
  name: LEAD_IMPORT_KIND,
  payload: Type.Object({ options: LeadImportOptions, file_name: Type.String(), file_size: Type.Integer() }),
  attempts: 20,
  lane: 'long',
  undo: (database, at, { id }) => undoLeadImport(database, at, id),
})
