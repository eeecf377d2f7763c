// Recording what polls found, and marking it.

import { type IntentEvent, recordIntents, withdrawIntents } from '../../enrichment/scoring/intent.commands.ts'
import { scoreLeads } from '../../enrichment/scoring/scoring.commands.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import type { NewSignal } from './new-signal.ts'
import { signalChanged, signalCreated } from './signal.events.ts'
import type { Signal, SignalsMark, SignalUpdate } from './signal.schema.ts'
import { mustReadSignal } from './signals.reads.ts'
import {
  insertSignals,
  type LeadSignal,
  leadsOfSignals,
  markSignals,
  placeRecurring,
  reachLeads,
  type StoredSignal,
  subscribeKnown,
} from './signals.writes.ts'

const SNOOZE_DAYS = 7

/**
 * Stores new signals and subscribes the watch to signals that another watch found first. Both kinds are emitted with this watch, and count
 * in the intent of its leads. Returns both; what the watch had already is left as it is.
 */
export async function recordSignals(tx: WorkspaceTx, found: readonly NewSignal[], now: Date): Promise<StoredSignal[]> {
  const placed = await placeRecurring(tx, found, now)
  const stored = await insertSignals(tx, placed, now)
  const isStored = new Set(stored.map(({ dedupe_key }) => dedupe_key))
  const shared = await subscribeKnown(
    tx,
    placed.filter(({ dedupe_key }) => !isStored.has(dedupe_key)),
    now,
  )
  const all = [...stored, ...shared]
  for (const { id, type, lead_id, watch_id, company, title, summary, strength, evidence_url, occurred_at } of all)
    await emit(tx, signalCreated, {
      signal_id: id,
      signal_type: type,
      lead_id,
      watch_id,
      company,
      title,
      summary,
      strength,
      evidence_url,
      occurred_at: occurred_at.toISOString(),
    })
  const byId = new Map(all.map((signal) => [signal.id, signal]))
  const reached = await reachLeads(tx, all)
  await recordIntents(tx, intentsOf(reached, byId))
  return all
}

function intentsOf(
  reached: readonly { signal_id: string; lead_id: number }[],
  signals: ReadonlyMap<string, Omit<LeadSignal, 'lead_id'>>,
): IntentEvent[] {
  return reached.flatMap(({ signal_id, lead_id }) => {
    const signal = signals.get(signal_id)
    if (!signal) return []
    const { type, strength, title, evidence_url, occurred_at, dedupe_key } = signal
    return [{ lead_id, kind: type, strength, note: title, evidence_url, occurred_at, dedupe_key }]
  })
}

export async function updateSignal(tx: WorkspaceTx, id: string, change: SignalUpdate, now: Date): Promise<Signal> {
  await mustReadSignal(tx, id, now)
  await mark(tx, [id], change, now)
  return mustReadSignal(tx, id, now)
}

export async function markMany(
  tx: WorkspaceTx,
  { signal_ids, ...change }: SignalsMark,
  now: Date,
): Promise<{ changed: number; not_found: string[] }> {
  const ids = [...new Set(signal_ids)]
  const { known, changed } = await mark(tx, ids.filter(isUuid), change, now)
  const there = new Set(known)
  return { changed: changed.length, not_found: ids.filter((id) => !there.has(id.toLowerCase())) }
}

async function mark(tx: WorkspaceTx, ids: string[], { status, snoozed_until }: SignalUpdate, now: Date) {
  if (snoozed_until !== undefined && status !== 'snoozed') {
    const msg = 'Value error, only a snoozed signal comes back'
    refuse('invalid', msg, { fields: [{ loc: ['body', 'snoozed_until'], type: 'value_error', msg }] })
  }
  const later = snoozed_until ? new Date(snoozed_until) : new Date(now.getTime() + SNOOZE_DAYS * 86_400_000)
  const user_id = tx.actor?.user_id ?? null
  const marked = await markSignals(tx, ids, {
    status,
    snoozed_until: status === 'snoozed' ? later : null,
    user_id,
    at: now,
  })
  const turned = new Map(marked.turned.map((signal) => [signal.id, signal]))
  const intents = intentsOf(await leadsOfSignals(tx, [...turned.keys()]), turned)
  if (intents.length > 0) {
    await (status === 'dismissed' ? withdrawIntents(tx, intents) : recordIntents(tx, intents))
    await scoreLeads(tx, [...new Set(intents.map(({ lead_id }) => lead_id))])
  }
  if (marked.changed.length > 0) await emit(tx, signalChanged, { signal_ids: marked.changed, status })
  return marked
}
