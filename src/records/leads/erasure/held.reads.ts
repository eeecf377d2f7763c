// Reads everything that is held about a person, with its sources: what the person may ask to see and take along.
import { type Json, type JsonObject, plainJson } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { inOrder } from '../../../platform/db/look-up.ts'
import { addressPatternsOf } from '../../lead-facts/erasure.logic.ts'
import { type Forgettings, readMentions } from '../../lead-facts/forget.commands.ts'
import { mustReadLead, readLeads, recordOf } from '../../lead-facts/lead.reads.ts'
import { readWithMerged } from '../../lead-facts/one-lead.reads.ts'
import { withOwnValues } from '../one-lead.commands.ts'
import { readTimeline } from '../timeline.reads.ts'
import { patternsFor } from './erase.commands.ts'
import type { HeldRecords } from './held.schema.ts'

const MOST_ROWS = 1000
const MOST_CHANGES = 500

/** Something that a room above holds about a person, line by line. */
export interface HeldPart {
  title: string
  items: HeldLine[]
}

/** The values by label. */
export type HeldLine = Record<string, Json | Date>

/** Reads what a room above holds about a person; `app` lists these readers. */
export type Discloser = (tx: WorkspaceTx, person: { lead_id: number }) => Promise<HeldPart[]>

/** Refuses (404) an unknown lead. */
export async function readHeld(
  tx: WorkspaceTx,
  id: number,
  now: Date,
  disclosers: readonly Discloser[] = [],
  tables: Forgettings = {},
): Promise<HeldRecords> {
  const asked = await mustReadLead(tx, id, 'kept')
  const [lead = asked] = await withOwnValues(tx, [asked])
  const pattern = addressPatternsOf(lead.data).join('|')
  const { rows } = await tx.client.query<{ workbook_id: string; workbook: string; row_id: string; data: JsonObject }>(
    `select r.workbook_id, w.name as workbook, r.id as row_id, r.data from workbook_rows r
       join workbooks w on w.workspace_id = r.workspace_id and w.id = r.workbook_id
     where r.workspace_id = $1 and w.deleted_at is null and (r.lead_id = $2 or ($3 <> '' and r.data::text ~* $3))
     order by r.workbook_id, r.position limit $4`,
    [tx.workspace_id, id, pattern, MOST_ROWS + 1],
  )
  const shown = rows.slice(0, MOST_ROWS)
  const ids = shown.map(({ row_id }) => row_id)
  const { rows: columns } = await tx.client.query<{ workbook_id: string; id: string; name: string }>(
    'select workbook_id, id, name from workbook_columns where workspace_id = $1 and workbook_id = any($2::uuid[])',
    [tx.workspace_id, [...new Set(shown.map(({ workbook_id }) => workbook_id))]],
  )
  const nameOf = new Map(columns.map((column) => [`${column.workbook_id} ${column.id}`, column.name]))
  const { rows: cells } = await tx.client.query<{
    row_id: string
    workbook_id: string
    column_id: string
    value: unknown
    provenance: JsonObject | null
  }>(
    `select row_id, workbook_id, column_id, value, provenance from cells
     where workspace_id = $1 and row_id = any($2::uuid[]) and value is not null order by row_id, column_id`,
    [tx.workspace_id, ids],
  )
  const { rows: lookups } = await tx.client.query<{ provider: string; started_at: Date; outcome: string | null }>(
    `select provider, started_at, outcome from attempts where workspace_id = $1 and row_id = any($2::uuid[]) order by started_at, id limit 5000`,
    [tx.workspace_id, ids],
  )
  const { rows: comments } = await tx.client.query<HeldLine & { text: string }>(
    `select t.workbook_id, t.row_id, c.text, c.created_at
     from unnest($2::uuid[] || array(select row_id from leads where workspace_id = $1 and ${inOrder('id', '$3')})) given (row_id)
     cross join lateral (select id, workbook_id, row_id from workbook_threads
       where workspace_id = $1 and ${inOrder('row_id', 'given.row_id')} offset 0) t
     join workbook_comments c on c.workspace_id = $1 and c.thread_id = t.id order by c.id limit 5000`,
    [tx.workspace_id, ids, id],
  )
  const others: HeldPart[] = [
    { title: 'Merged with', items: await readMergedWith(tx, id) },
    { title: 'Comments on rows', items: comments },
  ]
  for (const disclose of disclosers) others.push(...(await disclose(tx, { lead_id: id })))
  others.push({ title: 'Named in', items: await placesOf(tx, lead.data, tables) })
  const timeline = await readTimeline(tx, id, { limit: MOST_CHANGES })
  const column = (workbook: string, of: string) => nameOf.get(`${workbook} ${of}`) ?? of
  return {
    generated_at: now.toISOString(),
    lead: recordOf(lead) as HeldRecords['lead'],
    facts: Object.entries(lead.data).map(([field, value]) => ({
      field,
      value,
      source: lead.provenance[field] ?? null,
    })),
    timeline: timeline.items as HeldRecords['timeline'],
    rows: shown.map(({ workbook_id, workbook, row_id, data }) => ({
      workbook_id,
      workbook,
      row_id,
      values: Object.fromEntries(Object.entries(data).map(([of, value]) => [column(workbook_id, of), value])),
      cells: cells
        .filter((cell) => cell.row_id === row_id)
        .map((cell) => ({ column: column(workbook_id, cell.column_id), value: cell.value, source: cell.provenance })),
    })),
    lookups: lookups.map(({ provider, started_at, outcome }) => ({ provider, at: started_at.toISOString(), outcome })),
    others: others.map(({ title, items }) => ({ title, items: items.map(plainLine) })),
    is_complete: rows.length <= MOST_ROWS,
  }
}

/** The other records of the one lead. They are not erased with it: a person decides whether they are the same. */
async function readMergedWith(tx: WorkspaceTx, id: number): Promise<JsonObject[]> {
  const others = (await readWithMerged(tx, [id])).filter((other) => other !== id)
  const leads = await withOwnValues(tx, await readLeads(tx, others))
  return leads.map(({ id: lead_id, data, provenance }) => ({ lead_id, values: data, provenance }))
}

/** Other places that name the person; text that is also about other people is not copied. */
async function placesOf(tx: WorkspaceTx, data: JsonObject, tables: Forgettings): Promise<JsonObject[]> {
  const counts = new Map<string, number>()
  for (const { what } of await readMentions(tx, patternsFor(data), tables))
    counts.set(what, (counts.get(what) ?? 0) + 1)
  return [...counts].map(([what, places]) => ({ what, places }))
}

/** As JSON has it: times as texts. */
const plainLine = (line: HeldLine) => plainJson(line) as JsonObject
