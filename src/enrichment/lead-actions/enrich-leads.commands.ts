// Starts the enrichment of leads: checks that the action and the leads exist; the job does the rest.
import { refuse } from '../../kernel/errors.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceScope } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { startWork } from '../../platform/queue/work.ts'
import { readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { capRun } from '../money/budgets.commands.ts'
import { type Askable, readLookups } from '../money/facts.ts'
import { readPerformance } from '../performance/performance.commands.ts'
import { BULK_ENRICH } from './bulk-enrich.jobs.ts'
import { addJobLeads } from './job-leads.writes.ts'
import { DEFAULT_ACTIONS, type LeadActionName } from './lead-action.logic.ts'
import { readWaterfalls } from './lead-actions.commands.ts'
import { estimateLeads } from './lead-estimate.reads.ts'
import { type FillMode, planWaterfalls } from './lead-plan.logic.ts'
import { pickAsked } from './merged-leads.reads.ts'

export interface LeadFillRequest {
  lead_ids: readonly number[]
  action: LeadActionName
  mode: FillMode
  max_usd?: number | undefined
  /** Values older than so many days are stale, whatever the waterfalls say. */
  max_age_days?: number
}

export interface FillStarted {
  job_id: string
  status: string
  action: LeadActionName
  total: number
}

/** @throws Refusal `not_found` when one of the leads is not there: then nothing was started */
export async function startFilling(tx: WorkspaceTx, wanted: LeadFillRequest): Promise<FillStarted> {
  const { action, mode, max_usd, max_age_days } = wanted
  const leads = await mustReadAll(tx, wanted.lead_ids)
  const { merged } = await pickAsked(tx, leads)
  const total = leads.length
  const title = `${DEFAULT_ACTIONS[action].title} for ${total === 1 ? nameOf(leads[0]) : `${total} leads`}`
  const job_id = await startWork(
    tx,
    BULK_ENRICH,
    { action, mode, ...(max_age_days !== undefined && { max_age_days }) },
    { title, total, subject: { action } },
  )
  await addJobLeads(
    tx,
    job_id,
    leads.map(({ id }) => id),
    merged,
  )
  if (max_usd !== undefined) await capRun(tx, job_id, max_usd, false)
  await audit(tx, {
    act: 'leads.enrich_started',
    object: { type: 'job', id: job_id },
    after: { action, mode, leads: total, merged: merged.size, max_usd: max_usd ?? null },
  })
  return { job_id, status: 'pending', action, total }
}

/** In the order in which they were named, each once. */
async function mustReadAll(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const wanted = [...new Set(ids)]
  const byId = new Map((await readLeads(tx, wanted)).map((lead) => [lead.id, lead]))
  if (byId.size < wanted.length) refuse('not_found', 'Lead not found')
  return wanted.flatMap((id) => byId.get(id) ?? [])
}

function nameOf(lead: StoredLead | undefined): string {
  const { contact_person, company, domain, email } = lead?.data ?? {}
  return String(contact_person ?? company ?? domain ?? email ?? 'one lead')
}

/** What the action would do to these leads and cost. @throws Refusal `not_found` */
export async function estimateFilling(
  tx: WorkspaceTx,
  { now, ...askable }: Askable & { now: () => Date },
  { lead_ids, action, mode }: LeadFillRequest,
) {
  const { asked, merged } = await pickAsked(tx, await mustReadAll(tx, lead_ids))
  const performance = await readPerformance(tx)
  const lookups = await readLookups(tx, askable)
  const planned = planWaterfalls(action, await readWaterfalls(tx, action), performance)
  const estimate = await estimateLeads(tx, asked, planned, { mode, lookups, performance, now: now().getTime() })
  return { ...estimate, action, merged: merged.size }
}

const LOOK_MS = 150

/** Resolves when the job is over, or so many seconds are: the job goes on either way. */
export async function waitForJob(
  database: Database,
  at: WorkspaceScope,
  jobId: string,
  seconds: number,
  signal: AbortSignal,
): Promise<string> {
  const until = Date.now() + seconds * 1000
  for (;;) {
    const status = await database.inWorkspace(at, async (tx) => {
      const { rows } = await tx.client.query<{ status: string }>(
        'select status from jobs where workspace_id = $1 and id = $2',
        [tx.workspace_id, jobId],
      )
      return rows[0]?.status ?? 'failed'
    })
    const left = until - Date.now()
    if (!['pending', 'running'].includes(status) || left <= 0 || signal.aborted) return status
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, left)))
  }
}
