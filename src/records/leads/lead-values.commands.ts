// Changes values of leads on behalf of higher rooms: locks them, writes values with their source, and emits events.
import type { JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { countChangedLeads } from '../lead-facts/counted.reads.ts'
import { findLead, type StoredLead } from '../lead-facts/lead.reads.ts'
import type { LeadKey } from '../lead-facts/lead-keys.logic.ts'
import { enqueueLeadFieldColumns, enqueueSyncedRows } from '../lead-facts/lead-work.commands.ts'
import { readWithMerged } from '../lead-facts/one-lead.reads.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { type ChangedLead, lockLeadsByKey, updateLeads } from './lead.writes.ts'
import { emitLeads, workOf } from './upsert.commands.ts'

/**
 * Opens the lead and holds the lead store of the workspace, so that no other transaction changes keys. Returns undefined when the lead was
 * deleted meanwhile, so that a job over many leads can continue.
 */
export async function openLead(tx: WorkspaceTx, id: number): Promise<StoredLead | undefined> {
  await holdLeads(tx)
  return findLead(tx, id, 'locked')
}

/** Writes an opened lead. If no field changed, only the sources of its values are written. */
export async function writeLead(tx: WorkspaceTx, lead: ChangedLead, source: JsonObject): Promise<void> {
  await updateLeads(tx, [lead], source)
  if (lead.fields.length > 0) await emitLeads(tx, [], [lead.id], workOf(source))
}

/** Another lead that is known by one of the keys; colleagues may share a telephone. */
export async function otherHolder(
  tx: WorkspaceTx,
  leadId: number,
  keys: readonly LeadKey[],
): Promise<number | undefined> {
  const deciding = keys.flatMap(({ by, key }) => (by === 'phone' ? [] : [key]))
  const { ids } = await lockLeadsByKey(tx, deciding)
  const own = new Set(await readWithMerged(tx, [leadId]))
  return [...ids.values()].flat().find((id) => !own.has(id))
}

/** Updates counters, rows and columns after fields of these leads changed. */
export async function emitFieldChanges(
  tx: WorkspaceTx,
  leadIds: readonly number[],
  fields: readonly string[],
): Promise<void> {
  countChangedLeads(tx, { changed: leadIds })
  await enqueueSyncedRows(tx, leadIds, fields)
  await enqueueLeadFieldColumns(tx, leadIds)
}
