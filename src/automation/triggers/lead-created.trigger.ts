// A lead comes into the store.
import { Type } from 'typebox'
import { readInOrder, readLeads } from '../../records/lead-facts/lead.reads.ts'
import {
  checkFilter,
  currentLeads,
  findLead,
  keepFilteredOccurrences,
  LEAD_VARIABLE,
  leadOccurrence,
  Meant,
  numbersOf,
} from './lead-occurrence.ts'
import { beginsWith, causeIn, defineTrigger, EVENT_VARIABLE } from './trigger.ts'

const LeadCreated = Type.Object(Meant)

export const leadCreatedTrigger = defineTrigger({
  kind: 'lead.created',
  place: 40,
  about: 'lead',
  label: 'a lead is created',
  begins: (_, name) => beginsWith('a lead is created', ' of', name('filter_id')),
  settings: LeadCreated,
  events: ['lead.stored'],
  variables: async () => [LEAD_VARIABLE, EVENT_VARIABLE],
  check: checkFilter,
  async read(tx, settings, events) {
    const wanted = events.flatMap((event) =>
      numbersOf(event.payload.created_ids).map((id) => ({ id: id as number, event })),
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
      return [
        { ...leadOccurrence('lead.created', `lead.created:${id}`, lead, event.at), cause: causeIn(event.payload) },
      ]
    })
    return keepFilteredOccurrences(tx, settings, created)
  },
  async recent(tx, settings, limit) {
    const { rows } = await tx.client.query<{ id: number }>(
      'select id from leads where workspace_id = $1 and merged_into is null order by position desc limit $2',
      [tx.workspace_id, limit],
    )
    const leads = await readInOrder(
      tx,
      rows.map(({ id }) => id),
    )
    const created = leads.map((lead) =>
      leadOccurrence('lead.created', `lead.created:${lead.id}`, lead, lead.created_at),
    )
    return keepFilteredOccurrences(tx, settings, created)
  },
  find: (tx, _, key) => findLead(tx, 'lead.created', key),
  current: currentLeads,
})
