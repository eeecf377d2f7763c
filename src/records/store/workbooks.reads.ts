// Reading workbooks with their columns and counters, none of it by counting rows.

import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { oneRow } from '../../platform/db/sql-client.ts'
import { decodeCursor, pageOf } from '../../platform/http/paging.ts'
import { COMPUTED_TYPES } from './column-types.logic.ts'
import type { WorkbookList, WorkbookResponse } from './workbook.schema.ts'

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

// Every `||` of two objects copies both, so a column is built as one object, and joined only with its settings.
const OF_EACH = `'id', c.id, 'name', c.name, 'type', c.type, 'hidden', c.hidden, 'pinned', c.pinned`
const COLUMN = `case when c.width is null then jsonb_build_object(${OF_EACH}) else jsonb_build_object(${OF_EACH}, 'width', c.width) end || c.config`

const STALE = `(c.type in ${COMPUTED_TYPES} and exists (select 1 from dirty_rows k
  where k.workspace_id = w.workspace_id and k.scope_id = w.id and k.consumer = 'compute' and c.id = any(k.stopped)))`

const COLUMNS = `coalesce((select jsonb_agg(case when c.type = 'input' then ${COLUMN} else ${COLUMN}
      || jsonb_build_object('stats', coalesce((
           select jsonb_object_agg(k.status, k.cells) from workbook_column_counts k
           where k.workspace_id = w.workspace_id and k.workbook_id = w.id and k.column_id = c.id and k.cells > 0), '{}'))
      || case when ${STALE} then '{"stale": true}'::jsonb else '{}' end
      end order by c.ordinal, c.id)
    from workbook_columns c where c.workspace_id = w.workspace_id and c.workbook_id = w.id), '[]')`

// Rows that came or went since the last run ended make it complete or not: what is kept is only whether a run is under way.
const STATUS = `case when w.status in ('running', 'paused') then w.status
  when w.total_rows > 0 and w.completed_rows >= w.total_rows then 'complete' else 'draft' end`

const OWN = `w.id, w.name, w.description, ${STATUS} as status,
  case when w.leads_from is null then w.total_rows else coalesce((w.leads_from ->> 'rows')::int,
    (select l.leads::int from lead_counts l where l.workspace_id = w.workspace_id), 0) end as total_rows, w.completed_rows,
  w.source_type, w.sync_to_leads, to_char(w.created_at, ${UTC}) as created_at, to_char(w.updated_at, ${UTC}) as updated_at`
const WORKBOOK = `${OWN}, ${COLUMNS} as columns_config`

const READ = `select ${WORKBOOK} from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`

/** The id as it is stored; refuses a text that cannot be one exactly as an unknown one. */
export function workbookIdOf(text: string): string {
  return isUuid(text) ? text.toLowerCase() : refuse('not_found', 'Workbook not found')
}

/** The workbook of the workspace, or the 404 refusal. */
export async function mustReadWorkbook(tx: WorkspaceTx, workbookId: string): Promise<WorkbookResponse> {
  const { rows } = await tx.client.query<WorkbookResponse>({
    name: 'workbook_read',
    text: READ,
    values: [tx.workspace_id, workbookIdOf(workbookId)],
  })
  return rows[0] ?? refuse('not_found', 'Workbook not found')
}

/** A workbook with its columns as JSON text; the same of the same `print`. */
export type WrittenWorkbook = Omit<WorkbookResponse, 'columns_config'> & { columns: string; print: string }

// Which versions there are of what columns are written from: see rows.page.ts.
const PRINT = `concat(
  (select bit_xor(hash_record_extended(row(c.xmin, c.id, ${STALE}), 0)) from workbook_columns c
    where c.workspace_id = w.workspace_id and c.workbook_id = w.id), ' ',
  (select bit_xor(hash_record_extended(row(k.xmin, k.column_id, k.status), 0)) from workbook_column_counts k
    where k.workspace_id = w.workspace_id and k.workbook_id = w.id))`

// A third of what a page of plain rows takes of the database was to write columns, which hardly ever are others than a moment ago.
const READ_WRITTEN = `select ${OWN}, p.print, case when p.print is distinct from $3 then (${COLUMNS})::text end as columns
  from workbooks w cross join lateral (select ${PRINT} as print offset 0) p
  where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`

/** The workbook, to be read with others; `known` are its columns as they were. `mustRead` refuses (404) when there is none. */
export function askWorkbook(tx: WorkspaceTx, id: string, known?: Pick<WrittenWorkbook, 'columns' | 'print'>) {
  const read = ({ rows: [row] }: { rows: WrittenWorkbook[] }) =>
    row && { ...row, columns: row.columns ?? (known?.columns as string) }
  return {
    statement: {
      name: 'workbook_read_text',
      text: READ_WRITTEN,
      values: [tx.workspace_id, id, known?.print ?? null],
    },
    read,
    mustRead: (answer: { rows: WrittenWorkbook[] }) => read(answer) ?? refuse('not_found', 'Workbook not found'),
  }
}

/** The id as it is stored, when the workspace has that workbook; else the 404 refusal. */
export async function mustFindWorkbook(tx: WorkspaceTx, workbookId: string): Promise<string> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: 'workbook_find',
    text: 'select id from workbooks where workspace_id = $1 and id = $2 and deleted_at is null',
    values: [tx.workspace_id, workbookIdOf(workbookId)],
  })
  return rows[0]?.id ?? refuse('not_found', 'Workbook not found')
}

const LIST = `select ${WORKBOOK}, w.updated_at::text as sort_key from workbooks w
  where w.workspace_id = $1 and w.deleted_at is null and w.source_type <> 'function' and ($2::text is null or position(lower($2) in lower(w.name)) > 0)
    and ($3::timestamptz is null or w.updated_at < $3 or (w.updated_at = $3 and w.id > $4::uuid))
  order by w.updated_at desc, w.id limit $5`

const BY_CHANGE = 'workbooks by change'

/** Workbooks, last changed first; `q` keeps those whose name contains it, without case. */
export async function listWorkbooks(
  tx: WorkspaceTx,
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<WorkbookList> {
  const [after = null, afterId = null] = decodeCursor(BY_CHANGE, cursor) ?? []
  const wanted = q?.trim() || null
  const { rows } = await tx.client.query<WorkbookResponse & { sort_key: string }>(LIST, [
    tx.workspace_id,
    wanted,
    after,
    afterId,
    limit + 1,
  ])
  const { rows: counted } = await tx.client.query<{ total: number }>(
    `select count(*)::int as total from workbooks w
     where w.workspace_id = $1 and w.deleted_at is null and w.source_type <> 'function' and ($2::text is null or position(lower($2) in lower(w.name)) > 0)`,
    [tx.workspace_id, wanted],
  )
  return { ...pageOf(BY_CHANGE, rows, limit, (row) => [row.sort_key, row.id]), total: oneRow(counted).total }
}

/** The columns as the engine reads them, in order. */
interface StoredColumn extends Pick<ColumnConfig, 'id' | 'name'> {
  width: number | null
  hidden: boolean
  pinned: boolean
  /** What a column of its type has beside these. */
  config: ColumnConfig
}

export async function readColumns(tx: WorkspaceTx, workbookId: string): Promise<ColumnConfig[]> {
  const { rows } = await tx.client.query<StoredColumn>({
    name: 'columns_read',
    text: `select id, name, type, width, hidden, pinned, config from workbook_columns
      where workspace_id = $1 and workbook_id = $2 order by ordinal, id`,
    values: [tx.workspace_id, workbookId],
  })
  return rows.map(({ config, width, ...column }) => ({ ...config, ...column, ...(width === null ? {} : { width }) }))
}
