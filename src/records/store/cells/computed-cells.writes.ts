// Writing computed cells: no calls were made, an error keeps no value, and what can be computed again needs no history.
import type { ValueOrigin } from '../../../engine/formula/functions.ts'
import type { CellStatus } from '../../../engine/values/row.ts'
import type { Json } from '../../../kernel/json.ts'
import type { WorkspaceTx } from '../../../platform/db/database.ts'
import type { CellWrite } from '../cell.logic.ts'
import { countMoves } from './cells.writes.ts'

/** A cell with the status that it has now; undefined when there is none. Its row is locked, so that stays so. */
export interface ComputedWrite {
  cell: CellWrite
  was: CellStatus | undefined
  /** What it passes on, with the value that this is a part of. */
  from?: ValueOrigin & { value: Json }
}

// Arrays, since thousands of cells have few members each.
const WRITTEN = `unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[], $9::text[], $10::jsonb[],
      $11::text[], $12::text[], $13::text[], $14::real[])
    as x(row_id, column_id, status, value, error_class, error_message, license, provenance, provider, reason, detail, confidence)`

const REWRITE = `update cells c set status = x.status, value = x.value, error_class = x.error_class, error_message = x.error_message,
    license = x.license, provenance = x.provenance, provider = x.provider, reason = x.reason, detail = x.detail, confidence = x.confidence,
    cost_micro = 0, run_id = null, resume_at = null, updated_at = clock_timestamp()
  from ${WRITTEN}
  where c.workspace_id = $1 and c.workbook_id = $2 and c.row_id = x.row_id and c.column_id = x.column_id`

// The writer of a cell has locked its row, so no other can have written in between.
const INSERT = `insert into cells (workspace_id, workbook_id, row_id, column_id, status, value, error_class, error_message, license,
    provenance, provider, reason, detail, confidence, updated_at)
  select $1, $2, x.*, clock_timestamp() from ${WRITTEN}`

export async function writeComputedCells(
  tx: WorkspaceTx,
  workbookId: string,
  writes: readonly ComputedWrite[],
  counted: boolean,
): Promise<void> {
  const there = writes.flatMap(({ was, cell }) => (was === undefined ? [] : [cell]))
  const others = writes.flatMap(({ was, cell }) => (was === undefined ? [cell] : []))
  const moves = writes.flatMap(({ was, cell: { row_id, column_id, status } }) =>
    was === status ? [] : [{ row_id, column_id, was, is: status }],
  )
  // In this order, in one message.
  await Promise.all([
    there.length > 0 && write(tx, workbookId, { name: 'computed_rewrite', text: REWRITE }, there),
    others.length > 0 && write(tx, workbookId, { name: 'computed_insert', text: INSERT }, others),
    moves.length > 0 && countMoves(tx, workbookId, moves, counted),
  ])
}

async function write(
  tx: WorkspaceTx,
  workbookId: string,
  statement: { name: string; text: string },
  cells: readonly CellWrite[],
): Promise<void> {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  await tx.client.query({
    ...statement,
    values: [
      tx.workspace_id,
      workbookId,
      cells.map((cell) => cell.row_id),
      cells.map((cell) => cell.column_id),
      cells.map((cell) => cell.status),
      listed(cells, (cell) => json(cell.value)),
      listed(cells, (cell) => cell.error_class),
      listed(cells, (cell) => cell.error_message),
      listed(cells, (cell) => cell.license),
      listed(cells, (cell) => json(cell.provenance)),
      listed(cells, (cell) => cell.provider),
      listed(cells, (cell) => cell.reason),
      listed(cells, (cell) => cell.detail),
      listed(cells, (cell) => cell.confidence),
    ],
  })
}

/** What most cells have none of is sent as nothing: `unnest` fills shorter lists with nulls. */
function listed<T>(cells: readonly CellWrite[], of: (cell: CellWrite) => T | null | undefined): (T | null)[] {
  const list = cells.map((cell) => of(cell) ?? null)
  return list.every((one) => one === null) ? [] : list
}
