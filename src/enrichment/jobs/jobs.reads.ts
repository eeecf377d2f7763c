// Reading jobs: the list, one of them, and its log.

import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { inOrder } from '../../platform/db/look-up.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { findJobKind } from '../../platform/queue/job.ts'
import { etaSeconds, isOver, type JobStatus } from '../../platform/queue/work.logic.ts'
import type { Job } from './jobs.schema.ts'

interface Stored {
  id: string
  kind: string
  title: string
  subject: JsonObject
  payload: JsonObject
  status: JobStatus
  done: number
  total: number | null
  message: string | null
  counts: Record<string, number>
  result: JsonObject | null
  error: string | null
  created_by: number | null
  actor_name: string | null
  cancel_requested_at: Date | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  undone_at: Date | null
  cost_micro: number
}

const SELECT = `select j.id, j.kind, j.title, j.subject, j.payload, j.status, j.done, j.total, j.message, j.counts, j.result, j.error, j.created_by,
    j.actor_name, j.cancel_requested_at, j.created_at, j.started_at, j.finished_at, j.undone_at,
    coalesce((select sum(c.cost_micro) from (
      select l.cost_micro from job_leads l where l.workspace_id = j.workspace_id and ${inOrder('l.job_id', 'j.id')}) c), 0)::bigint
    + coalesce((select sum(c.amount_micro) from (
      select m.amount_micro from ledger_lines m where j.kind = 'workbook.source' and m.workspace_id = j.workspace_id
        and ${inOrder('m.workbook_id', "(j.subject ->> 'workbook_id')::uuid", 'and m.run_id = j.id')}) c), 0)::bigint
    + coalesce((select sum(m.amount_micro) from ledger_lines m where j.kind = 'leads.collect' and m.workspace_id = j.workspace_id
        and m.workbook_id is null and m.run_id = j.id), 0)::bigint as cost_micro
  from jobs j where j.workspace_id = $1`

export interface JobsAsked {
  limit: number
  cursor?: string | undefined
  status?: JobStatus | undefined
  kind?: string | undefined
}

/** The newest first. */
export async function listJobs(
  tx: WorkspaceTx,
  { limit, cursor, status, kind }: JobsAsked,
  now: Date,
): Promise<{ items: Job[]; next_cursor: string | null }> {
  const name = `jobs ${status ?? ''} ${kind ?? ''}`
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<Stored>(
    `${SELECT} and ($2::uuid is null or j.id < $2) and ($3::text is null or j.status = $3) and ($4::text is null or j.kind = $4)
     order by j.id desc limit $5`,
    [tx.workspace_id, before, status ?? null, kind ?? null, limit + 1],
  )
  const items = rows.slice(0, limit).map((row) => recordOf(row, now))
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(name, [last.id]) : null }
}

/** @throws Refusal `not_found` */
export async function mustReadJob(tx: WorkspaceTx, id: string, now: Date): Promise<Job> {
  if (!isUuid(id)) return refuse('not_found', 'There is no such job')
  const { rows } = await tx.client.query<Stored>(`${SELECT} and j.id = $2`, [tx.workspace_id, id])
  return rows[0] ? recordOf(rows[0], now) : refuse('not_found', 'There is no such job')
}

/** The oldest lines first, so that a client can continue after its cursor. */
export async function readJobLog(
  tx: WorkspaceTx,
  jobId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const name = `log of job ${jobId}`
  const [after = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<{
    id: string
    at: Date
    level: 'info' | 'warning' | 'error'
    message: string
    details: JsonObject | null
  }>(
    `select id, at, level, message, details from job_log where workspace_id = $1 and job_id = $2 and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [tx.workspace_id, jobId, after, limit + 1],
  )
  const items = rows.slice(0, limit).map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(name, [last.id]) : null }
}

function recordOf(row: Stored, now: Date): Job {
  const { id, kind, title, status, message, counts, result, error, subject, payload } = row
  const [done, total] = [Number(row.done), row.total === null ? null : Number(row.total)]
  const end = row.finished_at ?? now
  const seconds = row.started_at ? (end.getTime() - row.started_at.getTime()) / 1000 : 0
  const rate = row.started_at && seconds > 0 ? Math.round((done / seconds) * 100) / 100 : null
  const { token_id: _, ...query } = payload
  return {
    id,
    job_id: id,
    kind,
    title,
    status,
    done,
    total,
    rate,
    message,
    counts,
    error,
    eta_seconds: status === 'running' ? etaSeconds(done, total, rate) : null,
    workbook_id: typeof subject.workbook_id === 'string' ? subject.workbook_id : null,
    query,
    result: typeof result === 'object' ? result : null,
    can_cancel: !isOver(status) && row.cancel_requested_at === null,
    can_retry: (status === 'failed' || status === 'cancelled') && findJobKind(kind)?.not_retried === undefined,
    can_undo: findJobKind(kind)?.undo !== undefined && isOver(status) && row.undone_at === null,
    undone_at: row.undone_at?.toISOString() ?? null,
    cost_usd: usdFromMicro(Number(row.cost_micro)),
    created_by: row.created_by === null ? null : { user_id: row.created_by, name: row.actor_name ?? '' },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
