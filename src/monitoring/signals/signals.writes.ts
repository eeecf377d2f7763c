// Writing signals: each once by its dedupe key, with how new it is for its company; and what people make of them.
import { newId } from '../../kernel/ids.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { noveltyOf } from './intent.logic.ts'
import type { SignalStatus, SignalType } from './signal-types.logic.ts'

export interface NewSignal {
  type: SignalType
  lead_id: number | null
  watch_id: string | null
  company: string
  title: string
  summary: string
  before: Json
  after: Json
  evidence_url: string | null
  quote: string | null
  occurred_at: Date
  strength: number
  dedupe_key: string
  details: JsonObject
  provenance: JsonObject
}

export interface StoredSignal extends NewSignal {
  id: string
}

/** What a signal says of a lead. */
export type LeadSignal = Pick<
  NewSignal,
  'type' | 'lead_id' | 'strength' | 'title' | 'evidence_url' | 'occurred_at' | 'dedupe_key'
>

/** Those that were not known yet, as they are stored now. */
export async function insertSignals(
  tx: WorkspaceTx,
  signals: readonly NewSignal[],
  now: Date,
): Promise<StoredSignal[]> {
  if (signals.length === 0) return []
  const earlier = await earlierOf(tx, signals)
  const lines = signals.map((signal) => {
    const key = `${signal.type} ${signal.company}`
    const before = earlier.get(key) ?? []
    const novelty = noveltyOf(signal.type, before, now)
    earlier.set(key, [...before, signal.occurred_at])
    return { ...signal, id: newId(), novelty, occurred_at: signal.occurred_at.toISOString() }
  })
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into signals (workspace_id, id, type, lead_id, watch_id, company, title, summary, before, after, evidence_url, quote,
       occurred_at, first_seen_at, strength, novelty, dedupe_key, details, provenance)
     select $1, x.id, x.type, x.lead_id, x.watch_id, x.company, x.title, x.summary, nullif(x.before, 'null'), nullif(x.after, 'null'),
       x.evidence_url, x.quote, x.occurred_at, $3, x.strength, x.novelty, x.dedupe_key, x.details, x.provenance
     from jsonb_to_recordset($2::jsonb) as x (id uuid, type text, lead_id bigint, watch_id uuid, company text, title text, summary text,
       before jsonb, after jsonb, evidence_url text, quote text, occurred_at timestamptz, strength smallint, novelty real, dedupe_key text,
       details jsonb, provenance jsonb)
     on conflict (workspace_id, dedupe_key) do nothing returning id`,
    [tx.workspace_id, JSON.stringify(lines), now],
  )
  const stored = new Set(rows.map(({ id }) => id))
  return lines.flatMap((line, at) => {
    const signal = signals[at]
    return signal && stored.has(line.id) ? [{ ...signal, id: line.id }] : []
  })
}

/** When signals of the same type and company occurred, by both. */
async function earlierOf(tx: WorkspaceTx, signals: readonly NewSignal[]): Promise<Map<string, Date[]>> {
  const { rows } = await tx.client.query<{ type: string; company: string; occurred_at: Date }>(
    `select type, company, occurred_at from signals where workspace_id = $1 and company = any($2::text[])
     order by occurred_at desc limit 500`,
    [tx.workspace_id, [...new Set(signals.map(({ company }) => company))]],
  )
  const byKey = new Map<string, Date[]>()
  for (const { type, company, occurred_at } of rows) {
    const key = `${type} ${company}`
    byKey.set(key, [...(byKey.get(key) ?? []), occurred_at])
  }
  return byKey
}

/** The ids that are there, changed or not, and those that left or came back from `dismissed`. */
export async function markSignals(
  tx: WorkspaceTx,
  ids: readonly string[],
  change: { status: SignalStatus; snoozed_until: Date | null; user_id: number | null; at: Date },
): Promise<{ known: string[]; changed: string[]; turned: LeadSignal[] }> {
  const { status, snoozed_until, user_id, at } = change
  const { rows: known } = await tx.client.query<LeadSignal & { id: string; status: SignalStatus }>(
    `select id, type, lead_id, strength, title, evidence_url, occurred_at, dedupe_key, status from signals
      where workspace_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tx.workspace_id, ids],
  )
  const { rows: changed } = await tx.client.query<{ id: string }>(
    `update signals set status = $3, snoozed_until = $4, status_by = $5, status_at = $6
     where workspace_id = $1 and id = any($2::uuid[]) and (status, snoozed_until) is distinct from ($3, $4::timestamptz) returning id`,
    [tx.workspace_id, ids, status, snoozed_until, user_id, at],
  )
  const turned = known.filter((one) => (one.status === 'dismissed') !== (status === 'dismissed'))
  return { known: known.map(({ id }) => id), changed: changed.map(({ id }) => id), turned }
}
