// Puts an earlier value back into a cell, as an act of its own.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { openCell } from '../opening/structure.lock.ts'
import { cellText, writeInput } from '../rows/overrides.commands.ts'
import { finishWrite } from '../rows/write.ts'
import { putCells } from '../store/cells/cell-images.writes.ts'
import { CELL_PLACE, newChange } from '../store/recorder.ts'
import { overlayText } from '../store/rows/rows.page.ts'
import { type CellPath, mustReadCell, mustReadVersion } from './cell-history.reads.ts'
import { isSameCell } from './revert.logic.ts'

/**
 * Returns the cell as JSON text. A computed cell comes back whole: with its status, provider and provenance. Refuses (404)
 * a version that is not of this cell.
 */
export async function restoreCell(tx: WorkspaceTx, path: CellPath, versionId: string): Promise<string> {
  const open = await openCell(tx, path.workbook_id, path.row_id, path.column_id)
  const cell = await mustReadCell(tx, path)
  const wanted = await mustReadVersion(tx, cell, versionId)
  const change = newChange('restore_cell', { cells: 1 })
  if (cell.is_input) return writeInput(tx, open, wanted ?? null, change)
  const { id, row, column } = open
  if (!isSameCell(cell.now ?? null, wanted ?? null)) {
    await tx.client.query(
      `insert into cell_versions (workspace_id, workbook_id, change_id, row_id, cells_before, cells_after)
       values ($1, $2, $3, $4, jsonb_build_object($5::text, $6::jsonb - ${CELL_PLACE}), jsonb_build_object($5::text, $7::jsonb))`,
      [tx.workspace_id, id, change.id, row.id, column.id, textOf(cell.now), textOf(wanted)],
    )
    await putCells(tx, id, [{ row_id: row.id, column_id: column.id, image: wanted ?? null }])
    const moved = [
      { row_id: row.id, before: { [column.id]: storedValue(cell.now) }, after: { [column.id]: storedValue(wanted) } },
    ]
    await finishWrite(tx, open, { rows: [row.id], columns: [column.id], change, moved, told: { cells_of: [row.id] } })
  }
  return cellText(open, storedValue(wanted), await overlayText(tx, id, row.id, column.id), change.id)
}

/** The value in a cell as it is stored. */
const storedValue = (image: Json | undefined): Json => (image as JsonObject | null | undefined)?.value ?? null

function textOf(image: Json | undefined): string | null {
  return image === null || image === undefined ? null : JSON.stringify(image)
}
