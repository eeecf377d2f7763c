// The leads that a job brought, each once with what came of it, in the order in which they came.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** Written in the transaction that stores the leads. One that the job brought before keeps what came of it then. */
export async function addBrought(
  tx: WorkspaceTx,
  jobId: string,
  brought: readonly { lead_id: number; outcome: string }[],
): Promise<void> {
  if (brought.length === 0) return
  await tx.client.query(
    `insert into job_leads (workspace_id, job_id, lead_id, seq, status, outcome)
     select $1, $2, x.lead_id, coalesce((select max(seq) from job_leads where workspace_id = $1 and job_id = $2), 0) + x.place, 'done', x.outcome
     from jsonb_to_recordset($3::jsonb) as x (lead_id bigint, place bigint, outcome text)
     on conflict (workspace_id, job_id, lead_id) do nothing`,
    [tx.workspace_id, jobId, JSON.stringify(brought.map((one, place) => ({ ...one, place: place + 1 })))],
  )
}
