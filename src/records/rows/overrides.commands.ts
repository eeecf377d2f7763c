// What a person does to one cell: writes an input value, overrides a computed one, takes the override back.

import { coerce } from '../../engine/values/coerce.ts'
import type { Json } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { refuseErased } from '../lead-facts/erasure.reads.ts'
import { type OpenCell, openCell } from '../opening/structure.lock.ts'
import type { CellWrite } from '../store/cell.logic.ts'
import { readCellValues } from '../store/cells/cell-values.reads.ts'
import { removeCells, upsertCells } from '../store/cells/cells.writes.ts'
import { type Change, differences, joinChange, newChange } from '../store/recorder.ts'
import { mergeData } from '../store/rows/rows.logic.ts'
import { overlayText } from '../store/rows/rows.page.ts'
import { updateOneRow } from '../store/rows/rows.writes.ts'
import { rowsUpdated } from '../store/workbook.events.ts'
import { workbookIdOf } from '../store/workbooks.reads.ts'
import { withKeys } from './rows.commands.ts'
import { finishWrite, planWrite } from './write.ts'

export interface OverridePath {
  workbook_id: string
  row_id: string
  column_id: string
}

/**
 * Writes the value of one cell and returns the cell as JSON text. In an input column it is the row's own value; in a
 * computed one it is an override, also when it is null ("there is none"), which no run writes over.
 */
export async function setCell(
  tx: WorkspaceTx,
  path: OverridePath,
  value: Json,
  now: Date,
  goesOn?: string,
): Promise<string> {
  const change = await begin(tx, path, goesOn)
  const open = await openCell(tx, path.workbook_id, path.row_id, path.column_id)
  const { id, column, row } = open
  if (column.type === 'input') return writeInput(tx, open, coerce(value, column.input_type), change)
  const cell: CellWrite = {
    row_id: row.id,
    column_id: column.id,
    status: 'overridden',
    value,
    license: 'user-provided',
    provenance: { source: 'manual', method: 'manual', license: 'user-provided', fetched_at: now.toISOString() },
  }
  const before = await valueBefore(tx, open)
  await upsertCells(tx, id, [cell], { change })
  await finishCell(tx, open, cell, before, change, goesOn)
  return cellText(open, value, await overlayText(tx, id, row.id, column.id), change.id)
}

/** The change to write under: a new one, or one that goes on. */
async function begin(tx: WorkspaceTx, { workbook_id }: OverridePath, goesOn: string | undefined): Promise<Change> {
  if (goesOn !== undefined) await joinChange(tx, workbookIdOf(workbook_id), goesOn)
  return newChange('edit_cells', { cells: 1 }, null, goesOn)
}

/** The value of the cell, where rules watch. */
async function valueBefore(tx: WorkspaceTx, { id, follow, row, column }: OpenCell): Promise<Json> {
  if (!follow?.rules) return null
  return (await readCellValues(tx, id, [row.id], [column.id])).get(row.id)?.[column.id] ?? null
}

async function finishCell(
  tx: WorkspaceTx,
  open: OpenCell,
  cell: CellWrite,
  before: Json,
  change: Change,
  goesOn: string | undefined,
): Promise<void> {
  const { row_id, column_id, value = null } = cell
  const moved = [{ row_id, before: { [column_id]: before }, after: { [column_id]: value } }]
  const touched = { rows: [row_id], columns: [column_id], moved, told: { cells: [cell] } }
  await finishWrite(tx, open, { ...touched, ...(goesOn !== undefined && { change, joined: true }) })
}

/** Empties an input cell, or takes an override back: the cell is pending again and runs may fill it. */
export async function clearCell(tx: WorkspaceTx, path: OverridePath, goesOn?: string): Promise<string> {
  const change = await begin(tx, path, goesOn)
  const open = await openCell(tx, path.workbook_id, path.row_id, path.column_id)
  const { id, column, row } = open
  if (column.type === 'input') return writeInput(tx, open, null, change)
  const before = await valueBefore(tx, open)
  const gone = await removeCells(tx, id, [column.id], [row.id], change)
  await finishCell(tx, open, { row_id: row.id, column_id: column.id, status: 'pending' }, before, change, goesOn)
  return cellText(open, null, null, gone.length > 0 ? change.id : null)
}

/** Writes the value of an input cell that is open, as this change. */
export async function writeInput(tx: WorkspaceTx, open: OpenCell, value: Json, change: Change): Promise<string> {
  const { id, identity, column, row } = open
  const changed = { ...row, data: mergeData(row.data, { [column.id]: value }) }
  await refuseErased(tx, [changed.data])
  const isKey = identity?.parts.some(({ column_id }) => column_id === column.id) ?? false
  const [keyed = changed] = isKey ? await withKeys(tx, id, identity, [changed]) : []
  const differs = differences(row.data, keyed.data, [column.id])
  // The followers are read in the same message, after the write that they have to see.
  const known = [{ id: row.id, position: row.position, before: row.data, after: keyed.data }]
  const write = planWrite(open, { rows: [row.id], columns: [column.id], known })
  await Promise.all([
    updateOneRow(tx, id, { ...keyed, differs }, change, rowsUpdated(tx, id, [row.id]), write.readsBack),
    finishWrite(tx, open, write),
  ])
  return cellText(open, value, null, differs ? change.id : null)
}

export function cellText(
  { column, row }: { column: { id: string }; row: { id: string } },
  value: Json,
  overlay: string | null,
  change_id: string | null,
): string {
  const cell = JSON.stringify({ row_id: row.id, column_id: column.id, change_id, value })
  return `${cell.slice(0, -1)},"enrichment":${overlay}}`
}
