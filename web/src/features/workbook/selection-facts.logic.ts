// What the status line says about a selection: how many cells, and sum and average where they are numbers.
import { cellOf, type GridColumn } from '../../grid/grid.types.ts'
import type { RowStore } from '../../grid/rows.store.ts'
import { rectsOf, rowsOf, type Selection, spanLength } from '../../grid/selection.logic.ts'

export interface SelectionFacts {
  cells: number
  rows: number
  /** Absent when there are no numbers, or when part of the selection is not loaded. */
  sum?: number
  average?: number
}

/** Adding up stops being worth its time beyond this many cells. */
const MAX_SUMMED = 20_000

export function selectionFacts(selection: Selection, columns: GridColumn[], rows: RowStore): SelectionFacts {
  const bounds = { cols: columns.length, rows: rows.total }
  const rects = rectsOf(selection, bounds)
  const cells = rects.reduce((sum, rect) => sum + rect.width * rect.height, 0)
  const facts = { cells, rows: spanLength(rowsOf(selection, bounds)) }
  if (cells < 2 || cells > MAX_SUMMED) return facts
  let sum = 0
  let numbers = 0
  for (const rect of rects) {
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      const row = rows.row(y)
      if (!row) return facts
      for (let x = rect.x; x < rect.x + rect.width; x += 1) {
        const column = columns[x]
        const value = column ? cellOf(row, column).value : null
        if (typeof value !== 'number' || !Number.isFinite(value)) continue
        sum += value
        numbers += 1
      }
    }
  }
  return numbers === 0 ? facts : { ...facts, sum, average: sum / numbers }
}
