// What a person does to one cell: writes an input value, overrides a computed one, takes the override back.
import { type FieldError, refuse } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { CellWrite } from './cell.logic.ts'
import { lockRows, removeCells, upsertCells } from './cells.writes.ts'
import { rowIdOf, writeRowValues } from './rows.commands.ts'
import { columnByKey, readRowData } from './rows.logic.ts'
import { overlayText } from './rows.page.ts'
import { touchWorkbook } from './rows.writes.ts'
import { type OpenWorkbook, openForWriting } from './structure.lock.ts'
import { ringCells } from './workbook.events.ts'

export interface CellPath {
  workbook_id: string
  row_id: string
  column_id: string
}

/**
 * Writes the value of one cell and returns the cell as JSON text. In an input column it is the row's own value; in a
 * computed one it is an override, also when it is null ("there is none"), which no run writes over.
 */
export async function setCell(tx: WorkspaceTx, path: CellPath, value: Json, now: Date): Promise<string> {
  const { workbook, column, rowId } = await open(tx, path)
  if (column.type === 'input') {
    const problems: FieldError[] = []
    const data = readRowData({ [column.id]: value }, columnByKey(workbook.columns), ['body'], problems)
    await writeRowValues(tx, workbook, new Map([[rowId, data]]))
    return cellText(path, JSON.stringify(data[column.id] ?? null), null)
  }
  const cell: CellWrite = {
    row_id: rowId,
    column_id: column.id,
    status: 'overridden',
    value,
    license: 'user-provided',
    provenance: { source: 'manual', method: 'manual', license: 'user-provided', fetched_at: now.toISOString() },
  }
  await upsertCells(tx, workbook.id, [cell], [rowId])
  await touchWorkbook(tx, workbook.id)
  await ringCells(tx, workbook.id, [cell])
  return cellText(path, JSON.stringify(value), await overlayText(tx, workbook.id, rowId, column.id))
}

/** Empties an input cell, or takes an override back: the cell is pending again and runs may fill it. */
export async function clearCell(tx: WorkspaceTx, path: CellPath, now: Date): Promise<string> {
  const { workbook, column, rowId } = await open(tx, path)
  if (column.type === 'input') return setCell(tx, path, null, now)
  await removeCells(tx, workbook.id, [column.id], [rowId])
  await touchWorkbook(tx, workbook.id)
  await ringCells(tx, workbook.id, [{ row_id: rowId, column_id: column.id, status: 'pending' }])
  return cellText(path, 'null', null)
}

async function open(tx: WorkspaceTx, path: CellPath) {
  const workbook: OpenWorkbook = await openForWriting(tx, path.workbook_id)
  const column = workbook.columns.find((one) => one.id === path.column_id) ?? refuse('not_found', 'Column not found')
  const rowId = rowIdOf(path.row_id)
  if (column.type !== 'input') {
    const locked = await lockRows(tx, workbook.id, [rowId])
    if (locked.length === 0) refuse('not_found', 'Row not found')
  }
  return { workbook, column, rowId }
}

function cellText({ row_id, column_id }: CellPath, value: string, overlay: string | null): string {
  return `{"row_id":${JSON.stringify(row_id)},"column_id":${JSON.stringify(column_id)},"value":${value},"enrichment":${overlay}}`
}
