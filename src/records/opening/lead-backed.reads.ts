// A workbook made over the lead store: until something is written to it, its leads are read as if they were its rows.
//
// Statements that read rows read `workbook_rows`; here a query of that name hides the table, so that pages, filters,
// orders, groups and exports mean the same for both. A row's id and position are those of the lead (generated columns with
// an index each), so a page is a read along `leads_shown`.
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Filter } from '../../engine/filter/filter.schema.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { conditionSql } from '../filters/found-rows.reads.ts'
import type { SqlStatement } from '../filters/sql-text.logic.ts'
import { cacheUntilLeadChange } from '../lead-facts/counted.reads.ts'
import { fieldsOfColumns } from '../lead-facts/lead-columns.logic.ts'
import { countFound } from '../lead-facts/lead-count.reads.ts'
import { LEADS_AS_ROWS, leadStatement } from '../lead-facts/lead-statement.reads.ts'

/** Which leads are its rows; kept with the workbook. */
export interface LeadsFrom {
  filter: Filter | null
  search: string | null
  lead_ids: number[] | null
  /** Only those that this job brought. */
  job_id?: string
  /** How many there were when it was made; null for all leads, whose number is known. */
  rows: number | null
}

/** Which leads it is about, after what a statement holds already; `r` is the lead. */
function chosen(statement: SqlStatement, { filter, search, lead_ids, job_id }: LeadsFrom): string {
  const among = lead_ids === null ? 'true' : isAmong(`select unnest(${statement.param(lead_ids, 'bigint[]')})`)
  const brought =
    job_id === undefined
      ? 'true'
      : isAmong(
          `select j.lead_id from job_leads j where j.workspace_id = $1 and j.job_id = ${statement.param(job_id, 'uuid')}`,
        )
  return `${among} and ${brought} and ${conditionSql(statement, { filter, search })}`
}

/** The lead is one of these, or stands for one of them. */
const isAmong = (ids: string) =>
  `(r.lead_id in (${ids}) or r.lead_id in (select m.head_id from merged_leads m where m.workspace_id = $1 and m.lead_id in (${ids})))`

/**
 * `workbook_rows` as a query over the leads. $1 and $2 are workspace and workbook, as in every statement that reads rows. Which version of the
 * lead a row is, is asked beside it.
 */
export function rowsOfLeads(statement: SqlStatement, columns: readonly ColumnConfig[], from: LeadsFrom): string {
  const fields = fieldsOfColumns(columns)
  const ids = statement.param([...fields.keys()], 'text[]')
  const names = statement.param([...fields.values()], 'text[]')
  return `workbook_rows as not materialized (
    select r.workspace_id, $2::uuid as workbook_id, r.id, r.position, coalesce((select jsonb_object_agg(f.id, r.data -> f.name)
        from unnest(${ids}, ${names}) as f (id, name) where r.data ? f.name), '{}') as data, null::text as identity_key, r.lead_id,
      jsonb_build_object('provider', 'leads', 'record_id', r.lead_id::text) as source, r.created_at, r.updated_at, null::uuid as made_by,
      null::xid as xmin
    from ${LEADS_AS_ROWS} where ${chosen(statement, from)})`
}

const BLOCKS = `workbook_row_blocks as (
    select workspace_id, workbook_id, floor(position / 4096)::int as block, count(*)::int as rows from workbook_rows group by 1, 2, 3)`

const READS_ROWS = /\bworkbook_rows\b|\bworkbook_row_blocks\b/

/** The same transaction, to which the leads are the rows. For reading alone: what locks or writes rows fails there. */
function overLeads(tx: WorkspaceTx, columns: readonly ColumnConfig[], from: LeadsFrom): WorkspaceTx {
  const query = (asked: string | { text: string; values?: unknown[] }, given?: unknown[]) => {
    const { text, values = [] } = typeof asked === 'string' ? { text: asked, values: given } : asked
    if (!READS_ROWS.test(text)) return tx.client.query(asked as string, given)
    const statement = leadStatement(tx, [...values])
    const rows = rowsOfLeads(statement, columns, from)
    const blocks = /\bworkbook_row_blocks\b/.test(text) ? `, ${BLOCKS}` : ''
    const rest = /^\s*with\s/i.test(text) ? text.replace(/^\s*with\s/i, ', ') : ` ${text}`
    return tx.client.query(`with ${rows}${blocks}${rest}`, statement.values)
  }
  const client = Object.create(tx.client, { query: { value: query } })
  return Object.create(tx, { client: { value: client } })
}

export interface ReadThrough {
  tx: WorkspaceTx
  total_rows: number
  /** Its rows are leads. */
  is_over: boolean
}

/** How to read the rows of a workbook, and how many there are. Costs nothing for one that was not made over the store. */
export async function readThroughLeads(
  tx: WorkspaceTx,
  workbook: { id: string; source_type?: string; total_rows: number; columns: readonly ColumnConfig[] },
): Promise<ReadThrough> {
  const from = workbook.source_type === 'leads' ? await readLeadsFrom(tx, workbook.id) : null
  if (from === null) return { tx, total_rows: workbook.total_rows, is_over: false }
  const through = overLeads(tx, workbook.columns, from)
  // The number of all leads came with the workbook.
  const total_rows = from.rows === null ? workbook.total_rows : await countChosen(tx, from)
  return { tx: through, total_rows, is_over: true }
}

/** As {@link readThroughLeads} for callers that only have the workbook's id. */
export async function readThrough(
  tx: WorkspaceTx,
  workbookId: string,
  columns: readonly ColumnConfig[],
): Promise<WorkspaceTx> {
  const from = await readLeadsFrom(tx, workbookId)
  return from === null ? tx : overLeads(tx, columns, from)
}

/** Null for a workbook whose rows are its own. */
export async function readLeadsFrom(tx: WorkspaceTx, workbookId: string): Promise<LeadsFrom | null> {
  const { rows } = await tx.client.query<{ leads_from: LeadsFrom | null }>({
    name: 'workbook_leads_from',
    text: 'select leads_from from workbooks where workspace_id = $1 and id = $2',
    values: [tx.workspace_id, workbookId],
  })
  return rows[0]?.leads_from ?? null
}

export async function countChosen(tx: WorkspaceTx, from: LeadsFrom): Promise<number> {
  if (from.lead_ids === null) return countFound(tx, from)
  return cacheUntilLeadChange(tx, from, async () => {
    const statement = leadStatement(tx)
    const text = `select count(*)::int as count from ${LEADS_AS_ROWS} where ${chosen(statement, from)}`
    const { rows } = await tx.client.query<{ count: number }>(text, statement.values)
    return rows[0]?.count ?? 0
  })
}
