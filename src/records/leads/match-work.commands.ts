// What a write of leads leaves for matching: which leads are to be compared anew, on record in its transaction.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { defineJob, NO_PAYLOAD } from '../../platform/queue/job.ts'
import { enqueue } from '../../platform/queue/queue.ts'

/** Handled by the room of entities, above this one. */
export const MATCH_LEADS = defineJob({ name: 'entities.match', payload: NO_PAYLOAD, attempts: 50 })

export async function leaveMatchWork(tx: WorkspaceTx, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length === 0) return
  await tx.client.query(
    'insert into lead_match_work (workspace_id, lead_id) select $1, unnest($2::bigint[]) on conflict do nothing',
    [tx.workspace_id, leadIds],
  )
  await enqueue(tx, MATCH_LEADS, {}, { key: 'all' })
}
