// Starting a collection and deleting jobs that are over.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { startWork } from '../../platform/queue/work.ts'
import type { SourceAdapter } from '../../providers/sources/source.ts'
import { LEAD_TARGETS } from '../../records/lead-facts/lead-intake.logic.ts'
import { mustReadCollection } from '../sources/settings.ts'
import { COLLECT } from './collect.jobs.ts'
import { mustReadJob } from './jobs.reads.ts'
import type { Job, JobStart } from './jobs.schema.ts'

/** @throws Refusal `invalid` for a source that there is not, or a query that it does not take */
export async function startCollecting(
  tx: WorkspaceTx,
  sources: readonly SourceAdapter[],
  { source: id, query, target, max_leads }: JobStart,
  now: Date,
): Promise<Job> {
  const { source, settings } = mustReadCollection(tx, sources, { source: id, query })
  const mapping = target.mapping ?? {}
  const wrong = Object.entries(mapping).filter(([, field]) => !LEAD_TARGETS.includes(field))
  if (wrong.length > 0)
    refuse('invalid', 'There is no such lead field', {
      fields: wrong.map(([name, field]) => ({
        loc: ['body', 'target', 'mapping', name],
        type: 'value_error',
        msg: 'There is no such lead field',
        input: field,
      })),
    })
  const payload = { source: id, query: settings, tags: [...(target.tags ?? [])], max_leads, mapping }
  const title = `Collect leads: ${source.title}`
  const job = await startWork(tx, COLLECT, payload, { title, subject: { source: id } })
  const after = { source: id, query: settings, max_leads }
  await audit(tx, { act: 'job.started', object: { type: 'job', id: job }, after })
  return mustReadJob(tx, job, now)
}

/** Its leads stay. @throws Refusal `not_found`, `conflict` for one that goes on */
export async function deleteJob(tx: WorkspaceTx, id: string, now: Date): Promise<void> {
  const job = await mustReadJob(tx, id, now)
  if (job.status === 'pending' || job.status === 'running')
    refuse('conflict', 'This job goes on. Cancel it before it is deleted.')
  await tx.client.query('delete from job_leads where workspace_id = $1 and job_id = $2', [tx.workspace_id, job.id])
  await tx.client.query('delete from jobs where workspace_id = $1 and id = $2', [tx.workspace_id, job.id])
  await audit(tx, { act: 'job.deleted', object: { type: 'job', id: job.id } })
}
