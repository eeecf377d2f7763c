// Erases a lead with all that is kept of it, past any undo, and keeps by hashes what it is not to come back under.
import type { JsonObject } from '../../kernel/json.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { ring } from '../../platform/events/outbox.ts'
import { newChange } from '../history/recorder.ts'
import { trashRows } from '../history/trash.writes.ts'
import { ripple } from '../workbooks/ripple.ts'
import { countRows } from '../workbooks/rows.writes.ts'
import { openForWriting } from '../workbooks/structure.lock.ts'
import { ringRows } from '../workbooks/workbook.events.ts'
import { mustReadLead } from './lead.reads.ts'
import { holdLeads, removeLeads } from './lead.writes.ts'
import { hashOf, keysOf } from './lead-keys.logic.ts'

export interface Erased {
  erased: boolean
  rows: number
  cache_entries: number
  suppressed_keys: number
}

/** Refuses (404) an unknown lead. The audit line says that it was done, not of whom. */
export async function eraseLead(tx: WorkspaceTx, id: number): Promise<Erased> {
  await holdLeads(tx)
  const lead = await mustReadLead(tx, id, true)
  const rows = await eraseRows(tx, id)
  const cache_entries = await forgetAnswers(tx, lead.data)
  const keys = keysOf(lead.data).map(({ key }) => hashOf(tx.workspace_id, key))
  await tx.client.query(
    `insert into lead_suppressions (workspace_id, key_hash) select $1, unnest($2::bytea[]) on conflict do nothing`,
    [tx.workspace_id, keys],
  )
  await removeLeads(tx, [id])
  const erased = { rows, cache_entries, suppressed_keys: keys.length }
  await audit(tx, { act: 'lead.erased', object: { type: 'lead', id: String(id) }, after: { ...erased } })
  await ring(tx, { type: 'lead.deleted', lead_ids: [id] })
  return { erased: true, ...erased }
}

// What is kept of a row beside it, by tables that name it.
const TRACES = ['cell_versions', 'trashed_rows', 'attempts', 'cell_evidence', 'match_keys', 'awaited_answers'] as const

/** The rows linked to it go as if they had never been: they are in no trash and no version tells of them. */
async function eraseRows(tx: WorkspaceTx, leadId: number): Promise<number> {
  const { rows } = await tx.client.query<{ workbook_id: string; row_ids: string[] }>(
    `select workbook_id, array_agg(id order by id) as row_ids from workbook_rows
     where workspace_id = $1 and lead_id = $2 group by workbook_id order by workbook_id`,
    [tx.workspace_id, leadId],
  )
  let erased = 0
  for (const { workbook_id, row_ids } of rows) {
    const workbook = await openForWriting(tx, workbook_id)
    const gone = await trashRows(tx, workbook_id, newChange('delete_rows', {}).id, row_ids)
    for (const table of TRACES)
      await tx.client.query(
        `delete from ${table} where workspace_id = $1 and workbook_id = $2 and row_id = any($3::uuid[])`,
        [tx.workspace_id, workbook_id, gone.row_ids],
      )
    await ringRows(tx, 'rows.deleted', workbook_id, gone.row_ids)
    await ripple(tx, workbook, { rows: gone.row_ids, columns: 'all' })
    await countRows(tx, workbook_id, gone.blocks)
    erased += gone.row_ids.length
  }
  return erased
}

/** Shorter texts stand in too much. */
const TELLING = 6

/** Answers of vendors and pages that hold an address or a number of it. */
async function forgetAnswers(tx: WorkspaceTx, data: JsonObject): Promise<number> {
  const telling = [data.email, data.phone, data.linkedin_url].flatMap((value) =>
    typeof value === 'string' && value.length >= TELLING ? [JSON.stringify(value.toLowerCase()).slice(1, -1)] : [],
  )
  if (telling.length === 0) return 0
  const holds = (json: string) =>
    `exists (select from unnest($2::text[]) t (text) where strpos(lower(${json}::text), t.text) > 0)`
  const { rows } = await tx.client.query<{ gone: number }>(
    `with answers as (delete from lookup_cache where workspace_id = $1 and ${holds('outcome')} returning 1),
       pages as (delete from page_cache where workspace_id = $1 and ${holds('page')} returning 1)
     select ((select count(*) from answers) + (select count(*) from pages))::int as gone`,
    [tx.workspace_id, telling],
  )
  return rows[0]?.gone ?? 0
}
