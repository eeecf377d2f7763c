// The rows of a scope in its order: those listed by id, then the others that match, or all of the workbook.
import type { Row } from '../../../engine/values/row.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import { oneRow } from '../../../platform/db/sql-client.ts'
import { findRows, type QueriedWorkbook, withTimeout } from '../../../records/filters/found-rows.reads.ts'
import type { Question } from '../../../records/filters/question.logic.ts'
import { EVERY_ROW, justAbove, readRowsForRun } from '../../../records/store/rows/rows.reads.ts'

/** Rows in scope: the listed ones and, when there are very many, the further rows that match; or the whole workbook. `looked_at`: rows that were considered. */
export type RowsInScope = { row_ids: string[]; rest?: RestOfRows; looked_at?: number } | { total_rows: number }

/** Rows that match after a position, in the order of the workbook. */
export interface RestOfRows {
  asking: QueriedWorkbook
  question: Question
  after: number
  count: number
}

export function rowsOf(scope: RowsInScope): number {
  return 'row_ids' in scope ? scope.row_ids.length + (scope.rest?.count ?? 0) : scope.total_rows
}

/** How far a scope was read: the number of listed rows, and the last position of the further rows, null before the first. */
export interface ScopePlace {
  listed: number
  after: number | null
}

/** A row, and the position after it. */
export interface RowInScope {
  row: Row
  after: ScopePlace
}

/** The rows after a position, batch by batch. */
export async function* rowsInOrder(
  tx: WorkspaceTx,
  workbookId: string,
  scope: RowsInScope,
  batch: number,
  place: ScopePlace = { listed: 0, after: null },
): AsyncGenerator<RowInScope[]> {
  const ids = 'row_ids' in scope ? scope.row_ids : []
  for (let at = place.listed; at < ids.length; at += batch)
    yield listedRows(tx, workbookId, ids.slice(at, at + batch), at)
  if ('row_ids' in scope && !scope.rest) return
  const rest = 'row_ids' in scope ? scope.rest : undefined
  const inScope = (row: Row): RowInScope => ({ row, after: { listed: ids.length, after: row.position } })
  for (let { after } = place; ; ) {
    const rows = rest
      ? await restOfRows(tx, workbookId, rest, after ?? rest.after, batch)
      : await rowsAfter(tx, workbookId, after, batch)
    yield rows.map(inScope)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.position
  }
}

/** In the order of the list, which need not be that of the workbook. */
async function listedRows(tx: WorkspaceTx, workbookId: string, ids: string[], from: number): Promise<RowInScope[]> {
  const rows = await readRowsForRun(tx, workbookId, { row_ids: ids }, null)
  const byId = new Map(rows.map((row) => [row.row_id, row]))
  return ids.flatMap((id, index) => {
    const row = byId.get(id)
    return row ? [{ row, after: { listed: from + index + 1, after: null } }] : []
  })
}

/** The first rows of the rest after a position. */
export async function restOfRows(
  tx: WorkspaceTx,
  workbookId: string,
  { asking, question }: RestOfRows,
  position: number,
  limit: number,
): Promise<Row[]> {
  const found = await withTimeout(tx, () => findRows(tx, asking, question, { after: { position, keys: [] }, limit }))
  return readRowsForRun(tx, workbookId, { row_ids: found.map(({ id }) => id) }, null)
}

/** The first rows of the workbook after a position (null: of all), with the cells of `columnIds` (null: all of them). */
export function rowsAfter(
  tx: WorkspaceTx,
  workbookId: string,
  after: number | null,
  limit: number,
  columnIds: readonly string[] | null = null,
): Promise<Row[]> {
  const from = after === null ? EVERY_ROW.from : justAbove(after)
  return readRowsForRun(tx, workbookId, { ...EVERY_ROW, from, limit }, columnIds)
}

/** A part of the positions of a workbook: of those greater than `after`, up to `to`. */
export interface PositionRange {
  after: number | null
  middle: number
  to: number
}

/** Splits the workbook into ranges of about equal length, from after a position (null: from the first row) to the end. */
export async function rangesOf(
  tx: WorkspaceTx,
  workbookId: string,
  parts: number,
  after: number | null,
): Promise<PositionRange[]> {
  const { rows } = await tx.client.query<{ next_position: number }>(
    'select next_position from workbooks where workspace_id = $1 and id = $2',
    [tx.workspace_id, workbookId],
  )
  const [from, end] = [after ?? 0, oneRow(rows).next_position]
  const place = (n: number) => from + ((end - from) * n) / parts
  return Array.from({ length: parts }, (_, n) => ({
    after: n === 0 ? after : place(n),
    middle: place(n + 0.5),
    to: place(n + 1),
  }))
}
