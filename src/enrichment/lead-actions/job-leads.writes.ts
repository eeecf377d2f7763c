// The leads of a job: recorded when it starts, taken by a worker, and updated with the outcome of each.
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { LeaseLost } from '../../platform/queue/job.ts'
import type { WaterfallOutcome } from './fill-lead.ts'
import { rowIdOf } from './lead-row.logic.ts'

/** A lead in `merged` is done with at once: the lead that it names is asked about instead. */
export async function addJobLeads(
  tx: WorkspaceTx,
  jobId: string,
  leadIds: readonly number[],
  merged: ReadonlyMap<number, number>,
): Promise<void> {
  await tx.client.query(
    `insert into job_leads (workspace_id, job_id, lead_id, seq, status, outcome, detail)
     select $1, $2, x.id, x.place, case when x.why is null then 'pending' else 'done' end,
       case when x.why is not null then 'skipped' end, x.why
     from unnest($3::bigint[], $4::text[]) with ordinality as x (id, why, place) on conflict do nothing`,
    [tx.workspace_id, jobId, leadIds, leadIds.map((id) => whyMerged(merged.get(id)))],
  )
}

const whyMerged = (instead: number | undefined) =>
  instead === undefined
    ? null
    : `Merged with lead ${instead}, which this job asks about. To ask about this lead too, enrich it by itself in mode all.`

interface OpenLeads {
  /** To be worked on now, in order. */
  ready: number[]
  /** How many wait for a promised answer. */
  waiting: number
}

/** The unfinished leads. A lead waits as long as an answer for it is pending. */
export async function openLeads(tx: WorkspaceTx, jobId: string): Promise<OpenLeads> {
  const { rows } = await tx.client.query<{ lead_id: number; status: string }>(
    `select lead_id, status from job_leads where workspace_id = $1 and job_id = $2 and status <> 'done' order by seq`,
    [tx.workspace_id, jobId],
  )
  const { rows: awaited } = await tx.client.query<{ row_id: string }>(
    `select distinct row_id from awaited_answers where workspace_id = $1 and run_id = $2 and state = 'open'`,
    [tx.workspace_id, jobId],
  )
  const open = new Set(awaited.map(({ row_id }) => row_id))
  const ready = rows.flatMap(({ lead_id, status }) =>
    status === 'waiting' && open.has(rowIdOf(lead_id)) ? [] : [lead_id],
  )
  return { ready, waiting: rows.length - ready.length }
}

/** Puts a lead that its worker holds aside until the promised answers to it are there. */
export async function deferLead(tx: WorkspaceTx, jobId: string, leadId: number): Promise<void> {
  await tx.client.query(
    `update job_leads set status = 'waiting', taken_by = null, updated_at = now()
     where workspace_id = $1 and job_id = $2 and lead_id = $3`,
    [tx.workspace_id, jobId, leadId],
  )
}

/** Claims calls for the lead for this worker. False when the lead was deleted. */
export async function takeLead(tx: WorkspaceTx, jobId: string, leadId: number, worker: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    `update job_leads set status = 'running', taken_by = $4, updated_at = now()
     where workspace_id = $1 and job_id = $2 and lead_id = $3 and status <> 'done'`,
    [tx.workspace_id, jobId, leadId, worker],
  )
  return rowCount === 1
}

/** The lead was deleted while its job worked on it. */
export class LeadGone extends Error {
  constructor() {
    super('The lead was deleted')
  }
}

/** @throws LeaseLost when another worker has the lead, LeadGone when it was deleted */
export async function mustHoldLead(tx: WorkspaceTx, jobId: string, leadId: number, worker: string): Promise<void> {
  const { rows } = await tx.client.query<{ is_held: boolean | null }>(
    `select taken_by = $4 and status = 'running' as is_held from job_leads
     where workspace_id = $1 and job_id = $2 and lead_id = $3 for update`,
    [tx.workspace_id, jobId, leadId, worker],
  )
  const [lead] = rows
  if (!lead) throw new LeadGone()
  if (!lead.is_held) throw new LeaseLost()
}

export interface LeadEnd {
  outcome: string
  detail: string | null
  fields: readonly string[]
  steps: readonly WaterfallOutcome[]
}

export async function endLead(
  tx: WorkspaceTx,
  jobId: string,
  leadId: number,
  { outcome, detail, fields, steps }: LeadEnd,
): Promise<void> {
  const shown = steps.map(({ cost_micro, ...step }) => ({ ...step, cost_usd: usdFromMicro(cost_micro) }))
  await tx.client.query(
    `update job_leads set status = 'done', outcome = $4, detail = $5, fields = $6, steps = $7, cost_micro = $8, taken_by = null, updated_at = now()
     where workspace_id = $1 and job_id = $2 and lead_id = $3`,
    [
      tx.workspace_id,
      jobId,
      leadId,
      outcome,
      detail,
      fields,
      JSON.stringify(shown),
      steps.reduce((sum, { cost_micro }) => sum + cost_micro, 0),
    ],
  )
}
