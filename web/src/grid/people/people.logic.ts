// Where the cursors of other people lie among the rows and columns on the grid.

import { fade } from '../drawing/palette.ts'
import type { GridColumn, GridPerson, Rect } from '../model/grid.types.ts'
import { lineOf } from '../rows/bands.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'

/** The ink on a person's colour. */
export const ON_HUE = '#ffffff'

/** The cells that a person has selected; null when this grid does not show them. */
export function cursorArea(
  { cell, to }: GridPerson,
  rows: Pick<Rows, 'indexOf'>,
  columns: readonly Pick<GridColumn, 'id'>[],
): Rect | null {
  const place = (spot: { row_id: string; column_id: string } | null) => {
    const y = spot ? rows.indexOf(spot.row_id) : undefined
    const x = spot ? columns.findIndex(({ id }) => id === spot.column_id) : -1
    return y === undefined || x === -1 ? null : { x, y }
  }
  const at = place(cell)
  if (!at) return null
  const other = place(to) ?? at
  return {
    x: Math.min(at.x, other.x),
    y: Math.min(at.y, other.y),
    width: Math.abs(at.x - other.x) + 1,
    height: Math.abs(at.y - other.y) + 1,
  }
}

/** The tint that Glide gives to cells of other users. */
export function cursorsOn(
  people: readonly GridPerson[],
  rows: Pick<Rows, 'indexOf' | 'bands'>,
  columns: readonly Pick<GridColumn, 'id'>[],
) {
  return people.flatMap((person) => {
    const area = cursorArea(person, rows, columns)
    if (!area) return []
    // Glide counts the headers of groups too.
    const y = lineOf(rows.bands, area.y)
    const range = { ...area, y, height: lineOf(rows.bands, area.y + area.height - 1) - y + 1 }
    return [{ color: fade(person.hue, 0.12), range, style: 'no-outline' as const }]
  })
}

/** The users at a cell, in words. */
export function wordsAt(people: readonly GridPerson[], rowId: string, columnId: string): string {
  const there = people.filter(({ cell }) => cell.row_id === rowId && cell.column_id === columnId)
  if (there.length === 0) return ''
  const names = [...new Set(there.map(({ name }) => name))].join(', ')
  return there.some(({ isEditing }) => isEditing) ? `${names} is writing here` : `${names} is here`
}
