// Editing many leads at once: values set or cleared, tags added and removed, all or none.
import { refuse } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { StoredLead } from '../lead-facts/lead.reads.ts'
import { MAX_ITEMS } from '../lead-facts/lead-field.logic.ts'
import { IDENTIFYING } from '../lead-facts/lead-keys.logic.ts'
import { mergeLead } from '../lead-facts/merge.logic.ts'
import type { LeadBulkEdit } from './bulk-edit.schema.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { byHand, deleteWhole, readValues } from './lead.commands.ts'
import { type ChangedLead, lockLeads, updateLeads } from './lead.writes.ts'
import { emitLeads } from './upsert.commands.ts'

/** Returns how many leads changed. @throws Refusal `not_found` when one of them is not there, `invalid` for values that many cannot share */
export async function bulkEdit(tx: WorkspaceTx, edit: LeadBulkEdit, now: Date): Promise<number> {
  const { lead_ids, set = {}, add_tags = [], remove_tags = [] } = edit
  const { data } = readValues(set, true)
  const shared = Object.keys(data).filter((field) => IDENTIFYING.has(field) && data[field] !== null)
  if (shared.length > 0 && new Set(lead_ids).size > 1) {
    const msg = `Several leads cannot have the same ${shared[0]}`
    refuse('invalid', msg, { fields: [{ loc: ['body', 'set', shared[0] ?? ''], type: 'value_error', msg }] })
  }
  await holdLeads(tx)
  const leads = await mustLock(tx, lead_ids)
  const provenance = { '': byHand(now) }
  const changed = leads.flatMap((lead): ChangedLead[] => {
    const tags = tagsAfter(lead.data.tags, add_tags, remove_tags)
    const merged = mergeLead(lead, { data: { ...data, ...tags }, provenance }, 'replace')
    const kind = merged.fields.every(({ field }) => field === 'status') ? 'status' : 'updated'
    return merged.fields.length === 0 ? [] : [{ ...lead, ...merged, kind }]
  })
  await updateLeads(tx, changed, { kind: 'api', bulk: true })
  await emitLeads(
    tx,
    [],
    changed.map(({ id }) => id),
  )
  return changed.length
}

/** Deletes them for good, all or none. */
export async function bulkDelete(tx: WorkspaceTx, ids: readonly number[]): Promise<number> {
  await holdLeads(tx)
  const leads = await mustLock(tx, ids)
  await deleteWhole(
    tx,
    leads.map(({ id }) => id),
  )
  return leads.length
}

async function mustLock(tx: WorkspaceTx, ids: readonly number[]): Promise<StoredLead[]> {
  const wanted = [...new Set(ids)]
  const leads = await lockLeads(tx, wanted)
  if (leads.size < wanted.length) refuse('not_found', 'Lead not found')
  return [...leads.values()]
}

function tagsAfter(stored: Json | undefined, add: readonly string[], remove: readonly string[]): JsonObject {
  if (add.length === 0 && remove.length === 0) return {}
  const key = (tag: string) => tag.toLowerCase()
  const gone = new Set(remove.map(key))
  const before = (Array.isArray(stored) ? stored : []).map(String).filter((tag) => !gone.has(key(tag)))
  const known = new Set(before.map(key))
  const tags = [...before, ...add.filter((tag) => !known.has(key(tag)))].slice(0, MAX_ITEMS)
  return { tags: tags.length === 0 ? null : tags }
}
