// Takes back what a job did to leads: values are as they were, leads that it made go, unless they were changed since.
import { refuse } from '../../kernel/errors.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import type { LeadsImportUndone } from '../../records/imports/lead-transfer.schema.ts'
import { undoLeadImport } from '../../records/leads/undo-import.commands.ts'
import { readLeadsOfJob, type UndoStarted, undoLeads } from '../../records/leads/undo-leads.commands.ts'
import { mustReadJob } from './jobs.reads.ts'

/** Safe to repeat, also where it broke off. @throws Refusal `not_found`, `conflict` */
export async function undoJob(
  database: Database,
  at: Place,
  jobId: string,
  now: Date,
): Promise<LeadsImportUndone | UndoStarted> {
  const { job, found } = await database.inWorkspace(at, async (tx) => {
    const job = await mustReadJob(tx, jobId, now)
    if (!job.can_undo) refuse('conflict', 'Only a job that is over and changed leads can be taken back')
    return { job, found: await readLeadsOfJob(tx, job.id) }
  })
  if (job.kind === 'leads.import') return undoLeadImport(database, at, jobId)
  return undoLeads(database, at, { key: 'job_id', value: job.id }, found, `Undo: ${job.title}`.slice(0, 300))
}
