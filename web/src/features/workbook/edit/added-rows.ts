// Rows that a paste brings beyond the end: blank ones at the end of a table; those of a view with their values, for they may be shown elsewhere or not at all.

import type { GridWrite } from '../../../grid/edit/write.logic.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { addRows, patchCell } from '../../columns/workbook.api.ts'
import { type Act, asOneAct, BATCH_ROWS, computedIn, rowEdits } from './edit-batches.logic.ts'

/** Adds blank rows, as part of the act, and shows their places. */
export async function addBlank(workbookId: string, rows: Pick<Rows, 'grow'>, count: number, act: Act): Promise<void> {
  for (let left = count; left > 0; left -= BATCH_ROWS) {
    const blank = Array.from({ length: Math.min(BATCH_ROWS, left) }, () => ({ data: {} }))
    const { change_id } = await addRows(workbookId, { rows: blank, ...asOneAct(act) })
    act.change_id ??= change_id ?? undefined
    rows.grow(blank.length)
  }
}

/** Adds what the write has from the row on that would be the first new one, as part of the act; answers how many cells. */
export async function addFilled(
  workbookId: string,
  write: GridWrite,
  first: number,
  columns: readonly GridColumn[],
  act: Act,
): Promise<number> {
  const isComputed = computedIn(columns)
  let cells = 0
  for (const target of write.targets) {
    const end = target.y + target.height
    for (let from = Math.max(first, target.y); from < end; from += BATCH_ROWS) {
      const made = Array.from({ length: Math.min(BATCH_ROWS, end - from) }, (_, down) => {
        const edits = rowEdits(write, { x: target.x, y: from + down }, target.width, '', columns, act)
        cells += edits.length
        return edits.filter(({ value }) => value !== null)
      })
      const { items, change_id } = await addRows(workbookId, {
        rows: made.map((edits) => ({
          data: Object.fromEntries(
            edits.flatMap(({ column_id, value }) => (isComputed(column_id) ? [] : [[column_id, value]])),
          ),
        })),
        ...asOneAct(act),
      })
      act.change_id ??= change_id ?? undefined
      for (const [at, edits] of made.entries()) {
        const rowId = items[at]?.row_id
        const typedOver = edits.filter(({ column_id }) => isComputed(column_id))
        for (const { column_id, value } of rowId ? typedOver : [])
          await patchCell(workbookId, rowId as string, column_id, value, act.change_id)
      }
    }
  }
  return cells
}

/** What of the write is left for the rows that are shown. */
export function withinRows(write: GridWrite, total: number): GridWrite {
  const targets = write.targets
    .map((target) => ({ ...target, height: Math.min(target.height, total - target.y) }))
    .filter((target) => target.height > 0)
  return { ...write, targets, newRows: 0 }
}
