// What a template with references gives for a row of the grid.
import type { Column } from '../../api/shapes.ts'
import { rawText } from '../../grid/marks/display.logic.ts'
import { cellOf, type GridRow } from '../../grid/model/grid.types.ts'
import { isComputed } from './columns.logic.ts'
import { resolve, sampleOf } from './template.logic.ts'
import { valueAt } from './values/path.logic.ts'

export function sampleFor(template: string, columns: readonly Column[], row: GridRow): string {
  return sampleOf(template, (ref) => {
    const meant = resolve(ref, columns)
    if (!meant) return ''
    const cell = cellOf(row, { id: meant.column.id, computed: isComputed(meant.column) })
    return rawText(valueAt(cell.value, meant.path))
  }).trim()
}
