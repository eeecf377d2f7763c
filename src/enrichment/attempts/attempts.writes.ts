// Writing attempts, each group of them as one JSON parameter.
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'

export interface AttemptRecord {
  id: string
  row_id: string
  column_id: string
  step_id: string
  provider: string
  state: 'reserved' | 'settled' | 'uncertain'
  outcome: string | null
  reason: string | null
  detail: string | null
  confidence: number | null
  cached: boolean
  cost_micro: number | null
  answer: Outcome | null
  started_at: Date
  duration_ms: number | null
  request: JsonObject | null
  response: JsonObject | null
}

// What was not on record as settled before is counted for its day, in the same statement: an attempt counts once, however
// often a worker that takes over writes it again. A worker that takes over and finds the answer in the cache, or is stopped before it asks,
// tells nothing of a call that the other one made. Sorted, so that two groups at once cannot wait for each other.
const WRITE_ATTEMPTS = {
  name: 'attempts_write',
  text: `with given as materialized (
      select * from jsonb_to_recordset($4::jsonb) a (id uuid, row_id uuid, column_id text, step_id text, provider text,
        state text, outcome text, reason text, detail text, confidence real, cached boolean, cost_micro bigint, answer jsonb,
        started_at timestamptz, duration_ms int, request jsonb, response jsonb)
    ), counted as (
      insert into lookup_usage as u (workspace_id, day, provider, lane, calls, hits, misses, errors, cached, cost_micro, unpriced)
      select $1, (g.started_at at time zone 'UTC')::date, g.provider, pg_backend_pid() & 7, count(*) filter (where not g.cached),
        count(*) filter (where not g.cached and g.outcome = 'found'),
        count(*) filter (where not g.cached and g.outcome = 'not_found'),
        count(*) filter (where not g.cached and g.outcome is distinct from 'found' and g.outcome is distinct from 'not_found'),
        count(*) filter (where g.cached), coalesce(sum(g.cost_micro) filter (where not g.cached), 0),
        count(*) filter (where not g.cached and g.cost_micro is null)
      from given g where g.state <> 'reserved' and g.outcome is distinct from 'skipped' and not exists (
        select 1 from attempts a where a.workspace_id = $1 and a.id = g.id and a.state <> 'reserved')
      group by 2, 3 order by 2, 3
      on conflict (workspace_id, day, provider, lane) do update set calls = u.calls + excluded.calls, hits = u.hits + excluded.hits,
        misses = u.misses + excluded.misses, errors = u.errors + excluded.errors, cached = u.cached + excluded.cached,
        cost_micro = u.cost_micro + excluded.cost_micro, unpriced = u.unpriced + excluded.unpriced
    )
    insert into attempts (workspace_id, workbook_id, run_id, id, row_id, column_id, step_id, provider, state, outcome, reason,
      detail, confidence, cached, cost_micro, answer, started_at, duration_ms, request, response)
    select $1, $2, $3, a.* from given a
    on conflict (workspace_id, id) do update set state = excluded.state, outcome = excluded.outcome, reason = excluded.reason,
      detail = excluded.detail, confidence = excluded.confidence, cached = excluded.cached, cost_micro = excluded.cost_micro,
      answer = excluded.answer, duration_ms = excluded.duration_ms, request = excluded.request, response = excluded.response
      where not ((excluded.cached or excluded.outcome is not distinct from 'skipped')
        and attempts.state = 'settled' and not attempts.cached and attempts.outcome is distinct from 'skipped')`,
}

/** Writes attempts; one that was reserved under the same id becomes what it turned out to be. */
export async function writeAttempts(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  attempts: AttemptRecord[],
): Promise<void> {
  if (attempts.length === 0) return
  // A worker that took its own chunk again may put one and the same attempt on record twice at once.
  const once = [...new Map(attempts.map((attempt) => [attempt.id, attempt])).values()]
  await tx.client.query({ ...WRITE_ATTEMPTS, values: [tx.workspace_id, workbookId, runId, JSON.stringify(once)] })
}
