// What the status line says about a selection: how many cells, how many filled, and sum, average and extremes of numbers.
import { isBlank } from '../../../grid/marks/display.logic.ts'
import { cellOf, type GridColumn } from '../../../grid/model/grid.types.ts'
import { rectsOf, rowsOf, type Selection, spanLength } from '../../../grid/model/selection.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'

export interface SelectionFacts {
  cells: number
  rows: number
  /** Rows are selected as a whole, and no cells beside them. */
  areRows: boolean
  /** Absent when there are no numbers, or when part of the selection is not loaded. */
  sum?: number
  average?: number
  min?: number
  max?: number
  /** Cells with a value; absent when part of the selection is not loaded. */
  filled?: number
}

/** Adding up stops being worth its time beyond this many cells. */
const MAX_SUMMED = 20_000

export function selectionFacts(selection: Selection, columns: GridColumn[], rows: Rows): SelectionFacts {
  const bounds = { cols: columns.length, rows: rows.total }
  const rects = rectsOf(selection, bounds)
  const cells = rects.reduce((sum, rect) => sum + rect.width * rect.height, 0)
  const among = spanLength(rowsOf(selection, bounds))
  const areRows = selection.rows.length > 0 && cells === among * columns.length
  const facts = { cells, rows: among, areRows }
  if (cells < 2 || cells > MAX_SUMMED) return facts
  let sum = 0
  let numbers = 0
  let filled = 0
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const rect of rects) {
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      const row = rows.row(y)
      if (!row) return facts
      for (let x = rect.x; x < rect.x + rect.width; x += 1) {
        const column = columns[x]
        const value = column ? cellOf(row, column).value : null
        if (!isBlank(value)) filled += 1
        if (typeof value !== 'number' || !Number.isFinite(value)) continue
        sum += value
        numbers += 1
        min = Math.min(min, value)
        max = Math.max(max, value)
      }
    }
  }
  return numbers === 0 ? { ...facts, filled } : { ...facts, filled, sum, average: sum / numbers, min, max }
}
