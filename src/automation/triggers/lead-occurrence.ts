// Leads as events are about them: their facts, the occurrence of one, and the saved filter that narrows them down.
import { Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import { shownAs } from '../../kernel/setting-form.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { LEAD_FIELDS } from '../../records/lead-facts/lead-field.logic.ts'
import { keepFilteredLeads, readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import { SUBJECTS } from '../subjects.ts'
import { eventFacts, idIn, type Occurrence, type TriggerVariable } from './trigger.ts'

export const LEAD_VARIABLE: TriggerVariable = {
  id: 'lead',
  name: 'lead',
  members: ['id', ...LEAD_FIELDS.map(({ name }) => name)],
  numbers: ['id', ...LEAD_FIELDS.filter(({ type }) => type === 'number').map(({ name }) => name)],
  is_whole: true,
}

/** A lead as templates read it: every field, null where nothing is known. */
export function leadFacts({ id, data }: Pick<StoredLead, 'id' | 'data'>): JsonObject {
  return { id, ...Object.fromEntries(LEAD_FIELDS.map(({ name }) => [name, data[name] ?? null])) }
}

export function titleOfLead({ id, data }: Pick<StoredLead, 'id' | 'data'>): string {
  const named = data.company ?? data.contact_person ?? data.email ?? data.domain
  return typeof named === 'string' ? named : `Lead ${id}`
}

export function leadOccurrence(
  type: string,
  key: string,
  lead: StoredLead,
  at: Date,
  more: JsonObject = {},
): Occurrence {
  const facts = { lead: leadFacts(lead), ...more, ...eventFacts(type, at) }
  return { key, object: `lead:${lead.id}`, title: titleOfLead(lead), at, facts }
}

export const numbersOf = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === 'number') : [])

export async function currentLeads(tx: WorkspaceTx, _: unknown, objects: readonly string[]) {
  const leads = await readLeads(
    tx,
    objects.map((object) => Number(idIn(object))),
  )
  return new Map(leads.map((lead) => [`lead:${lead.id}`, { lead: leadFacts(lead) }]))
}

export async function findLead(tx: WorkspaceTx, type: string, key: string): Promise<Occurrence | null> {
  const id = Number(key.split(':').at(-1))
  if (!Number.isSafeInteger(id)) return null
  const lead = await mustReadLead(tx, id).catch(() => null)
  return lead && leadOccurrence(type, key, lead, lead.created_at)
}

export const Meant = {
  filter_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only leads that this shared saved filter means at that moment.',
      ...shownAs(SUBJECTS.filter_id.form),
    }),
  ),
}

/** Those of the occurrences whose lead the saved filter means; all without one. */
export async function keepFilteredOccurrences(
  tx: WorkspaceTx,
  { filter_id }: { filter_id?: string },
  occurrences: Occurrence[],
): Promise<Occurrence[]> {
  if (filter_id === undefined) return occurrences
  const idOf = ({ object }: Occurrence) => Number(idIn(object))
  const meant = await keepFilteredLeads(tx, filter_id, [...new Set(occurrences.map(idOf))])
  return occurrences.filter((one) => meant.has(idOf(one)))
}

export async function checkFilter(
  tx: WorkspaceTx,
  { filter_id }: { filter_id?: string },
  loc: (string | number)[],
): Promise<void> {
  if (filter_id !== undefined) await readSavedQuestion(tx, filter_id, [...loc, 'filter_id'])
}
