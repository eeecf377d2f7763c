// Records which values of sources turned out right or wrong, and reads how often, by source and field.
import { agreementKey } from '../../engine/waterfall/judge.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { FieldChange } from './merge.logic.ts'

export interface SourceEvidence {
  lead_id: number
  field: string
  provider: string
  /** Whether the value turned out right. */
  holds: boolean
  because: 'agreement' | 'edit' | 'bounce'
}

/** How many values of a source were confirmed or refuted, and how many of them were wrong. */
export interface TrackRecord {
  known: number
  wrong: number
}
export type TrackRecords = (provider: string, field: string) => TrackRecord

/** Evidence from a person or a mail server is not revoked when another source repeats the earlier value. */
export async function recordEvidence(tx: WorkspaceTx, evidence: readonly SourceEvidence[]): Promise<void> {
  if (evidence.length === 0) return
  await tx.client.query(
    `insert into source_evidence as e (workspace_id, lead_id, field, provider, holds, because)
     select distinct on (x.lead_id, x.field, x.provider) $1, x.lead_id, x.field, x.provider, x.holds, x.because
     from jsonb_to_recordset($2::jsonb) as x (lead_id bigint, field text, provider text, holds boolean, because text)
     order by x.lead_id, x.field, x.provider, x.because = 'agreement'
     on conflict (workspace_id, lead_id, field, provider) do update set holds = excluded.holds, because = excluded.because, at = now()
       where excluded.because <> 'agreement' or e.because = 'agreement'`,
    [tx.workspace_id, JSON.stringify(evidence)],
  )
}

/** The number of newest values by which a source is judged. */
const NEWEST = 200

/** Reads the records of the named sources and fields. */
export async function readTrackRecords(
  tx: WorkspaceTx,
  named: readonly { provider: string; field: string }[],
): Promise<TrackRecords> {
  const keyOf = (provider: string, field: string) => `${provider}\n${field}`
  const { rows } =
    named.length === 0
      ? { rows: [] }
      : await tx.client.query<TrackRecord & { provider: string; field: string }>(
          `select x.provider, x.field, n.known, n.wrong from (
              select distinct provider, field from jsonb_to_recordset($2::jsonb) as x (provider text, field text)) x
            cross join lateral (
              select count(*)::int as known, (count(*) filter (where not holds))::int as wrong from (
                select holds from source_evidence where workspace_id = $1 and field = x.field and provider = x.provider
                order by at desc limit ${NEWEST}) e) n`,
          [tx.workspace_id, JSON.stringify(named)],
        )
  const records = new Map(rows.map(({ provider, field, ...record }) => [keyOf(provider, field), record]))
  return (provider, field) => records.get(keyOf(provider, field)) ?? { known: 0, wrong: 0 }
}

/** The evidence that edits by users give about the sources of the replaced values. */
export function evidenceOfEdits(
  leads: readonly { id: number; fields: readonly FieldChange[]; provenance: Readonly<Record<string, JsonObject>> }[],
): SourceEvidence[] {
  return leads.flatMap(({ id, fields, provenance }) =>
    fields.flatMap(({ field, before, after, from }): SourceEvidence[] => {
      const provider = from?.provider
      const isEdit = provenance[field]?.method === 'manual'
      if (!isEdit || typeof provider !== 'string' || !contradicts(after, before)) return []
      return [{ lead_id: id, field, provider, holds: false, because: 'edit' }]
    }),
  )
}

const isBlank = (value: Json) => value === null || value === ''

/**
 * Whether a value says something else than the one before: one that is only taken away may have been unwanted. Lists may grow, and of
 * values by name each counts by itself.
 */
function contradicts(after: Json, before: Json): boolean {
  if (isBlank(before) || isBlank(after)) return false
  if (Array.isArray(before) && Array.isArray(after)) {
    const kept = new Set(after.map(agreementKey))
    return before.some((item) => !kept.has(agreementKey(item)))
  }
  if (isNamed(before) && isNamed(after)) {
    const now = new Map(Object.entries(after))
    return Object.entries(before).some(([name, value]) => contradicts(now.get(name) ?? null, value))
  }
  return agreementKey(before) !== agreementKey(after)
}

const isNamed = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Mail to the address of a lead came back for good: the source of the address was wrong, while the lead still has it. The lead is not
 * deleted meanwhile.
 */
export async function recordBouncedAddress(tx: WorkspaceTx, leadId: number, address: string): Promise<void> {
  const { rows } = await tx.client.query<{ provider: string | null }>(
    `select p.provenance #>> '{email,provider}' as provider from leads l join lead_provenance p using (workspace_id)
      where l.workspace_id = $1 and l.id = $2 and p.lead_id = l.id and lower(l.data ->> 'email') = lower($3)
      for key share of l`,
    [tx.workspace_id, leadId, address],
  )
  const provider = rows[0]?.provider
  if (provider)
    await recordEvidence(tx, [{ lead_id: leadId, field: 'email', provider, holds: false, because: 'bounce' }])
}
