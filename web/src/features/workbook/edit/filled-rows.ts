// Rows that a paste brings beyond the end of what a filter, an order or groups show: they are made with their values, for they may be shown elsewhere or not at all.
import type { GridColumn } from '../../../grid/grid.types.ts'
import type { GridWrite } from '../../../grid/write.logic.ts'
import { addRows, patchCell } from '../workbook.api.ts'
import { type Act, asOneAct, BATCH_ROWS } from './edit-batches.logic.ts'

/** Adds what the write has from the row on that would be the first new one, as part of the act; answers how many cells. */
export async function addFilled(
  workbookId: string,
  write: GridWrite,
  first: number,
  columns: readonly GridColumn[],
  act: Act,
): Promise<number> {
  let cells = 0
  for (const target of write.targets) {
    const across = columns.slice(target.x, target.x + target.width)
    const end = target.y + target.height
    for (let from = Math.max(first, target.y); from < end; from += BATCH_ROWS) {
      const made = Array.from({ length: Math.min(BATCH_ROWS, end - from) }, (_, down) =>
        across.map((column, right) => {
          const { value, valid } = write.value({ col: target.x + right, row: from + down }, column)
          if (!valid) act.misfits += 1
          return { column, value }
        }),
      )
      cells += made.length * across.length
      const own = made.map((row) => row.filter(({ column, value }) => !column.computed && value !== null))
      const { items, change_id } = await addRows(workbookId, {
        rows: own.map((row) => ({ data: Object.fromEntries(row.map(({ column, value }) => [column.id, value])) })),
        ...asOneAct(act),
      })
      act.change_id ??= change_id ?? undefined
      for (const [at, row] of made.entries()) {
        const rowId = items[at]?.row_id
        const typedOver = row.filter(({ column, value }) => column.computed && value !== null)
        for (const { column, value } of rowId ? typedOver : [])
          await patchCell(workbookId, rowId as string, column.id, value, act.change_id)
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
