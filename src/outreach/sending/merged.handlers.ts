// Stops enrollments of leads that turned out to be one person: what the next claim would refuse is ended as soon as the merge is done.
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { handleWorkspaceJob, type JobHandler } from '../../platform/queue/job.ts'
import { readLeadsOfEntity } from '../../records/entities/entities-of.reads.ts'
import { LEADS_MERGED } from '../../records/entities/merged.jobs.ts'
import { type EnrolledLead, findMergedAway } from '../enrollments/merged.reads.ts'
import { readAddress } from '../keys/address.logic.ts'
import type { OutreachKeys } from '../keys/workspace-key.ts'
import { findSuppressed, STATUS_AFTER } from '../suppressions/suppressions.reads.ts'
import { endEnrollment } from './outcome.writes.ts'

export function mergedJob({ database, keys }: { database: Database; keys: OutreachKeys }): JobHandler {
  return handleWorkspaceJob(LEADS_MERGED, ({ entity_id }, { workspace_id }) =>
    database.inWorkspace(workspace_id, (tx) => stopMerged(tx, keys, entity_id)),
  ) as JobHandler
}

async function stopMerged(tx: WorkspaceTx, keys: OutreachKeys, entityId: string): Promise<void> {
  const { rows: open } = await tx.client.query<EnrolledLead & { email: string }>(
    `select id as enrollment_id, sequence_id, lead_id, email from enrollments where workspace_id = $1 and lead_id = any($2::bigint[])
       and status in ('scheduled', 'active', 'waiting', 'paused', 'blocked', 'auto_replied') order by lead_id, id for update`,
    [tx.workspace_id, await readLeadsOfEntity(tx, entityId)],
  )
  if (open.length === 0) return
  const merged = await findMergedAway(tx, open)
  for (const enrollment_id of merged.keys()) await endEnrollment(tx, enrollment_id, 'stopped', 'merged')
  const key = await keys.find(tx)
  if (!key) return
  const left = open.flatMap(({ enrollment_id, lead_id, email }) => {
    const address = readAddress(email)
    return address && !merged.has(enrollment_id) ? [{ enrollment_id, lead_id, address }] : []
  })
  const suppressed = await findSuppressed(tx, key, left)
  for (const { enrollment_id, address } of left) {
    const found = suppressed.get(address.email)
    if (found) await endEnrollment(tx, enrollment_id, STATUS_AFTER[found.reason], 'suppressed')
  }
}
