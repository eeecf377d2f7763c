// Deferred rows of a run, which become a chunk of their own.
import type { WorkspaceTx } from '../../../platform/db/database.ts'

/** Enqueues deferred rows with their unfinished columns, now or not before a time. */
export async function cutDeferred(
  tx: WorkspaceTx,
  runId: string,
  open: ReadonlyMap<string, readonly string[]>,
  notBefore: Date | null,
  rests: number,
): Promise<void> {
  if (open.size === 0) return
  // Adding a chunk locks the run, so that no two take the same number.
  await tx.client.query('select 1 from runs where workspace_id = $1 and id = $2 for no key update', [
    tx.workspace_id,
    runId,
  ])
  await tx.client.query(
    `insert into run_chunks (workspace_id, run_id, seq, from_position, to_position, row_ids, resting, not_before, rests)
      select $1, $2, coalesce(max(seq), 0) + 1, 0, 0, $3, $4, $5, $6 from run_chunks where workspace_id = $1 and run_id = $2`,
    [tx.workspace_id, runId, [...open.keys()], JSON.stringify(Object.fromEntries(open)), notBefore, rests],
  )
  tx.wakes.add('millrace_runs')
}
