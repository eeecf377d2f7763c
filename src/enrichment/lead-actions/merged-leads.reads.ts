// Merged leads are one company or person and are paid for once: a job enriches one of them, for values that none of them has.
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { readEntitiesOf } from '../../records/entities/entities-of.reads.ts'
import { readLeads, type StoredLead } from '../../records/lead-facts/lead.reads.ts'
import { readHeads } from '../../records/lead-facts/one-lead.reads.ts'

export interface AskedLeads {
  asked: StoredLead[]
  /** The lead that is asked about instead, by the id of the lead that is left out. */
  merged: Map<number, number>
}

/** The lead that stands for the others, else the one of them that is named first: all of them show the same values. */
export async function pickAsked(tx: WorkspaceTx, leads: readonly StoredLead[]): Promise<AskedLeads> {
  const heads = await readHeads(
    tx,
    leads.map(({ id }) => id),
  )
  const named = new Set(leads.map(({ id }) => id))
  const asked = new Map<number, number>()
  for (const { id } of leads) {
    const head = heads.get(id) ?? id
    if (!asked.has(head)) asked.set(head, named.has(head) ? head : id)
  }
  const merged = new Map<number, number>()
  for (const { id } of leads) {
    const instead = asked.get(heads.get(id) ?? id) ?? id
    if (instead !== id) merged.set(id, instead)
  }
  return { asked: leads.filter(({ id }) => !merged.has(id)), merged }
}

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
