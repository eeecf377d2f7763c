// The other users in the workbook: one face per user, one frame for each of their windows, and their position in words.

import type { Schemas } from '../../../api/shapes.ts'
import type { GridColumn, GridPerson } from '../../../grid/model/grid.types.ts'
import type { Selection } from '../../../grid/model/selection.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { hueOf } from './collaborators.logic.ts'

type Spot = Schemas['PersonPresent']['at']['cell']

export interface Face {
  user_id: number
  name: string
  hue: string
  /** Where they are: where they write, else where one of their windows has the cursor. */
  cell: Spot
  isEditing: boolean
}

/** All users but me, each once. */
export function facesOf(people: readonly Schemas['PersonPresent'][], me: number | undefined): Face[] {
  const faces = new Map<number, Face>()
  for (const { user_id, name, at } of people) {
    if (user_id === me) continue
    const known = faces.get(user_id)
    const tellsMore = !known || (at.is_editing && !known.isEditing) || (known.cell === null && at.cell !== null)
    if (tellsMore) faces.set(user_id, { user_id, name, hue: hueOf(name), cell: at.cell, isEditing: at.is_editing })
  }
  return [...faces.values()]
}

/** The cursors of all users but me, for the grid. */
export function cursorsOf(people: readonly Schemas['PersonPresent'][], me: number | undefined): GridPerson[] {
  return people.flatMap(({ user_id, name, tab, at }) =>
    user_id === me || at.cell === null
      ? []
      : [{ key: `${user_id}:${tab}`, name, hue: hueOf(name), cell: at.cell, to: at.to, isEditing: at.is_editing }],
  )
}

export interface Whereabouts {
  cell?: { row_id: string; column_id: string }
  to?: { row_id: string; column_id: string }
  is_editing: boolean
}

/** Where a selection is, in ids; rows that are not loaded or not saved yet cannot be told. */
export function whereabouts(
  { cell, range }: Selection,
  editing: boolean,
  rows: Pick<Rows, 'row' | 'isUnsaved'>,
  columns: readonly Pick<GridColumn, 'id'>[],
): Whereabouts {
  const spot = (col: number, row: number) => {
    const row_id = rows.row(row)?.row_id
    const column_id = columns[col]?.id
    return row_id === undefined || column_id === undefined || rows.isUnsaved(row_id) ? undefined : { row_id, column_id }
  }
  const at = cell ? spot(cell.col, cell.row) : undefined
  if (!cell || !at) return { is_editing: false }
  const isRange = range !== null && (range.width > 1 || range.height > 1)
  // The corner across from the cursor.
  const to = isRange
    ? spot(
        cell.col === range.x ? range.x + range.width - 1 : range.x,
        cell.row === range.y ? range.y + range.height - 1 : range.y,
      )
    : undefined
  return { cell: at, ...(to ? { to } : {}), is_editing: editing }
}

/** "Ann, writing in Website, row 12"; what is not on the screen here is only named as far as it is known. */
export function faceWords(
  { name, cell, isEditing }: Face,
  rows: Pick<Rows, 'indexOf'>,
  columns: readonly Pick<GridColumn, 'id' | 'name'>[],
): string {
  if (!cell) return name
  const column = columns.find(({ id }) => id === cell.column_id)?.name
  const index = rows.indexOf(cell.row_id)
  const row = index === undefined ? '' : `row ${(index + 1).toLocaleString('en-US')}`
  const place = [column, row].filter(Boolean).join(', ')
  if (place === '') return name
  return `${name}, ${isEditing ? 'writing in' : 'at'} ${place}`
}
