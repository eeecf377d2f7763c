// What is known of a lead: its values with source, age and freshness, what other sources said, and every attempt to find more.
import type { Static } from 'typebox'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { LEAD_FIELDS } from '../../records/lead-facts/lead-field.logic.ts'
import { readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'
import { LEAD_STORE } from '../attempts/attempts.logic.ts'
import type { AttemptRecord } from '../attempts/attempts.writes.ts'
import type { LeadCost } from '../money/ledger.schema.ts'
import { breakDown } from '../money/spending.reads.ts'
import { ageOf, daysOfAge, freshnessOf, isBlank, ttlDays } from './freshness.logic.ts'
import { rowIdOf } from './lead-row.logic.ts'

interface Aside {
  field: string
  provider: string
  value: Json
  provenance: JsonObject
  reason: string
  at: Date
}

/** @throws Refusal `not_found` */
export async function readFacts(tx: WorkspaceTx, leadId: number, now: number) {
  const lead = await mustReadLead(tx, leadId)
  const { rows } = await tx.client.query<Aside>(
    `select field, provider, value, provenance, reason, at from lead_claims
     where workspace_id = $1 and lead_id = any($2::bigint[]) order by at desc`,
    [tx.workspace_id, await readWithMerged(tx, [leadId])],
  )
  return LEAD_FIELDS.flatMap(({ name: field, label }) => {
    const value = lead.data[field] ?? null
    const aside = rows.filter((row) => row.field === field)
    if (isBlank(value) && aside.length === 0) return []
    const provenance = lead.provenance[field]
    const age = ageOf(provenance, now)
    return {
      field,
      label,
      value,
      provenance: provenance ?? null,
      age_days: daysOfAge(age),
      max_age_days: ttlDays(field),
      freshness: freshnessOf(field, age),
      others: aside.map(({ at, provenance: from, field: _, ...other }) => ({
        ...other,
        provenance: Object.keys(from).length === 0 ? null : from,
        age_days: daysOfAge(ageOf(from, now)),
        at: at.toISOString(),
      })),
    }
  })
}

type LeadAttempt = Omit<AttemptRecord, 'row_id' | 'state' | 'confidence' | 'answer'> & { run_id: string | null }

/** The newest first. @throws Refusal `not_found` */
export async function readLeadTrace(
  tx: WorkspaceTx,
  leadId: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  await mustReadLead(tx, leadId)
  const name = `trace of lead ${leadId}`
  const [before = null] = decodeCursor(name, cursor) ?? []
  const { rows } = await tx.client.query<LeadAttempt>(
    `select id, column_id, step_id, provider, outcome, reason, detail, cached, cost_micro, started_at, duration_ms, request, response, run_id
     from attempts where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[]) and ($4::uuid is null or id < $4)
     order by id desc limit $5`,
    [tx.workspace_id, LEAD_STORE, (await readWithMerged(tx, [leadId])).map(rowIdOf), before, limit + 1],
  )
  const items = rows.slice(0, limit).map(({ column_id, cost_micro, started_at, run_id, ...row }) => {
    const [action = '', waterfall = ''] = column_id.split('.')
    return {
      ...row,
      action,
      waterfall,
      job_id: run_id,
      started_at: started_at.toISOString(),
      cost_usd: cost_micro === null ? null : usdFromMicro(cost_micro),
    }
  })
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? encodeCursor(name, [last.id]) : null }
}

/**
 * All that was spent on a lead: on its records in the lead store, where it was merged on each of them, and on their rows of workbooks.
 * @throws Refusal `not_found`
 */
export async function readLeadCost(tx: WorkspaceTx, lead_id: number): Promise<Static<typeof LeadCost>> {
  await mustReadLead(tx, lead_id)
  const records = await readWithMerged(tx, [lead_id])
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from workbook_rows where workspace_id = $1 and lead_id = any($2::bigint[])',
    [tx.workspace_id, records],
  )
  const row_ids = [...records.map(rowIdOf), ...rows.map(({ id }) => id)]
  const { total, by } = await breakDown(tx, { row_ids }, ['provider'])
  return { lead_id, ...total, by_provider: by.provider }
}
