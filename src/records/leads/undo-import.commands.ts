// Takes an import of leads back: what it made goes, what it changed is as it was before, where nobody has changed it since.
import { refuse } from '../../kernel/errors.ts'
import { canonicalJson, type Json, type JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Place } from '../../platform/ctx.ts'
import type { Database, WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import type { StoredLead } from './lead.reads.ts'
import { type ChangedLead, holdLeads, LONGEST_SHOWN, lockLeads, removeLeads, updateLeads } from './lead.writes.ts'
import { findLeadImport, markLeadImportUndone } from './lead-imports.writes.ts'
import type { LeadsImportUndone } from './lead-transfer.schema.ts'
import type { FieldChange } from './merge.logic.ts'
import { ringLeads } from './placing.commands.ts'

/** Leads of one transaction: the store is held by nobody for longer than these take. */
const AT_ONCE = 500

interface Done {
  made: number[]
  changed: number[]
  /** As many leads as it had made and changed when it was looked for them; null: it is not on record. */
  stored: number | null
}

/**
 * Refuses (404) an import of which no lead that it made or changed is there, unless it is not on record as taken back. Safe to repeat, also
 * where it broke off.
 */
export async function undoLeadImport(database: Database, at: Place, importId: string): Promise<LeadsImportUndone> {
  const { made, changed, stored } = await database.inWorkspace(at, (tx) => mustReadImport(tx, importId))
  const undone: LeadsImportUndone = { deleted: 0, restored: 0, kept: 0 }
  const add = ({ deleted, restored, kept }: LeadsImportUndone) => {
    undone.deleted += deleted
    undone.restored += restored
    undone.kept += kept
  }
  for (let from = 0; from < made.length; from += AT_ONCE)
    add(await database.inWorkspace(at, (tx) => deleteMade(tx, importId, made.slice(from, from + AT_ONCE))))
  for (let from = 0; from < changed.length; from += AT_ONCE)
    add(await database.inWorkspace(at, (tx) => putBack(tx, importId, changed.slice(from, from + AT_ONCE))))
  await database.inWorkspace(at, async (tx) => {
    if (stored !== null) await markLeadImportUndone(tx, importId, stored)
    await audit(tx, {
      act: 'leads.import_undone',
      object: { type: 'workspace', id: at.workspace_id },
      after: { import_id: importId, ...undone },
    })
  })
  return undone
}

/** What the import made, and which others it changed. Nothing but a look at all leads tells the first. */
export async function mustReadImport(tx: WorkspaceTx, importId: string): Promise<Done> {
  const values = [tx.workspace_id, importId]
  // Read before the leads: these are at least as new then, so that what is stored meanwhile is never taken for seen.
  const recorded = await findLeadImport(tx, importId)
  const { rows: made } = await tx.client.query<{ id: number }>(
    `select id from leads where workspace_id = $1 and source ->> 'import_id' = $2 order by id`,
    values,
  )
  const { rows: changed } = await tx.client.query<{ id: number }>(
    `select distinct c.lead_id as id from lead_changes c join leads l on l.workspace_id = c.workspace_id and l.id = c.lead_id
     where c.workspace_id = $1 and c.source ->> 'import_id' = $2 and c.source ->> 'kind' = 'import'
       and l.source ->> 'import_id' is distinct from $2 order by 1`,
    values,
  )
  // The last transaction of an earlier try may be missing, or its leads were deleted one by one: it can still be called taken back.
  if (made.length + changed.length === 0 && (recorded === null || recorded.isUndone))
    refuse('not_found', 'Import not found')
  return { made: made.map(({ id }) => id), changed: changed.map(({ id }) => id), stored: recorded?.stored ?? null }
}

const DONE = { deleted: 0, restored: 0, kept: 0 }

async function deleteMade(tx: WorkspaceTx, importId: string, ids: readonly number[]): Promise<LeadsImportUndone> {
  await holdLeads(tx)
  const { rows: touched } = await tx.client.query<{ id: number }>(
    `select distinct lead_id as id from lead_changes where workspace_id = $1 and lead_id = any($2::bigint[])
       and source ->> 'import_id' is distinct from $3 and source ->> 'kind' <> 'service'`,
    [tx.workspace_id, ids, importId],
  )
  const kept = new Set(touched.map(({ id }) => id))
  const gone = ids.filter((id) => !kept.has(id))
  const deleted = gone.length === 0 ? 0 : await removeLeads(tx, gone)
  if (deleted > 0) await ring(tx, { type: 'lead.deleted', lead_ids: gone })
  return { ...DONE, deleted, kept: kept.size }
}

async function putBack(tx: WorkspaceTx, importId: string, ids: readonly number[]): Promise<LeadsImportUndone> {
  await holdLeads(tx)
  const leads = await lockLeads(tx, ids)
  const { rows } = await tx.client.query<{ lead_id: number; fields: FieldChange[] }>(
    `select lead_id, fields from lead_changes where workspace_id = $1 and lead_id = any($2::bigint[])
       and source ->> 'import_id' = $3 and source ->> 'kind' = 'import' order by id`,
    [tx.workspace_id, ids, importId],
  )
  const back: ChangedLead[] = []
  let kept = 0
  for (const lead of leads.values()) {
    const fields = rows.flatMap(({ lead_id, fields }) => (lead_id === lead.id ? fields : []))
    const { changed, left } = without(lead, wholeOf(fields))
    if (changed.fields.length > 0) back.push(changed)
    if (left) kept++
  }
  await updateLeads(tx, back, { kind: 'undo', import_id: importId })
  await ringLeads(
    tx,
    [],
    back.map(({ id }) => id),
  )
  return { ...DONE, restored: back.length, kept }
}

/** Of each field what it was before the first change and is after the last: a file may bring a lead more than once. */
function wholeOf(changes: readonly FieldChange[]): FieldChange[] {
  const whole = new Map<string, FieldChange>()
  for (const change of changes) {
    const first = whole.get(change.field)
    whole.set(change.field, first ? { ...first, after: change.after } : change)
  }
  return [...whole.values()]
}

/** The lead without these changes; `left`: some of them stand. */
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
