// Writing signals: each once by its dedupe key, with how new it is for its company; and what people make of them.
import { newId } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isFreeMail } from '../../providers/domains/shared-hosts.ts'
import { noveltyOf } from './intent.logic.ts'
import type { NewSignal } from './new-signal.ts'
import type { SignalStatus } from './signal-types.logic.ts'

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
  const lines = signals.map(({ recurs: _recurs, ...signal }) => {
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

const MOST_TIMES = 50
/** Two watches whose polls saw the same change within this time saw one event: the longest interval of a watch is a week. */
const SAME_EVENT_DAYS = 14

/**
 * What can happen again gets a key for each time. A watch that is on record for a time found the next one; another watch saw the same,
 * when that was not long ago.
 */
export async function placeRecurring(tx: WorkspaceTx, signals: readonly NewSignal[], now: Date): Promise<NewSignal[]> {
  const recurring = signals.filter(({ recurs }) => recurs)
  if (recurring.length === 0) return [...signals]
  const keysOf = (key: string) => Array.from({ length: MOST_TIMES }, (_, n) => (n === 0 ? key : `${key}#${n + 1}`))
  const { rows } = await tx.client.query<{ dedupe_key: string; first_seen_at: Date; watches: string[] }>(
    `select s.dedupe_key, s.first_seen_at, array_remove(array_append(array(select x.watch_id::text from signal_watches x
       where x.workspace_id = s.workspace_id and x.signal_id = s.id), s.watch_id::text), null) as watches
     from signals s where s.workspace_id = $1 and s.dedupe_key = any($2::text[])`,
    [tx.workspace_id, recurring.flatMap(({ dedupe_key }) => keysOf(dedupe_key))],
  )
  const known = new Map(rows.map((row) => [row.dedupe_key, row]))
  const oldest = now.getTime() - SAME_EVENT_DAYS * 86_400_000
  return signals.map((signal) => {
    if (!signal.recurs) return signal
    const free = keysOf(signal.dedupe_key).find((key) => {
      const row = known.get(key)
      return !row || (row.first_seen_at.getTime() >= oldest && !row.watches.includes(signal.watch_id ?? ''))
    })
    return { ...signal, dedupe_key: free ?? `${signal.dedupe_key}#${now.toISOString()}` }
  })
}

/** Those that are on record and that this watch, or lead of a scan, did not have yet, as they are stored. */
export async function subscribeKnown(
  tx: WorkspaceTx,
  signals: readonly NewSignal[],
  now: Date,
): Promise<StoredSignal[]> {
  if (signals.length === 0) return []
  const lines = signals.map(({ dedupe_key, watch_id, lead_id }) => ({ dedupe_key, watch_id, lead_id }))
  const { rows } = await tx.client.query<{ id: string; dedupe_key: string }>(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as x (dedupe_key text, watch_id uuid, lead_id bigint)),
       there as (select s.id, s.dedupe_key, x.watch_id, x.lead_id from given x join signals s on s.workspace_id = $1 and s.dedupe_key = x.dedupe_key
         where s.watch_id is distinct from x.watch_id or (x.watch_id is null and s.lead_id is distinct from x.lead_id)),
       added as (insert into signal_watches (workspace_id, signal_id, watch_id, lead_id, at)
         select $1, id, watch_id, lead_id, $3 from there where watch_id is not null on conflict do nothing returning signal_id)
     select id, dedupe_key from there where watch_id is null or id in (select signal_id from added)`,
    [tx.workspace_id, JSON.stringify(lines), now],
  )
  const ids = new Map(rows.map((row) => [row.dedupe_key, row.id]))
  return signals.flatMap((signal) => {
    const id = ids.get(signal.dedupe_key)
    return id === undefined ? [] : [{ ...signal, id }]
  })
}

const MOST_LEADS = 500

/** Lets signals reach the leads of their watches, and the company with its people; returns each with a lead that it did not reach before. */
export async function reachLeads(
  tx: WorkspaceTx,
  signals: readonly StoredSignal[],
): Promise<{ signal_id: string; lead_id: number }[]> {
  if (signals.length === 0) return []
  const lines = signals.map(({ id, lead_id, company }) => ({
    id,
    lead_id,
    domain: isFreeMail(company) ? null : company,
  }))
  const { rows } = await tx.client.query<{ signal_id: string; lead_id: number }>(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as x (id uuid, lead_id bigint, domain text)),
       -- A merged company has the domains of all its records, and each of these is reached.
       named as (
         select x.id, l.id as lead_id from given x join leads l on l.workspace_id = $1 and l.id = x.lead_id
         union
         select x.id, l.id from given x cross join lateral (select l.id from leads l where l.workspace_id = $1
           and l.site_domain = x.domain order by l.id limit ${MOST_LEADS}) l),
       merged as (
         select distinct n.id, o.lead_id, lower(o.data ->> 'domain') as domain, o.data ->> 'kind' as kind from named n
           join merged_leads m on m.workspace_id = $1 and m.lead_id = n.lead_id
           join merged_leads o on o.workspace_id = $1 and o.head_id = m.head_id),
       reached as (
         select id, lead_id from named
         union
         select id, lead_id from merged
         union
         select d.id, l.id from (select distinct id, domain from merged where kind = 'company' and domain is not null) d
           cross join lateral (select l.id from leads l where l.workspace_id = $1
             and l.site_domain = d.domain order by l.id limit ${MOST_LEADS}) l),
       added as (insert into signal_leads (workspace_id, signal_id, lead_id) select $1, id, lead_id from reached
         on conflict do nothing returning signal_id, lead_id)
     select signal_id, lead_id from added`,
    [tx.workspace_id, JSON.stringify(lines)],
  )
  return rows
}

/** The leads of signals, by signal: that of the watch that found it, and those that it reaches besides. */
export async function leadsOfSignals(
  tx: WorkspaceTx,
  ids: readonly string[],
): Promise<{ signal_id: string; lead_id: number }[]> {
  const { rows } = await tx.client.query<{ signal_id: string; lead_id: number }>(
    `select id as signal_id, lead_id from signals where workspace_id = $1 and id = any($2::uuid[]) and lead_id is not null
     union select signal_id, lead_id from signal_leads where workspace_id = $1 and signal_id = any($2::uuid[])`,
    [tx.workspace_id, ids],
  )
  return rows
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
): Promise<{ known: string[]; changed: string[]; turned: (LeadSignal & { id: string })[] }> {
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
