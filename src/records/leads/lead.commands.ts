// What people and programs do with single leads: take one in, change it, set its status, delete it.

import { notifyMentions } from '../../identity/notices/mentions.commands.ts'
import { type FieldError, refuse } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { refuseErasedLead } from '../lead-facts/erasure.reads.ts'
import { leadsDeleted } from '../lead-facts/lead.events.ts'
import { mustReadLead, recordOf, type StoredLead } from '../lead-facts/lead.reads.ts'
import type { LeadRecord, LeadUpdate, LeadUpsert, StatusChange } from '../lead-facts/lead.schema.ts'
import { LEAD_TARGETS, type LeadReading, readGiven } from '../lead-facts/lead-intake.logic.ts'
import { isShared, type KeyKind, keysOf } from '../lead-facts/lead-keys.logic.ts'
import { mergeLead } from '../lead-facts/merge.logic.ts'
import { readHeads, readWithMerged } from '../lead-facts/one-lead.reads.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { type ChangedLead, lockLeadsByKey, removeLeads, updateLeads } from './lead.writes.ts'
import { emitLeads, upsertLeads } from './upsert.commands.ts'

const BY_API = { kind: 'api' }
const MAX_CUSTOM = 100
const MAX_CUSTOM_TEXT = 50_000

export interface SavedLead {
  outcome: 'created' | 'updated' | 'unchanged'
  matched_by: KeyKind | null
  lead: LeadRecord
}

/**
 * Takes one lead in by its identity. `unverified` are the fields whose values come from unverified cells. Refuses (422) one with nothing in
 * it, and (409) one that was erased.
 */
export async function saveLead(
  tx: WorkspaceTx,
  { existing, ...values }: LeadUpsert,
  now: Date,
  unverified: readonly string[] = [],
): Promise<SavedLead> {
  const { data, hints } = readValues(values, false)
  if (Object.keys(data).every((field) => field === 'kind' || field === 'status')) {
    const msg = 'A lead needs at least one value beside its kind and status'
    refuse('invalid', msg, { fields: [{ loc: ['body'], type: 'value_error', msg }] })
  }
  const [placed] = await upsertLeads(tx, [{ data, hints, provenance: sourcesOf(now, unverified) }], {
    existing,
    source: BY_API,
  })
  if (!placed?.lead || placed.outcome === 'suppressed')
    return refuse(
      'conflict',
      'This lead was erased from the workspace on request, and what identifies it is kept as a hash so that it does not come ' +
        'back. Nothing was stored.',
    )
  // The lead that stands for a record that was merged is the one that was asked for.
  const [head = placed.lead.id] = (await readHeads(tx, [placed.lead.id])).values()
  const lead = await mustReadLead(tx, head)
  return { outcome: placed.outcome, matched_by: placed.matched_by, lead: recordOf(lead) }
}

/** Where values that are given by hand are from; those of `unverified` fields are guesses. */
const sourcesOf = (now: Date, unverified: readonly string[]) => ({
  '': byHand(now),
  ...Object.fromEntries(unverified.map((field) => [field, { ...byHand(now), unverified: true }])),
})

/** Changes the values named; `unverified` as in `saveLead`. Refuses (409) what another lead is known by. */
export async function updateLead(
  tx: WorkspaceTx,
  id: number,
  values: LeadUpdate,
  now: Date,
  unverified: readonly string[] = [],
): Promise<LeadRecord> {
  const { data } = readValues(values, true)
  await holdLeads(tx)
  const lead = await mustReadLead(tx, id, 'locked')
  if (data.kind === null) delete data.kind
  const merged = mergeLead(lead, { data, provenance: sourcesOf(now, unverified) }, 'replace')
  await refuseErasedLead(tx, merged.data)
  await mustBeFree(tx, lead, merged.data)
  return write(tx, lead, { ...lead, ...merged, kind: 'updated' })
}

/** Says how far the conversation is; the note is kept in the timeline, also when the status is the same. */
export async function setLeadStatus(
  tx: WorkspaceTx,
  id: number,
  { status, note }: StatusChange,
  now: Date,
): Promise<LeadRecord> {
  await holdLeads(tx)
  const lead = await mustReadLead(tx, id, 'locked')
  const merged = mergeLead(lead, { data: { status }, provenance: { '': byHand(now) } }, 'replace')
  const words = note?.trim() || null
  if (words !== null) {
    const about = `the lead ${String(lead.data.company ?? lead.data.name ?? id)}`
    await notifyMentions(tx, { text: words, about, link: `/leads?lead=${id}`, key: `lead:${newId()}` }, now)
  }
  return write(tx, lead, { ...lead, ...merged, kind: 'status', note: words }, words !== null)
}

async function write(tx: WorkspaceTx, before: StoredLead, lead: ChangedLead, anyway = false): Promise<LeadRecord> {
  if (lead.fields.length === 0 && !anyway) return recordOf(before)
  await updateLeads(tx, [lead], BY_API)
  await emitLeads(tx, [], [lead.id])
  return recordOf(await mustReadLead(tx, lead.id))
}

export async function deleteLead(tx: WorkspaceTx, id: number): Promise<void> {
  await holdLeads(tx)
  await mustReadLead(tx, id, 'locked')
  await deleteWhole(tx, [id])
}

/** With all that was merged with them: a lead that users delete does not come back as one of its records. */
export async function deleteWhole(tx: WorkspaceTx, ids: readonly number[]): Promise<void> {
  const gone = await readWithMerged(tx, ids)
  await removeLeads(tx, gone)
  for (const id of gone) await audit(tx, { act: 'lead.deleted', object: { type: 'lead', id: String(id) } })
  await emit(tx, leadsDeleted, { lead_ids: gone })
}

/** The values as they are stored. Refuses (422) all that cannot be; with `clears`, null and blank text take a value away. */
export function readValues(values: Record<string, unknown>, clears: boolean): Pick<LeadReading, 'data' | 'hints'> {
  const problems: FieldError[] = []
  const cleared: JsonObject = {}
  const given = LEAD_TARGETS.flatMap((target) => {
    const value = values[target] as Json | undefined
    if (value === undefined) return []
    if (!isBlankValue(value)) return [{ target, name: CUSTOM_NAMES[target] ?? target, value }]
    if (clears && !isOwnNames(target, value)) cleared[target] = null
    return []
  })
  if (values.custom) problems.push(...customProblems(values.custom as JsonObject))
  const { data, invalid, hints } = readGiven(given)
  for (const place of invalid) {
    const { target = '', value = null } = given[place] ?? {}
    if (typeof value !== 'object') problems.push(problemOf(target, value))
    else if (clears && !isOwnNames(target, value)) cleared[target] = null
  }
  if (clears) {
    for (const field of hints) delete data[field]
    if (data.custom !== undefined && values.custom === undefined)
      problems.push(problemOf('email', values.email as Json))
  }
  if (problems.length > 0) refuse('invalid', problems[0]?.msg ?? '', { fields: problems })
  if (clears && values.custom) data.custom = withBlanks(values.custom as JsonObject, data.custom)
  return { data: { ...cleared, ...data }, hints }
}

/** `custom` is cleared by null alone: an object changes the names in it, and an empty one nothing. */
const isOwnNames = (target: string, value: Json) => target === 'custom' && value !== null

/** What was read of `custom`, and null for each name that is to go. */
function withBlanks(given: JsonObject, read: Json = {}): JsonObject {
  const blank = Object.entries(given).flatMap(([name, value]) => (value === null || value === '' ? [[name, null]] : []))
  return { ...Object.fromEntries(blank), ...(read as JsonObject) }
}

/** What the parts are called in `custom` where they belong to no name or address. */
const CUSTOM_NAMES: Readonly<Record<string, string>> = { name_prefix: 'Prefix', postcode: 'Postcode' }

function isBlankValue(value: Json): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function problemOf(target: string, value: Json): FieldError {
  const msg =
    target === 'email'
      ? 'This is no e-mail address. Send one, such as ann@acme.com or Ann Doe <ann@acme.com>'
      : `"${target}" cannot hold this value`
  return { loc: ['body', target], type: 'value_error', msg, input: value }
}

function customProblems(value: JsonObject): FieldError[] {
  const problem = (msg: string, type: string) => [{ loc: ['body', 'custom'], type, msg }]
  if (Object.keys(value).length > MAX_CUSTOM) return problem(`At most ${MAX_CUSTOM} values of your own`, 'too_long')
  if (canonicalJson(value).length > MAX_CUSTOM_TEXT)
    return problem(`Values of your own take at most ${MAX_CUSTOM_TEXT} characters as JSON`, 'string_too_long')
  return []
}

async function mustBeFree(tx: WorkspaceTx, lead: StoredLead, data: JsonObject): Promise<void> {
  const held = new Set(keysOf(lead.data).map(({ key }) => key))
  const taken = keysOf(data).filter(({ by, key }) => !isShared(by) && !held.has(key))
  const { ids } = await lockLeadsByKey(
    tx,
    taken.map(({ key }) => key),
  )
  const own = new Set(await readWithMerged(tx, [lead.id]))
  for (const { by, key } of taken) {
    const other = ids.get(key)?.find((id) => !own.has(id))
    if (other === undefined) continue
    refuse(
      'conflict',
      `Lead ${other} has this ${WORDS[by]} already. Nothing was changed; change or delete that one first.`,
      { extra: { lead_id: other } },
    )
  }
}

const WORDS: Record<KeyKind, string> = {
  external_id: 'external id',
  email: 'e-mail address',
  linkedin: 'LinkedIn page',
  domain: 'domain',
  phone: 'phone number',
  name: 'name',
}

export function byHand(now: Date): JsonObject {
  return { source: 'manual', method: 'manual', license: 'user-provided', fetched_at: now.toISOString() }
}
