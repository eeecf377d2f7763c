// Erases a lead with all that is kept of it, past any undo, and keeps by hashes what it is not to come back under.
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/event.ts'
import { marksIn, marksOf, patternsOf } from '../lead-facts/erasure.logic.ts'
import { leadErased, leadsDeleted } from '../lead-facts/lead.events.ts'
import { mustReadLead } from '../lead-facts/lead.reads.ts'
import { eraseNamedCells, eraseNamedRows, eraseRows, forgetTraces, suppressMarks } from './erasure.writes.ts'
import { holdLeads, removeLeads } from './lead.writes.ts'

export interface Erased {
  erased: boolean
  rows: number
  cache_entries: number
  suppressed_keys: number
}

/** The person that higher rooms erase in the same transaction. */
export interface ErasedPerson {
  lead_id: number
  /** The values of the lead, which go nowhere from here. */
  data: JsonObject
  /** Finds the person in any text (`~*` of PostgreSQL); null where nothing identifies them in texts. */
  pattern: string | null
}

/** What a room above does to forget a person; the roof lists them. */
export type Eraser = (tx: WorkspaceTx, person: ErasedPerson) => Promise<void>

/** Refuses (404) an unknown lead. The audit line says that it was done, without naming the person. */
export async function eraseLead(tx: WorkspaceTx, id: number, erasers: readonly Eraser[] = []): Promise<Erased> {
  await holdLeads(tx)
  const { data } = await mustReadLead(tx, id, 'locked')
  const marks = marksOf(data)
  const patterns = patternsOf(data)
  const pattern = patterns.length === 0 ? null : patterns.join('|')
  // First, so that nothing that follows a write below brings it back.
  const suppressed_keys = await suppressMarks(tx, marks)
  const linked = await eraseLinkedRows(tx, id)
  for (const eraser of erasers) await eraser(tx, { lead_id: id, data, pattern })
  await removeLeads(tx, [id])
  const { rows, cache_entries } = await forgetNamed(tx, data)
  const erased = { rows: linked + rows, cache_entries, suppressed_keys }
  await audit(tx, { act: 'lead.erased', object: { type: 'lead', id: String(id) }, after: { ...erased } })
  await emit(tx, leadsDeleted, { lead_ids: [id] })
  await emit(tx, leadErased, { lead_id: id })
  return { erased: true, ...erased }
}

/** A person without a lead, named in rows, cells and their records. The marks are suppressed already. */
export async function erasePerson(tx: WorkspaceTx, data: JsonObject, erasers: readonly Eraser[]): Promise<void> {
  const patterns = patternsOf(data)
  const pattern = patterns.length === 0 ? null : patterns.join('|')
  for (const eraser of erasers) await eraser(tx, { lead_id: NO_LEAD, data, pattern })
  await forgetNamed(tx, data)
}

const NO_LEAD = 0

async function forgetNamed(tx: WorkspaceTx, data: JsonObject): Promise<{ rows: number; cache_entries: number }> {
  let rows = 0
  const named = addressPattern(data)
  if (named !== null) {
    rows = await eraseNamedRows(tx, named, new Set(marksOf(data)))
    await eraseNamedCells(tx, named)
  }
  const patterns = patternsOf(data)
  if (patterns.length === 0) return { rows, cache_entries: 0 }
  const { lookup_cache = 0, page_cache = 0 } = await forgetTraces(tx, patterns.join('|'))
  return { rows, cache_entries: lookup_cache + page_cache }
}

/** A telephone may be that of a whole firm: rows and cells go by addresses and profiles only. */
function addressPattern({ phone: _, ...data }: JsonObject): string | null {
  const patterns = marksIn(data.email).length + marksIn(data.linkedin_url).length === 0 ? [] : patternsOf(data)
  return patterns.length === 0 ? null : patterns.join('|')
}

async function eraseLinkedRows(tx: WorkspaceTx, leadId: number): Promise<number> {
  const { rows } = await tx.client.query<{ workbook_id: string; row_ids: string[] }>(
    `select workbook_id, array_agg(id order by id) as row_ids from workbook_rows
     where workspace_id = $1 and lead_id = $2 group by workbook_id order by workbook_id`,
    [tx.workspace_id, leadId],
  )
  let erased = 0
  for (const { workbook_id, row_ids } of rows) erased += await eraseRows(tx, workbook_id, row_ids)
  return erased
}
