// Enrollments of leads that were merged after they were enrolled: one person gets the messages of a sequence once.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readEntitiesOf } from '../../records/entities/entities-of.reads.ts'

export interface EnrolledLead {
  enrollment_id: string
  sequence_id: string
  lead_id: number
}

/**
 * Those of the enrollments that are to stop, with the merged lead that the sequence goes on with: the one that it wrote to first, and
 * among those without a message the one that was enrolled first.
 */
export async function findMergedAway(tx: WorkspaceTx, asked: readonly EnrolledLead[]): Promise<Map<string, number>> {
  const entities = await readEntitiesOf(
    tx,
    asked.map(({ lead_id }) => lead_id),
  )
  const fellowsOf = (lead_id: number) => entities.get(lead_id)?.merged_with ?? []
  const merged = asked.filter(({ lead_id }) => fellowsOf(lead_id).length > 0)
  if (merged.length === 0) return new Map()
  const leads = merged.flatMap(({ lead_id }) => [lead_id, ...fellowsOf(lead_id)])
  // A message that a worker has taken counts as one that was sent: it may be on its way.
  const { rows } = await tx.client.query<{ id: string; sequence_id: string; lead_id: number }>(
    `select e.id, e.sequence_id, e.lead_id from enrollments e
     where e.workspace_id = $1 and e.lead_id = any($2::bigint[]) and e.sequence_id = any($3::uuid[])
     order by e.thread_message_id is null and not exists (select from outbound_messages m where m.workspace_id = $1 and m.enrollment_id = e.id
       and m.state in ('reserved', 'sending', 'uncertain', 'sent')), e.created_at, e.id`,
    [tx.workspace_id, [...new Set(leads)], [...new Set(merged.map(({ sequence_id }) => sequence_id))]],
  )
  return new Map(
    merged.flatMap(({ enrollment_id, sequence_id, lead_id }) => {
      const same = new Set([lead_id, ...fellowsOf(lead_id)])
      const first = rows.find((row) => row.sequence_id === sequence_id && same.has(Number(row.lead_id)))
      return first && first.id !== enrollment_id ? [[enrollment_id, Number(first.lead_id)] as const] : []
    }),
  )
}
