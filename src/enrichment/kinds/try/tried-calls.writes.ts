// Counts calls that no attempt is kept of, such as trying a column out, where all calls are counted.
import type { WorkspaceTx } from '../../../platform/db/database.ts'

export interface CountedCall {
  provider: string
  /** The kind of its outcome. */
  kind: string
  /** Null is unknown. */
  cost_micro: number | null
}

const COUNT = `insert into lookup_usage as u (workspace_id, day, provider, lane, calls, hits, misses, errors, cached, cost_micro, unpriced)
  select $1, $2::date, provider, pg_backend_pid() & 7, count(*), count(*) filter (where kind = 'found'),
    count(*) filter (where kind = 'not_found'), count(*) filter (where kind not in ('found', 'not_found')), 0,
    coalesce(sum(cost_micro), 0), count(*) filter (where cost_micro is null)
  from jsonb_to_recordset($3::jsonb) g (provider text, kind text, cost_micro bigint) group by provider order by provider
  on conflict (workspace_id, day, provider, lane) do update set calls = u.calls + excluded.calls, hits = u.hits + excluded.hits,
    misses = u.misses + excluded.misses, errors = u.errors + excluded.errors,
    cost_micro = u.cost_micro + excluded.cost_micro, unpriced = u.unpriced + excluded.unpriced`

export async function countTried(tx: WorkspaceTx, calls: readonly CountedCall[], at: Date): Promise<void> {
  await tx.client.query(COUNT, [tx.workspace_id, at.toISOString().slice(0, 10), JSON.stringify(calls)])
}
