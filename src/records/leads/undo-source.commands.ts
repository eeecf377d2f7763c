// Takes back what one source did to leads: what it made goes, what it changed is as it was before, unless it changed since.

import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { OF_ANY_WORKSPACE } from '../../platform/db/look-up.ts'
import { emit } from '../../platform/events/event.ts'
import { leadsDeleted } from '../lead-facts/lead.events.ts'
import type { StoredLead } from '../lead-facts/lead.reads.ts'
import type { FieldChange } from '../lead-facts/merge.logic.ts'
import { holdLeads } from './hold-leads.commands.ts'
import { type ChangedLead, LONGEST_SHOWN, lockLeads, removeLeads, updateLeads } from './lead.writes.ts'
import { emitLeads } from './upsert.commands.ts'

/** The source, by the id that leads and their changes have on record of it. */
export interface BySource {
  key: 'import_id' | 'job_id'
  value: string
}

const KIND = { import_id: `'import'`, job_id: `'enrichment', 'job', 'api'` }

/** Deletes those of these leads that the source made, unless another user changed them since. */
export async function deleteMadeBy(
  tx: WorkspaceTx,
  { key, value }: BySource,
  ids: readonly number[],
): Promise<{ deleted: number; kept: number }> {
  await holdLeads(tx)
  const { rows: made } = await tx.client.query<{ id: number; kept: boolean }>(
    `select l.id, exists (select from lead_changes c where c.workspace_id = $1 and c.lead_id = l.id
        and c.source ->> '${key}' is distinct from $3 and c.source ->> 'kind' <> 'service') as kept
     from leads l where l.${OF_ANY_WORKSPACE} and l.id = any($2::bigint[]) and l.source ->> '${key}' = $3`,
    [tx.workspace_id, ids, value],
  )
  const gone = made.flatMap(({ id, kept }) => (kept ? [] : [id]))
  const deleted = gone.length === 0 ? 0 : await removeLeads(tx, gone)
  if (deleted > 0) await emit(tx, leadsDeleted, { lead_ids: gone })
  return { deleted, kept: made.length - gone.length }
}

/** Restores the values of these leads that the source changed. */
export async function putBackBy(
  tx: WorkspaceTx,
  { key, value }: BySource,
  ids: readonly number[],
): Promise<{ restored: number; kept: number }> {
  await holdLeads(tx)
  const leads = await lockLeads(tx, ids)
  const { rows } = await tx.client.query<{ lead_id: number; fields: FieldChange[] }>(
    `select lead_id, fields from lead_changes where workspace_id = $1 and lead_id = any($2::bigint[])
       and source ->> '${key}' = $3 and source ->> 'kind' in (${KIND[key]}) order by id`,
    [tx.workspace_id, ids, value],
  )
  const back: ChangedLead[] = []
  let kept = 0
  for (const lead of leads.values()) {
    const fields = rows.flatMap(({ lead_id, fields }) => (lead_id === lead.id ? fields : []))
    const { changed, left } = without(lead, wholeOf(fields))
    if (changed.fields.length > 0) back.push(changed)
    if (left) kept++
  }
  await updateLeads(tx, back, { kind: 'undo', [key]: value })
  await emitLeads(
    tx,
    [],
    back.map(({ id }) => id),
  )
  return { restored: back.length, kept }
}

/** Joins the changes of each field, from before the first to after the last: a file may hold a lead more than once. */
function wholeOf(changes: readonly FieldChange[]): FieldChange[] {
  const whole = new Map<string, FieldChange>()
  for (const change of changes) {
    const first = whole.get(change.field)
    whole.set(change.field, first ? { ...first, after: change.after } : change)
  }
  return [...whole.values()]
}

/** The lead without these changes; `left`: some changes remain. */
function without(lead: StoredLead, changes: readonly FieldChange[]): { changed: ChangedLead; left: boolean } {
  const data: JsonObject = { ...lead.data }
  const provenance = { ...lead.provenance }
  const fields: FieldChange[] = []
  let left = false
  for (const { field, before, after, from } of changes) {
    const now = data[field] ?? null
    // Taken back already: this goes on where it broke off.
    if (canonicalJson(now) === canonicalJson(before)) continue
    if (canonicalJson(now) !== canonicalJson(after) || isCut(before) || isCut(after)) {
      left = true
      continue
    }
    fields.push({ field, before: now, after: before, from: provenance[field] })
    if (before === null) delete data[field]
    else data[field] = before
    if (before !== null && from) provenance[field] = from
    else delete provenance[field]
  }
  return { changed: { ...lead, data, provenance, fields, kind: 'updated' }, left }
}

const isCut = (value: Json) => typeof value === 'string' && value.length >= LONGEST_SHOWN
