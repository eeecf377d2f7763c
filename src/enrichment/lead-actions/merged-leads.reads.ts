// Leads that were merged are one company or person, to be paid for once: one of them is asked about in a job, for what none of them has.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readEntitiesOf } from '../../records/entities/entities-of.reads.ts'
import { readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { isBlank } from './freshness.logic.ts'

export interface AskedLeads {
  asked: StoredLead[]
  /** The lead that is asked about instead, by the id of the lead that is left out. */
  merged: Map<number, number>
}

/** The lead with the most values stands for the others, since lookups need inputs; among equals the one named first. */
export async function pickAsked(tx: WorkspaceTx, leads: readonly StoredLead[]): Promise<AskedLeads> {
  const entities = await readEntitiesOf(
    tx,
    leads.map(({ id }) => id),
  )
  const fullest = new Map<string, StoredLead>()
  for (const lead of leads) {
    const entity = entities.get(lead.id)?.entity_id
    if (entity === undefined) continue
    const other = fullest.get(entity)
    if (!other || valuesIn(lead) > valuesIn(other)) fullest.set(entity, lead)
  }
  const merged = new Map<number, number>()
  for (const { id } of leads) {
    const instead = fullest.get(entities.get(id)?.entity_id ?? '')?.id ?? id
    if (instead !== id) merged.set(id, instead)
  }
  return { asked: leads.filter(({ id }) => !merged.has(id)), merged }
}

const valuesIn = ({ data }: StoredLead) => Object.values(data).filter((value) => !isBlank(value)).length

/** The leads that each was merged with; those without any are absent. */
export async function readFellows(tx: WorkspaceTx, leads: readonly StoredLead[]): Promise<Map<number, StoredLead[]>> {
  const entities = await readEntitiesOf(
    tx,
    leads.map(({ id }) => id),
  )
  const merged = [...entities].filter(([, { merged_with }]) => merged_with.length > 0)
  const ids = new Set(merged.flatMap(([, { merged_with }]) => merged_with))
  const others = new Map((await readLeads(tx, [...ids])).map((lead) => [lead.id, lead]))
  return new Map(merged.map(([id, { merged_with }]) => [id, merged_with.flatMap((other) => others.get(other) ?? [])]))
}
