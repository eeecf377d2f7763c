// Reading attempts: those on record, and calls under way of which nothing is on record yet.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { AttemptRecord } from './attempts.writes.ts'

const COLUMNS = `id, row_id, column_id, step_id, provider, state, outcome, reason, detail, confidence, cached, cost_micro, answer,
  started_at, duration_ms, request, response`

/** Both, to be read as one table; conditions reach both. */
export const ATTEMPTS = `(
    select workspace_id, workbook_id, run_id, ${COLUMNS} from attempts
    union all select workspace_id, workbook_id, run_id, id, row_id, column_id, step_id, lookup, 'reserved', null, null, null, null::real,
      false, null::bigint, null::jsonb, at, null::int, null::jsonb, null::jsonb
    from reservations r where run_id is not null
      and not exists (select from attempts a where a.workspace_id = r.workspace_id and a.id = r.id))`

/** Attempts by id. */
export async function readAttempts(tx: WorkspaceTx, ids: string[]): Promise<Map<string, AttemptRecord>> {
  const { rows } = await tx.client.query<AttemptRecord>(
    `select ${COLUMNS} from ${ATTEMPTS} a where workspace_id = $1 and id = any($2::uuid[])`,
    [tx.workspace_id, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Attempts that this run has made at these rows; also the calls of lost workers, where there may be some: they are looked for
 * among all that are under way in the workspace, since each call pays for every index on them.
 */
export async function readRunAttempts(
  tx: WorkspaceTx,
  workbookId: string,
  runId: string,
  rowIds: string[],
  which: 'on record' | 'under way too' = 'under way too',
): Promise<AttemptRecord[]> {
  const { rows } = await tx.client.query<AttemptRecord>(
    `select ${COLUMNS} from ${which === 'on record' ? 'attempts' : ATTEMPTS} a where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[]) and run_id = $4
      order by id`,
    [tx.workspace_id, workbookId, rowIds, runId],
  )
  return rows
}

/** Attempts that a job has made at a lead, calls of lost workers among them. */
export async function readJobAttempts(tx: WorkspaceTx, jobId: string, rowId: string): Promise<AttemptRecord[]> {
  const { rows } = await tx.client.query<AttemptRecord>(
    `select ${COLUMNS} from ${ATTEMPTS} a where workspace_id = $1 and run_id = $2 and row_id = $3 order by id`,
    [tx.workspace_id, jobId, rowId],
  )
  return rows
}
