// The rows of a mirror whose records are no longer in the source.
import type { WorkspaceTx } from '../../platform/db/database.ts'

/**
 * The next rows that were made for records which the run has not seen; the records are forgotten. Rows that were there before the source
 * brought a record for them are not among the ids.
 */
export async function claimGoneRows(
  tx: WorkspaceTx,
  sourceId: string,
  jobId: string,
  limit: number,
): Promise<{ row_ids: string[]; more: boolean }> {
  const { rows } = await tx.client.query<{ row_id: string | null }>(
    `with gone as (select record_key from source_rows
         where workspace_id = $1 and source_id = $2 and seen_by <> $3 order by record_key limit $4 for update)
     delete from source_rows s using gone where s.workspace_id = $1 and s.source_id = $2 and s.record_key = gone.record_key
       returning case when s.made then s.row_id end as row_id`,
    [tx.workspace_id, sourceId, jobId, limit],
  )
  return { row_ids: rows.flatMap(({ row_id }) => row_id ?? []), more: rows.length === limit }
}
