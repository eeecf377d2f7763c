// What the calls of one job cost that are booked under it, as those of sources are.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/** `workbookId` null: of a job that works on leads. */
export async function readBilled(
  tx: WorkspaceTx,
  workbookId: string | null,
  jobId: string,
): Promise<{ calls: number; cost_micro: number }> {
  const { rows } = await tx.client.query<{ calls: number; cost_micro: number }>(
    `select count(*)::int as calls, coalesce(sum(amount_micro), 0)::float8 as cost_micro from ledger_lines
     where workspace_id = $1 and workbook_id is not distinct from $2 and run_id = $3`,
    [tx.workspace_id, workbookId, jobId],
  )
  return rows[0] ?? { calls: 0, cost_micro: 0 }
}
