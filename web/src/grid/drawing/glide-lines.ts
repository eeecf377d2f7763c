// Between rows, as the app counts them, and lines, as Glide does: the headers of groups are lines and no rows.
import type { DataEditorRef, GridSelection } from '@glideapps/glide-data-grid'
import type { RefObject } from 'react'
import type { Rect } from '../model/grid.types.ts'
import type { Bands } from '../model/rows.types.ts'
import { NOTHING, type Selection, type Span } from '../model/selection.logic.ts'
import { lineOf } from '../rows/bands.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import { fromGlide, toGlide } from './glide-selection.ts'

/** What of the editor is used by row, its rows counted as the app does. */
export type PlacedLine = Pick<DataEditorRef, 'focus' | 'getBounds'> & { scrollTo: (col: number, row: number) => void }

/** Reads the rows as they are at the moment of the call. */
export function placed(editor: RefObject<DataEditorRef | null>, rows: Rows): RefObject<PlacedLine | null> {
  return {
    get current(): PlacedLine | null {
      const { current } = editor
      return (
        current && {
          focus: () => current.focus(),
          scrollTo: (col, row) => current.scrollTo(col, lineOf(rows.bands, row), 'both', 0, 0),
          getBounds: (col, row) => current.getBounds(col, row === undefined ? row : lineOf(rows.bands, row)),
        }
      )
    },
  }
}

const lines = (bands: Bands, { first, last }: Span): Span => ({ first: bands.lineOf(first), last: bands.lineOf(last) })

export function toLines(selection: Selection, bands: Bands | null): GridSelection {
  if (!bands) return toGlide(selection)
  const { band, cell, range } = selection
  const at = band ? bands.list.findIndex(({ key }) => key === band.key) : -1
  if (band && at !== -1) {
    const row = bands.lineOfBand(at)
    // The first column, where its words are, shows that it has the cursor.
    return toGlide({ ...NOTHING, cell: { col: 0, row }, range: { x: 0, y: row, width: 1, height: 1 } })
  }
  const linesOf = (rect: Rect) => {
    const across = lines(bands, { first: rect.y, last: rect.y + rect.height - 1 })
    return { ...rect, y: across.first, height: across.last - across.first + 1 }
  }
  return toGlide({
    ...selection,
    cell: cell && { col: cell.col, row: bands.lineOf(cell.row) },
    range: range && linesOf(range),
    ...(selection.more && { more: selection.more.map(linesOf) }),
    rows: selection.rows.map((span) => lines(bands, span)),
  })
}

export function fromLines(from: GridSelection, bands: Bands | null): Selection {
  const selection = fromGlide(from)
  if (!bands) return selection
  const { cell, range } = selection
  const at = cell && bands.lineAt(cell.row)
  const key = at && 'band' in at ? bands.list[at.band]?.key : undefined
  if (cell && key !== undefined) return { ...NOTHING, band: { key, col: cell.col } }
  return {
    ...selection,
    cell: cell && at && 'row' in at ? { col: cell.col, row: at.row } : null,
    range: range && areaOf(bands, range),
    ...(selection.more && { more: selection.more.flatMap((rect) => areaOf(bands, rect) ?? []) }),
    rows: selection.rows.flatMap(({ first, last }) => bands.rowsWithin(first, last) ?? []),
  }
}

/** The rows of an area of lines; null when it has none. */
export function areaOf(bands: Bands | null, area: Rect): Rect | null {
  if (!bands) return area
  const span = bands.rowsWithin(area.y, area.y + area.height - 1)
  return span && { ...area, y: span.first, height: span.last - span.first + 1 }
}
