// The conversation with a lead moves on: its status changes.
import { Type } from 'typebox'
import { readLeads } from '../../records/lead-facts/lead.reads.ts'
import { LEAD_STATUSES } from '../../records/lead-facts/lead-field.logic.ts'
import {
  checkFilter,
  currentLeads,
  findLead,
  keepFilteredOccurrences,
  LEAD_VARIABLE,
  leadOccurrence,
  Meant,
} from './lead-occurrence.ts'
import {
  beginsWith,
  causeIn,
  defineTrigger,
  EVENT_VARIABLE,
  idIn,
  type TriggerEvent,
  type TriggerVariable,
} from './trigger.ts'

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

export const leadStatusTrigger = defineTrigger({
  kind: 'lead.status',
  place: 50,
  about: 'lead',
  label: 'the status of a lead changes',
  begins: (_, name) => beginsWith('the status of a lead changes', ' of', name('filter_id')),
  settings: LeadStatus,
  events: ['lead.status'],
  variables: async () => [LEAD_VARIABLE, CHANGE, EVENT_VARIABLE],
  check: checkFilter,
  async read(tx, settings, events) {
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
      return [{ ...leadOccurrence('lead.status', key, lead, event.at, more), cause: causeIn(event.payload) }]
    })
    return keepFilteredOccurrences(tx, settings, changed)
  },
  async recent(tx, settings, limit) {
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
      return lead ? [leadOccurrence('lead.status', `lead.status:${id}:${lead_id}`, lead, at, more)] : []
    })
    return keepFilteredOccurrences(tx, settings, changed)
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
  current: currentLeads,
})
