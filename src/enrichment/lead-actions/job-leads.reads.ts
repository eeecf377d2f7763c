// Reading the leads of a job, each with what the job did to it.
import type { Static } from 'typebox'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { readLeadsById, recordOf } from '../../records/lead-facts/lead.reads.ts'
import type { LeadRecord } from '../../records/lead-facts/lead.schema.ts'
import type { JobLead } from './lead-action.schema.ts'

type State = Static<typeof JobLead>
type Line = Omit<State, 'cost_usd' | 'updated_at'> & { seq: number; cost_micro: number; updated_at: Date }

const stateOf = ({ seq: _, cost_micro, updated_at, ...line }: Line): State => ({
  ...line,
  cost_usd: usdFromMicro(cost_micro),
  updated_at: updated_at.toISOString(),
})

const COLUMNS = 'lead_id, seq, status, outcome, detail, fields, steps, cost_micro, updated_at'

/** In the order in which the job has them. */
export async function readJobLeads(
  tx: WorkspaceTx,
  jobId: string,
  { limit, cursor, outcome }: { limit: number; cursor?: string | undefined; outcome?: string | undefined },
): Promise<{ items: (LeadRecord & { job: State })[]; next_cursor: string | null }> {
  const name = `leads of job ${jobId} ${outcome ?? ''}`
  const [after = 0] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<Line>(
    `select ${COLUMNS} from job_leads where workspace_id = $1 and job_id = $2 and seq > $3 and ($5::text is null or outcome = $5)
     order by seq limit $4`,
    [tx.workspace_id, jobId, after, limit + 1, outcome ?? null],
  )
  const page = rows.slice(0, limit)
  const leads = await readLeadsById(
    tx,
    page.map(({ lead_id }) => lead_id),
  )
  const items = page.flatMap((line) => {
    const lead = leads.get(line.lead_id)
    return lead ? [{ ...recordOf(lead), job: stateOf(line) }] : []
  })
  const last = page.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(name, [last.seq]) : null }
}

/** What a job did to one of its leads; null when it has no such lead. */
export async function readJobLead(tx: WorkspaceTx, jobId: string, leadId: number) {
  const { rows } = await tx.client.query<Line>(
    `select ${COLUMNS} from job_leads where workspace_id = $1 and job_id = $2 and lead_id = $3`,
    [tx.workspace_id, jobId, leadId],
  )
  return rows[0] ? stateOf(rows[0]) : null
}

/** How many leads came to what; `done` is the sum. */
export async function countOutcomes(
  tx: WorkspaceTx,
  jobId: string,
): Promise<{ total: number; done: number; counts: Record<string, number> }> {
  const { rows } = await tx.client.query<{ outcome: string | null; status: string; leads: number }>(
    'select outcome, status, count(*)::int as leads from job_leads where workspace_id = $1 and job_id = $2 group by outcome, status',
    [tx.workspace_id, jobId],
  )
  const counts: Record<string, number> = {}
  let [total, done] = [0, 0]
  for (const { outcome, status, leads } of rows) {
    total += leads
    if (status !== 'done' || outcome === null) continue
    done += leads
    counts[outcome] = (counts[outcome] ?? 0) + leads
  }
  return { total, done, counts }
}
