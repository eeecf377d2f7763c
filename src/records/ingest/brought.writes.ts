// Which row each record of a source became.
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface KnownRecord {
  row_id: string | null
  made: boolean
}

export async function readRecords(
  tx: WorkspaceTx,
  sourceId: string,
  keys: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const { rows } = await tx.client.query<KnownRecord & { record_key: string }>(
    'select record_key, row_id, made from source_rows where workspace_id = $1 and source_id = $2 and record_key = any($3)',
    [tx.workspace_id, sourceId, keys],
  )
  return new Map(rows.map(({ record_key, ...record }) => [record_key, record]))
}

export async function keepRecords(
  tx: WorkspaceTx,
  sourceId: string,
  jobId: string,
  records: readonly (KnownRecord & { record_key: string })[],
): Promise<void> {
  if (records.length === 0) return
  await tx.client.query(
    `insert into source_rows (workspace_id, source_id, record_key, row_id, made, seen_by)
       select $1, $2, x.record_key, x.row_id, x.made, $3
       from jsonb_to_recordset($4::jsonb) as x (record_key text, row_id uuid, made boolean)
     on conflict (workspace_id, source_id, record_key)
       do update set row_id = excluded.row_id, made = excluded.made, seen_by = excluded.seen_by`,
    [tx.workspace_id, sourceId, jobId, JSON.stringify(records)],
  )
}

/** Records that are there and cannot be read now are not gone. */
export async function keepSeen(
  tx: WorkspaceTx,
  sourceId: string,
  jobId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await tx.client.query(
    'update source_rows set seen_by = $3 where workspace_id = $1 and source_id = $2 and record_key = any($4)',
    [tx.workspace_id, sourceId, jobId, keys],
  )
}
