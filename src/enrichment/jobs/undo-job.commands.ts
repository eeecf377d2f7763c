// Takes back what a job did to leads: values are as they were, leads that it made go, unless they were changed since.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/database.ts'
import { undoLeadImport } from '../../records/leads/undo-import.commands.ts'
import { deleteMadeBy, putBackBy } from '../../records/leads/undo-source.commands.ts'
import { mustReadJob } from './jobs.reads.ts'

/** Leads of one transaction: the lock of the store is held no longer than these take. */
const AT_ONCE = 500

export interface Undone {
  restored: number
  deleted: number
  kept: number
}

/** Safe to repeat, also where it broke off. @throws Refusal `not_found`, `conflict` */
export async function undoJob(database: Database, at: Place, jobId: string, now: Date): Promise<Undone> {
  const { kind, ids } = await database.inWorkspace(at, async (tx) => {
    const job = await mustReadJob(tx, jobId, now)
    if (!job.can_undo) refuse('conflict', 'Only a job that is over and changed leads can be taken back')
    const { rows } = await tx.client.query<{ lead_id: number }>(
      'select lead_id from job_leads where workspace_id = $1 and job_id = $2 order by lead_id',
      [tx.workspace_id, job.id],
    )
    return { kind: job.kind, ids: rows.map(({ lead_id }) => lead_id) }
  })
  if (kind === 'leads.import') return undoLeadImport(database, at, jobId)
  const undone: Undone = { restored: 0, deleted: 0, kept: 0 }
  const by = { key: 'job_id', value: jobId } as const
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const batch = ids.slice(from, from + AT_ONCE)
    const done = await database.inWorkspace(at, async (tx) => {
      const made = await deleteMadeBy(tx, by, batch)
      const changed = await putBackBy(tx, by, batch)
      await tx.client.query(
        `delete from lead_claims where workspace_id = $1 and lead_id = any($2::bigint[]) and source ->> 'job_id' = $3`,
        [tx.workspace_id, batch, jobId],
      )
      return { restored: changed.restored, deleted: made.deleted, kept: made.kept + changed.kept }
    })
    undone.restored += done.restored
    undone.deleted += done.deleted
    undone.kept += done.kept
  }
  await database.inWorkspace(at, (tx) =>
    audit(tx, { act: 'job.undone', object: { type: 'job', id: jobId }, after: { ...undone } }),
  )
  return undone
}
