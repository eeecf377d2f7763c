// Records the intents of leads: reported by users, programs and higher rooms, each once.
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead } from '../../records/lead-facts/lead.reads.ts'
import { readWithMerged } from '../../records/lead-facts/one-lead.reads.ts'

export interface IntentEvent {
  lead_id: number
  kind: string
  /** 0 to 100. */
  strength: number
  occurred_at: Date
  note?: string | null
  evidence_url?: string | null
  /** A report under the same key replaces the earlier one. */
  dedupe_key: string
}

/** Leads that were deleted are passed over. Returns the leads that something was recorded of, which are to be scored again. */
export async function recordIntents(tx: WorkspaceTx, intents: readonly IntentEvent[]): Promise<number[]> {
  if (intents.length === 0) return []
  const lines = intents.map((intent) => ({ note: null, evidence_url: null, ...intent, id: newId() }))
  const { rows } = await tx.client.query<{ lead_id: number }>(
    `insert into lead_intents (workspace_id, lead_id, id, kind, strength, note, evidence_url, dedupe_key, occurred_at)
     select distinct on (x.lead_id, x.kind, x.dedupe_key) $1, x.lead_id, x.id, x.kind, x.strength, x.note, x.evidence_url, x.dedupe_key, x.occurred_at
     from jsonb_to_recordset($2::jsonb) as x (lead_id bigint, id uuid, kind text, strength smallint, note text, evidence_url text,
       dedupe_key text, occurred_at timestamptz)
       join leads l on l.workspace_id = $1 and l.id = x.lead_id
     on conflict (workspace_id, lead_id, kind, dedupe_key) do update set strength = excluded.strength, note = excluded.note,
       evidence_url = excluded.evidence_url, occurred_at = excluded.occurred_at
     returning lead_id`,
    [tx.workspace_id, JSON.stringify(lines)],
  )
  return [...new Set(rows.map(({ lead_id }) => lead_id))]
}

/** Removes reported intents, by kind and key. */
export async function withdrawIntents(
  tx: WorkspaceTx,
  intents: readonly Pick<IntentEvent, 'lead_id' | 'kind' | 'dedupe_key'>[],
): Promise<void> {
  if (intents.length === 0) return
  await tx.client.query(
    `delete from lead_intents i using jsonb_to_recordset($2::jsonb) as x (lead_id bigint, kind text, dedupe_key text)
      where i.workspace_id = $1 and i.lead_id = x.lead_id and i.kind = x.kind and i.dedupe_key = x.dedupe_key`,
    [tx.workspace_id, JSON.stringify(intents.map(({ lead_id, kind, dedupe_key }) => ({ lead_id, kind, dedupe_key })))],
  )
}

export interface StoredIntent {
  id: string
  kind: string
  strength: number
  note: string | null
  evidence_url: string | null
  occurred_at: string
}

/** The newest of a lead. @throws Refusal `not_found` */
export async function readIntents(tx: WorkspaceTx, leadId: number, limit: number): Promise<StoredIntent[]> {
  await mustReadLead(tx, leadId)
  const { rows } = await tx.client.query<Omit<StoredIntent, 'occurred_at'> & { occurred_at: Date }>(
    `select id, kind, strength, note, evidence_url, occurred_at from lead_intents
     where workspace_id = $1 and lead_id = any($2::bigint[]) order by occurred_at desc, id desc limit $3`,
    [tx.workspace_id, await readWithMerged(tx, [leadId]), limit],
  )
  return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() }))
}
