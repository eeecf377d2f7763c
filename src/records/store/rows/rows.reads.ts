// Reading rows as the engine sees them: a batch of the workbook or some rows, with the cells of the columns asked for.
import type { Row } from '../../../engine/values/row.ts'
import { refuseField } from '../../../kernel/errors.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { idsOf, lateral } from '../lateral.logic.ts'

/** Positions are inclusive; `limit` rows at most. */
export type RowScope = { from: number; to: number; limit?: number } | { row_ids: readonly string[] }

/** All rows: those that were put above the first have positions below zero. */
export const EVERY_ROW = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

const CELLS = `(select json_object_agg(c.column_id, json_build_object('value', c.value, 'status', c.status, 'reason', c.reason,
    'error_class', c.error_class, 'provider', c.provider, 'confidence', c.confidence, 'cost_usd', c.cost_micro / 1e6,
    'license', c.license, 'run_id', c.run_id,
    'updated_at', to_char(c.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from cells c where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = r.id
    and ($3::text[] is null or c.column_id = any($3))) as cells`
const COLUMNS = `r.id as row_id, r.position, r.data, r.lead_id, r.source, r.created_at, r.updated_at, ${CELLS}`

const BY_POSITION = `select ${COLUMNS} from workbook_rows r
  where r.workspace_id = $1 and r.workbook_id = $2 and r.position >= $4 and r.position <= $5
  order by r.position limit $6`
const BY_ID = `select ${COLUMNS} from ${lateral(idsOf(4), { table: 'workbook_rows', columns: '*' })} order by r.position`

interface Stored extends Omit<Row, 'created_at' | 'updated_at' | 'cells'> {
  created_at: Date
  updated_at: Date
  cells: Row['cells'] | null
}

/** Rows in the order of the workbook, with their own values whole and the cells of `columnIds` (null: all of them). */
export async function readRowsForRun(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowScope,
  columnIds: readonly string[] | null,
): Promise<Row[]> {
  const query =
    'row_ids' in scope
      ? { name: 'rows_by_id', text: BY_ID, values: [tx.workspace_id, workbookId, columnIds, scope.row_ids] }
      : {
          name: 'rows_by_position',
          text: BY_POSITION,
          values: [tx.workspace_id, workbookId, columnIds, scope.from, scope.to, scope.limit ?? null],
        }
  const { rows } = await tx.client.query<Stored>(query)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    cells: row.cells ?? {},
  }))
}

/** The lead of a row; null for one without. */
export async function readLeadOfRow(tx: WorkspaceTx, workbookId: string, rowId: string): Promise<number | null> {
  const { rows } = await tx.client.query<{ lead_id: number | null }>(
    'select lead_id from workbook_rows where workspace_id = $1 and workbook_id = $2 and id = $3',
    [tx.workspace_id, workbookId, rowId],
  )
  return rows[0]?.lead_id ?? null
}

/** For rows that a request names, and those of them that the workbook has. @throws Refusal `invalid` */
export function mustHaveRows(named: readonly string[], known: ReadonlySet<string>): void {
  const missing = named.findIndex((id) => !known.has(id.toLowerCase()))
  if (missing >= 0)
    refuseField(
      ['row_ids', missing],
      'value_error',
      'Value error, there is no such row in this workbook',
      named[missing],
    )
}

/** The next position that a row may have. */
export function justAbove(position: number): number {
  return position + Number.EPSILON * Math.max(1, Math.abs(position))
}

/** The last position before another. */
export function justBelow(position: number): number {
  return position - Number.EPSILON * Math.max(1, Math.abs(position))
}
