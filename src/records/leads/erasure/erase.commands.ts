// Erases a lead with all that is kept of it, past any undo, and keeps by hashes what it is not to come back under.
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { emit } from '../../../platform/events/event.ts'
import { addressPatternsOf, marksOf, namePatternOf, patternsOf, withoutShared } from '../../lead-facts/erasure.logic.ts'
import {
  type Forgettings,
  forgetIn,
  type Mention,
  type Patterns,
  readMentions,
} from '../../lead-facts/forget.commands.ts'
import { leadErased, leadsDeleted } from '../../lead-facts/lead.events.ts'
import { readLeads } from '../../lead-facts/lead.reads.ts'
import { readWithMerged } from '../../lead-facts/one-lead.reads.ts'
import { eraseThreadsOf } from '../../store/threads.writes.ts'
import { holdLeads } from '../hold-leads.commands.ts'
import { removeLeads } from '../lead.writes.ts'
import { withOwnValues } from '../one-lead.commands.ts'
import {
  dropFiles,
  emptyNamedLeads,
  eraseNamedCells,
  eraseNamedRows,
  eraseRows,
  readSharedMarks,
  suppressMarks,
} from './erasure.writes.ts'

export interface ErasureResult {
  erased: boolean
  rows: number
  cache_entries: number
  suppressed_keys: number
  /** What still names the person and was written by others: a person decides. */
  to_decide: Mention[]
}

/** The person that higher rooms erase in the same transaction. */
export interface ErasedPerson extends Patterns {
  lead_id: number
  /** The values of the lead, which go nowhere from here. */
  data: JsonObject
}

/** What a room does to forget a person beyond what its tables declare. */
export type Eraser = (tx: WorkspaceTx, person: ErasedPerson) => Promise<void>

/** How the whole service forgets a person; the roof puts it together of what the rooms declare. */
export interface ErasureRules {
  erasers: readonly Eraser[]
  tables: Forgettings
}

export const NO_ERASING: ErasureRules = { erasers: [], tables: {} }

/**
 * `withMerged`: the records that were merged with it too; else they are told, as they may be of someone else after all.
 * Refuses (404) an unknown lead. The audit lines say that it was done, without naming the person.
 */
export async function eraseLead(
  tx: WorkspaceTx,
  id: number,
  erasing: ErasureRules = NO_ERASING,
  withMerged = false,
): Promise<ErasureResult> {
  await holdLeads(tx)
  const merged = (await readWithMerged(tx, [id])).filter((other) => other !== id)
  const result: ErasureResult = { erased: true, rows: 0, cache_entries: 0, suppressed_keys: 0, to_decide: [] }
  const people: JsonObject[] = []
  for (const one of withMerged ? [id, ...merged] : [id]) {
    const { data, ...counts } = await eraseRecord(tx, one, erasing)
    people.push(data)
    result.rows += counts.rows
    result.cache_entries += counts.cache_entries
    result.suppressed_keys += counts.suppressed_keys
  }
  if (!withMerged)
    result.to_decide = merged.map((other) => ({ what: 'merged lead', id: String(other), workbook_id: null }))
  for (const data of people)
    for (const mention of await readMentions(tx, patternsFor(data), erasing.tables))
      if (!result.to_decide.some((known) => isDeepStrictEqual(known, mention))) result.to_decide.push(mention)
  return result
}

async function eraseRecord(
  tx: WorkspaceTx,
  id: number,
  erasing: ErasureRules,
): Promise<Omit<ErasureResult, 'erased' | 'to_decide'> & { data: JsonObject }> {
  const [lead = refuse('not_found', 'Lead not found')] = await withOwnValues(tx, await readLeads(tx, [id], true))
  const data = withoutShared(lead.data, await readSharedMarks(tx, id, lead.data))
  const marks = marksOf(data)
  // First, so that nothing that follows a write below brings it back.
  const suppressed_keys = await suppressMarks(tx, marks)
  const linked = await eraseLinkedRows(tx, id)
  const { rows, cache_entries } = await forgetPerson(tx, id, data, erasing)
  const erased = { rows: linked + rows, cache_entries, suppressed_keys }
  await audit(tx, { act: 'lead.erased', object: { type: 'lead', id: String(id) }, after: { ...erased } })
  await emit(tx, leadsDeleted, { lead_ids: [id] })
  await emit(tx, leadErased, { lead_id: id })
  return { ...erased, data }
}

/** A person without a lead, named in rows, cells and their records. The marks are suppressed already. */
export async function erasePerson(tx: WorkspaceTx, data: JsonObject, erasing: ErasureRules): Promise<void> {
  await forgetPerson(tx, NO_LEAD, data, erasing)
}

const NO_LEAD = 0

export function patternsFor(data: JsonObject): Patterns {
  const patterns = patternsOf(data)
  const name = namePatternOf(data)
  const wide = [...patterns, ...(name === null ? [] : [name])]
  return {
    pattern: patterns.length === 0 ? null : patterns.join('|'),
    wide: wide.length === 0 ? null : wide.join('|'),
  }
}

async function forgetPerson(
  tx: WorkspaceTx,
  lead_id: number,
  data: JsonObject,
  { erasers, tables }: ErasureRules,
): Promise<{ rows: number; cache_entries: number }> {
  const patterns = patternsFor(data)
  for (const eraser of erasers) await eraser(tx, { lead_id, data, ...patterns })
  await eraseThreadsOf(tx, lead_id, patterns.pattern)
  await removeLeads(tx, [lead_id])
  if (patterns.wide === null) return { rows: 0, cache_entries: 0 }
  const marks = new Set(marksOf(data))
  const rows = await eraseNamedRows(tx, patterns.wide, marks)
  // A telephone may be that of a whole firm: cells and values of other leads go by addresses and profiles only.
  const addresses = addressPatternsOf(data)
  if (addresses.length > 0) {
    await eraseNamedCells(tx, addresses.join('|'))
    await emptyNamedLeads(tx, lead_id, addresses.join('|'), marks)
  }
  await dropFiles(tx, patterns.wide)
  // Last, with what the writes above have told.
  const { lookup_cache = 0, page_cache = 0 } = await forgetIn(tx, patterns, tables)
  return { rows, cache_entries: lookup_cache + page_cache }
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
