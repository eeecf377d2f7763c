// Keeps the columns of a workbook still while its rows and cells are written, without making the writers wait for each other.
//
// Lock order in every transaction: this lock, rows by id, their cells, column counts by column and status, the workbook,
// its row blocks by number.
import type pg from 'pg'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { refuse } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { hold, holdWithOthers } from '../../platform/db/hold.ts'
import { FOLLOWED_COLUMNS, type FollowedWorkbook } from '../store/follow.ts'
import type { DuplicateKey } from '../store/identity.logic.ts'
import type { StoredRow } from '../store/rows/rows.writes.ts'
import { readColumns, workbookIdOf } from '../store/workbooks.reads.ts'
import { readLeadsFrom } from './lead-backed.reads.ts'
import { materializeLeads } from './materialize-leads.commands.ts'

export interface OpenWorkbook extends FollowedWorkbook {
  columns: ColumnConfig[]
  identity: DuplicateKey | null
  /** When the transaction began, as answers tell it: what is made in it was made then. */
  now: string
}

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/** Keeps the columns as they are until the transaction ends; other writers do the same beside it. */
export async function shareStructure(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await holdWithOthers(tx, workbookId)
}

/**
 * Sends the read directly after the lock, without waiting in between. They are two statements: one that waits and reads would read what was
 * there before it waited.
 */
/** Without columns it has none in place of a list. */
interface OpenRow extends Omit<OpenWorkbook, 'columns'> {
  columns: ColumnConfig[] | null
  is_over_leads: boolean
}

async function holdAndRead<Row extends pg.QueryResultRow>(tx: WorkspaceTx, workbookId: string, read: pg.QueryConfig) {
  const [, found] = await Promise.all([shareStructure(tx, workbookId), tx.client.query<Row>(read)])
  return found
}

const OPEN = `select w.id, w.identity, w.follow, w.leads_from is not null as is_over_leads, to_char(now(), ${UTC}) as now, (select json_agg(c.config || jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.ordinal, c.id)
    from workbook_columns c where c.workspace_id = $1 and c.workbook_id = $2) as columns
  from workbooks w where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null`

/** Holds the columns as they are until the transaction ends, and reads them. Refuses an unknown workbook (404). */
export async function openForWriting(tx: WorkspaceTx, workbookId: string): Promise<OpenWorkbook> {
  const values = [tx.workspace_id, workbookIdOf(workbookId)]
  const { rows } = await holdAndRead<OpenRow>(tx, workbookIdOf(workbookId), {
    name: 'workbook_open',
    text: OPEN,
    values,
  })
  const { is_over_leads, ...found } = rows[0] ?? refuse('not_found', 'Workbook not found')
  const columns = found.columns ?? []
  if (is_over_leads) await materializeLeads(tx, found.id, columns)
  return { ...found, columns }
}

export interface OpenColumn extends FollowedWorkbook {
  identity: DuplicateKey | null
  column: ColumnConfig
  /** The workbook's `updated_at` lies far enough back to be worth a write. */
  is_stale: boolean
}

const ITS_COLUMN = `w.id, w.identity, w.updated_at < now() - interval '30 seconds' as is_stale,
    c.config || jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type) as column, w.follow, ${FOLLOWED_COLUMNS}`
const OPEN_COLUMN = `select ${ITS_COLUMN} from workbooks w, workbook_columns c
  where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null
    and c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3`

/** As {@link openForWriting} for one column; undefined where the workbook or the column is not there. */
export async function openColumn(
  tx: WorkspaceTx,
  workbookId: string,
  columnId: string,
): Promise<OpenColumn | undefined> {
  const values = [tx.workspace_id, workbookId, columnId]
  return (await holdAndRead<OpenColumn>(tx, workbookId, { name: 'column_open', text: OPEN_COLUMN, values })).rows[0]
}

export interface OpenCell extends OpenColumn {
  row: StoredRow
}

export const OPEN_CELL = `select ${ITS_COLUMN}, r.id as row_id, r.position, r.data, r.identity_key
  from workbooks w, workbook_columns c, workbook_rows r
  where w.workspace_id = $1 and w.id = $2 and w.deleted_at is null
    and c.workspace_id = $1 and c.workbook_id = $2 and c.id = $3
    and r.workspace_id = $1 and r.workbook_id = $2 and r.id = $4
  for no key update of r`

/** As {@link openForWriting} for one cell: its column, and its row locked. Refuses (404) whichever is not there. */
export async function openCell(
  tx: WorkspaceTx,
  workbookId: string,
  rowId: string,
  columnId: string,
): Promise<OpenCell> {
  const row = isUuid(rowId) ? rowId.toLowerCase() : null
  const values = [tx.workspace_id, workbookIdOf(workbookId), columnId, row]
  const { rows } = await holdAndRead<OpenCellRow>(tx, workbookIdOf(workbookId), {
    name: 'cell_open',
    text: OPEN_CELL,
    values,
  })
  const [found] = rows
  if (!found) {
    const { columns } = await openForWriting(tx, workbookId)
    // The leads that it shows have only now become its rows.
    const settled = await tx.client.query<OpenCellRow>({ name: 'cell_open', text: OPEN_CELL, values })
    if (settled.rows[0]) return openCellOf(settled.rows[0])
    return refuse('not_found', columns.some((one) => one.id === columnId) ? 'Row not found' : 'Column not found')
  }
  return openCellOf(found)
}

type OpenCellRow = OpenColumn & Omit<StoredRow, 'id'> & { row_id: string }

function openCellOf({ row_id, position, data, identity_key, ...open }: OpenCellRow): OpenCell {
  return { ...open, row: { id: row_id, position, data, identity_key } }
}

/** Waits for the writers under way; later ones wait for the commit. */
export async function holdStructure(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await hold(tx, workbookId)
}

/** A transaction that adds, changes or removes columns locks the structure; the workbook's rows are its own from then on. */
export async function changeStructure(tx: WorkspaceTx, workbookId: string): Promise<void> {
  await holdStructure(tx, workbookId)
  if ((await readLeadsFrom(tx, workbookId)) !== null)
    await materializeLeads(tx, workbookId, await readColumns(tx, workbookId))
}
