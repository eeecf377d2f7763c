// Stores the records of a job in the lead store, one part at a time, for files and for collections from sources.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { JobRun } from '../../platform/queue/job.ts'
import { logPart } from '../intake/delivery.ts'
import type { RefusedRecord } from '../intake/rejects.commands.ts'
import type { ExistingPolicy, IncomingValues } from '../lead-facts/merge.logic.ts'
import { type UpsertedLeads, upsertLeads } from './upsert.commands.ts'

export interface LeadDelivery {
  part: number
  /** Such as `Page 3`. */
  name: string
  leads: readonly IncomingValues[]
  refused: readonly RefusedRecord[]
  existing: ExistingPolicy
  source: JsonObject
  /** Refused records that the job has kept so far. */
  kept: number
}

type LeadCounts = Record<UpsertedLeads['outcome'] | 'rejected', number>

/** In the transaction that saves how far the job is. */
export async function storeBroughtLeads(
  tx: WorkspaceTx,
  run: Pick<JobRun, 'id' | 'log'>,
  { part, name, leads, refused, existing, source, kept }: LeadDelivery,
): Promise<{ counts: LeadCounts; kept: number; warnings: string[] }> {
  const placed = await upsertLeads(tx, leads, { existing, source })
  await addBrought(tx, run.id, placed)
  const counts: LeadCounts = { created: 0, updated: 0, unchanged: 0, suppressed: 0, rejected: refused.length }
  for (const { outcome } of placed) counts[outcome]++
  const told = await logPart(tx, run, { part, name, counts, refused }, kept)
  for (const words of told.warnings) await run.log(tx, 'warning', words)
  return { counts, ...told }
}

/** The leads of a job, in the order in which they came. A lead that the job brought before keeps its first result. */
async function addBrought(tx: WorkspaceTx, jobId: string, placed: readonly UpsertedLeads[]): Promise<void> {
  const brought = new Map<number, UpsertedLeads['outcome']>()
  for (const { lead, outcome } of placed) if (lead && !brought.has(lead.id)) brought.set(lead.id, outcome)
  await addJobLeads(tx, jobId, brought)
}

/** What a job did to leads, for its list of them and for its undo. */
export async function addJobLeads(
  tx: WorkspaceTx,
  jobId: string,
  outcomes: ReadonlyMap<number, UpsertedLeads['outcome']>,
): Promise<void> {
  if (outcomes.size === 0) return
  const lines = [...outcomes].map(([lead_id, outcome], index) => ({ lead_id, outcome, place: index + 1 }))
  await tx.client.query(
    `insert into job_leads (workspace_id, job_id, lead_id, seq, status, outcome)
     select $1, $2, x.lead_id, coalesce((select max(seq) from job_leads where workspace_id = $1 and job_id = $2), 0) + x.place, 'done', x.outcome
     from jsonb_to_recordset($3::jsonb) as x (lead_id bigint, place bigint, outcome text)
     on conflict (workspace_id, job_id, lead_id) do nothing`,
    [tx.workspace_id, jobId, JSON.stringify(lines)],
  )
}
