// The one writer of incoming leads: it updates the named lead, else the lead with the same keys, else creates one, and returns the outcome.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { readErasedLeads } from '../lead-facts/erasure.reads.ts'
import { findKnownLead, holdKnown } from '../lead-facts/known-leads.logic.ts'
import { leadsStored } from '../lead-facts/lead.events.ts'
import type { StoredLead } from '../lead-facts/lead.reads.ts'
import { type KeyKind, knownKeysOf } from '../lead-facts/lead-keys.logic.ts'
import {
  type ExistingPolicy,
  type IncomingValues,
  type MergeResult,
  mergeLead,
  NO_LEAD,
  withDefaults,
} from '../lead-facts/merge.logic.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { type ChangedLead, insertLeads, lockLeadsByKey, type NewLead, updateLeads } from './lead.writes.ts'

/** The incoming values of one lead. */
export interface IncomingLead extends IncomingValues {
  /** The id of the lead, if known. Nothing is written when that lead was deleted. */
  lead_id?: number | null
  /** Fields whose values replace those of the lead; other names in `custom` are kept. */
  replaces?: boolean
}

export interface UpsertedLeads {
  outcome: 'created' | 'updated' | 'unchanged' | 'suppressed'
  matched_by: KeyKind | null
  /** Null for one that is suppressed, or that is gone. */
  lead: StoredLead | null
}

interface Wanted {
  existing: ExistingPolicy
  /** The origin of the values, for the timeline. */
  source: JsonObject
}

/** A lead of the call in its final form, stored or new. */
interface Draft extends MergeResult {
  id: number | null
  stored: StoredLead | null
  at: number[]
}

/**
 * Writes incoming leads in order. When two leads of one call have the same identity, the later updates the earlier. Erased people are not
 * stored again. At most some thousands per call.
 */
export async function upsertLeads(
  tx: WorkspaceTx,
  brought: readonly IncomingLead[],
  wanted: Wanted,
): Promise<UpsertedLeads[]> {
  if (brought.length === 0) return []
  await holdLeads(tx)
  const keys = brought.map(({ data, lead_id }) => (lead_id ? [] : knownKeysOf(data)))
  const all = [...new Set(keys.flat().map(({ key }) => key))]
  const named = brought.flatMap(({ lead_id }) => lead_id ?? [])
  const { ids, leads } = await lockLeadsByKey(tx, all, named)
  // A named lead gets only some values, so the check for erased people uses the resulting lead.
  const whole = brought.map(({ lead_id, data }) => (lead_id ? { ...leads.get(lead_id)?.data, ...data } : data))
  const erased = await readErasedLeads(tx, whole)
  const drafts = new Map<number, Draft>()
  const byKey = new Map<string, Draft[]>()
  const draftOf = (stored: StoredLead): Draft => {
    const draft = drafts.get(stored.id) ?? { ...stored, stored, fields: [], at: [] }
    drafts.set(stored.id, draft)
    return draft
  }
  for (const [key, held] of ids)
    byKey.set(
      key,
      held.flatMap((id) => {
        const stored = leads.get(id)
        return stored ? [draftOf(stored)] : []
      }),
    )
  const made: Draft[] = []
  const placed: UpsertedLeads[] = []
  for (const [index, one] of brought.entries()) {
    const named = one.lead_id ? leads.get(one.lead_id) : undefined
    const isErased = erased.has(whole[index] ?? one.data)
    if (isErased || (one.lead_id && !named)) {
      placed[index] = { outcome: isErased ? 'suppressed' : 'unchanged', matched_by: null, lead: null }
      continue
    }
    const met = named ? { by: null, draft: draftOf(named) } : findKnownLead(byKey, keys[index] ?? [], one.data, headOf)
    const known = met?.draft
    const draft: Draft = known ?? { ...mergeLead(NO_LEAD, one, 'overwrite'), id: null, stored: null, at: [] }
    if (known) {
      const merged = mergeLead(known, one, one.replaces ? 'replace' : wanted.existing)
      const isChanged = merged.fields.length > 0
      Object.assign(known, { ...merged, fields: [...known.fields, ...merged.fields] })
      placed[index] = { outcome: isChanged ? 'updated' : 'unchanged', matched_by: met?.by ?? null, lead: null }
    } else {
      draft.data = withDefaults(draft.data)
      made.push(draft)
      placed[index] = { outcome: 'created', matched_by: null, lead: null }
    }
    draft.at.push(index)
    holdKnown(byKey, draft)
  }
  const changed = [...drafts.values()].filter(({ stored, fields }) => stored !== null && fields.length > 0)
  const written = await write(tx, made, changed, wanted.source)
  for (const draft of [...drafts.values(), ...made])
    for (const index of draft.at) {
      const outcome = placed[index]
      if (outcome) outcome.lead = written.get(draft) ?? draft.stored
    }
  return placed
}

/** Records that were merged are one. */
const headOf = (draft: Draft): Draft | number => draft.stored?.merged_into ?? draft.id ?? draft

async function write(
  tx: WorkspaceTx,
  made: readonly Draft[],
  changed: readonly Draft[],
  source: JsonObject,
): Promise<Map<Draft, StoredLead>> {
  const fresh = made.map(({ data, provenance }): NewLead => ({ data, provenance, source }))
  const stored = await insertLeads(tx, fresh)
  const lines = changed.map(
    (draft): ChangedLead => ({ ...(draft.stored as StoredLead), ...leadOf(draft), kind: 'updated' }),
  )
  await updateLeads(tx, lines, source)
  await emitLeads(
    tx,
    stored.map(({ id }) => id),
    lines.map(({ id }) => id),
    workOf(source),
  )
  return new Map([
    ...made.map((draft, index) => [draft, stored[index] as StoredLead] as const),
    ...changed.map((draft, index) => [draft, { ...(lines[index] as StoredLead), updated_at: new Date() }] as const),
  ])
}

const leadOf = ({ data, provenance, fields }: Draft) => ({ data, provenance, fields })

const MAX_IDS = 500

/** The job or run that stored the leads. */
interface LeadWork {
  job_id?: string | undefined
  run_id?: string | undefined
}

/** As what leads are from says it; an import of leads has the id of its job. */
export function workOf({ job_id, import_id, run_id }: JsonObject): LeadWork {
  const job = job_id ?? import_id
  return { ...(typeof job === 'string' && { job_id: job }), ...(typeof run_id === 'string' && { run_id }) }
}

/** Notifies clients that show leads, and those that follow the job or run; of many leads only the count. */
export async function emitLeads(
  tx: WorkspaceTx,
  created: readonly number[],
  updated: readonly number[],
  work: LeadWork = {},
): Promise<void> {
  const count = created.length + updated.length
  if (count === 0) return
  if (count > MAX_IDS) {
    await emit(tx, leadsStored, { created: 0, updated: updated.length, ...work })
    // Rules start on every new lead, so the events for many leads are split.
    for (let at = 0; at < created.length; at += MAX_IDS) await emitLeads(tx, created.slice(at, at + MAX_IDS), [], work)
    return
  }
  await emit(tx, leadsStored, {
    created: created.length,
    updated: updated.length,
    lead_ids: [...created, ...updated],
    created_ids: [...created],
    ...work,
  })
}
