// Leads as triggers: one comes into the store, or the conversation with one moves on.
import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { mustReadLead, readInOrder, readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { LEAD_FIELDS, LEAD_STATUSES } from '../../records/lead-facts/lead-field.logic.ts'
import { keepMeant, readSavedQuestion } from '../../records/lead-facts/saved-question.reads.ts'
import {
  causeIn,
  defineTrigger,
  EVENT_VARIABLE,
  eventFacts,
  idIn,
  type Occurrence,
  type TriggerEvent,
  type TriggerVariable,
} from './trigger.ts'

export const LEAD_VARIABLE: TriggerVariable = {
  id: 'lead',
  name: 'lead',
  members: ['id', ...LEAD_FIELDS.map(({ name }) => name)],
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

function occurrence(type: string, key: string, lead: StoredLead, at: Date, more: JsonObject = {}): Occurrence {
  const facts = { lead: leadFacts(lead), ...more, ...eventFacts(type, at) }
  return { key, object: `lead:${lead.id}`, title: titleOfLead(lead), at, facts }
}

const numbers = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === 'number') : [])

async function current(tx: WorkspaceTx, _: unknown, objects: readonly string[]) {
  const leads = await readLeads(
    tx,
    objects.map((object) => Number(idIn(object))),
  )
  return new Map(leads.map((lead) => [`lead:${lead.id}`, { lead: leadFacts(lead) }]))
}

async function findLead(tx: WorkspaceTx, type: string, key: string): Promise<Occurrence | null> {
  const id = Number(key.split(':').at(-1))
  if (!Number.isSafeInteger(id)) return null
  const lead = await mustReadLead(tx, id).catch(() => null)
  return lead && occurrence(type, key, lead, lead.created_at)
}

const Meant = {
  filter_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only leads that this shared saved filter means at that moment.' }),
  ),
}

/** Those of the occurrences whose lead the saved filter means; all without one. */
async function onlyMeant(
  tx: WorkspaceTx,
  { filter_id }: { filter_id?: string },
  occurrences: Occurrence[],
): Promise<Occurrence[]> {
  if (filter_id === undefined) return occurrences
  const idOf = ({ object }: Occurrence) => Number(idIn(object))
  const meant = await keepMeant(tx, filter_id, [...new Set(occurrences.map(idOf))])
  return occurrences.filter((one) => meant.has(idOf(one)))
}

async function checkFilter(
  tx: WorkspaceTx,
  { filter_id }: { filter_id?: string },
  loc: (string | number)[],
): Promise<void> {
  if (filter_id !== undefined) await readSavedQuestion(tx, filter_id, [...loc, 'filter_id'])
}

const LeadCreated = Type.Object(Meant)

export const leadCreated = defineTrigger<typeof LeadCreated>({
  kind: 'lead.created',
  label: 'a lead is created',
  settings: LeadCreated,
  events: ['lead.stored'],
  variables: async () => [LEAD_VARIABLE, EVENT_VARIABLE],
  check: checkFilter,
  async read(tx, settings: Static<typeof LeadCreated>, events) {
    const wanted = events.flatMap((event) =>
      numbers(event.payload.created_ids).map((id) => ({ id: id as number, event })),
    )
    const leads = new Map(
      (
        await readLeads(
          tx,
          wanted.map(({ id }) => id),
        )
      ).map((lead) => [lead.id, lead]),
    )
    const created = wanted.flatMap(({ id, event }) => {
      const lead = leads.get(id)
      if (!lead) return []
      return [{ ...occurrence('lead.created', `lead.created:${id}`, lead, event.at), cause: causeIn(event.payload) }]
    })
    return onlyMeant(tx, settings, created)
  },
  async recent(tx, settings: Static<typeof LeadCreated>, limit) {
    const { rows } = await tx.client.query<{ id: number }>(
      'select id from leads where workspace_id = $1 and merged_into is null order by position desc limit $2',
      [tx.workspace_id, limit],
    )
    const leads = await readInOrder(
      tx,
      rows.map(({ id }) => id),
    )
    const created = leads.map((lead) => occurrence('lead.created', `lead.created:${lead.id}`, lead, lead.created_at))
    return onlyMeant(tx, settings, created)
  },
  find: (tx, _, key) => findLead(tx, 'lead.created', key),
  current,
})

const LeadStatus = Type.Object({
  ...Meant,
  to: Type.Optional(
    Type.Array(Type.String({ enum: [...LEAD_STATUSES] }), {
      minItems: 1,
      description: 'Only when the new status is one of these.',
    }),
  ),
})

interface Change {
  lead_id: number
  from: string | null
  to: string | null
}

const changesOf = ({ payload }: TriggerEvent): Change[] =>
  Array.isArray(payload.changes) ? (payload.changes as never) : []
const CHANGE: TriggerVariable = { id: 'change', name: 'change', members: ['from', 'to'], is_whole: true }

export const leadStatus = defineTrigger<typeof LeadStatus>({
  kind: 'lead.status',
  label: 'the status of a lead changes',
  settings: LeadStatus,
  events: ['lead.status'],
  variables: async () => [LEAD_VARIABLE, CHANGE, EVENT_VARIABLE],
  check: checkFilter,
  async read(tx, settings: Static<typeof LeadStatus>, events) {
    const { to } = settings
    const wanted = events.flatMap((event) =>
      changesOf(event)
        .filter((change) => !to || (change.to !== null && to.includes(change.to)))
        .map((change) => ({ change, event })),
    )
    const ids = [...new Set(wanted.map(({ change }) => change.lead_id))]
    const leads = new Map((await readLeads(tx, ids)).map((lead) => [lead.id, lead]))
    const changed = wanted.flatMap(({ change, event }) => {
      const lead = leads.get(change.lead_id)
      if (!lead) return []
      const key = `lead.status:${event.id}:${lead.id}`
      const more = { change: { from: change.from, to: change.to } }
      return [{ ...occurrence('lead.status', key, lead, event.at, more), cause: causeIn(event.payload) }]
    })
    return onlyMeant(tx, settings, changed)
  },
  async recent(tx, settings: Static<typeof LeadStatus>, limit) {
    const { to } = settings
    const { rows } = await tx.client.query<{ lead_id: number; id: string; at: Date; before: string; after: string }>(
      `select c.lead_id, c.id, c.at, f ->> 'before' as before, f ->> 'after' as after from lead_changes c
         cross join lateral jsonb_array_elements(c.fields) f
        where c.workspace_id = $1 and f ->> 'field' = 'status' and ($2::text[] is null or f ->> 'after' = any($2))
        order by c.at desc limit $3`,
      [tx.workspace_id, to ?? null, limit],
    )
    const leads = new Map(
      (await readLeads(tx, [...new Set(rows.map((row) => row.lead_id))])).map((lead) => [lead.id, lead]),
    )
    const changed = rows.flatMap(({ lead_id, id, at, before, after }) => {
      const lead = leads.get(lead_id)
      const more = { change: { from: before, to: after } }
      return lead ? [occurrence('lead.status', `lead.status:${id}:${lead_id}`, lead, at, more)] : []
    })
    return onlyMeant(tx, settings, changed)
  },
  async find(tx, _, key) {
    const found = await findLead(tx, 'lead.status', key)
    const [, id = ''] = key.split(':')
    if (!found) return null
    const { rows } = await tx.client.query<{ before: string; after: string }>(
      `select f ->> 'before' as before, f ->> 'after' as after from lead_changes c cross join lateral jsonb_array_elements(c.fields) f
        where c.workspace_id = $1 and c.lead_id = $2 and c.id::text = $3 and f ->> 'field' = 'status'`,
      [tx.workspace_id, Number(idIn(found.object)), id],
    )
    return {
      ...found,
      facts: { ...found.facts, change: { from: rows[0]?.before ?? null, to: rows[0]?.after ?? null } },
    }
  },
  current,
})
