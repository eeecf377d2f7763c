// Ctrl+D, Ctrl+R and the fill handle: loads what is to be copied, then asks for the write.
import type { MouseEvent, RefObject } from 'react'
import type { PlacedLine } from '../drawing/glide-lines.ts'
import { isBlank } from '../marks/display.logic.ts'
import { cellOf, type Point, type Rect } from '../model/grid.types.ts'
import { selectCell } from '../model/selection.logic.ts'
import type { BlockEditing } from './block-editing.ts'
import { fillEnd, fillWrite, patternWrite } from './fill.logic.ts'
import type { GridWrite } from './write.logic.ts'

/** As far as a double click on the handle looks for the end of the data, in rows. */
const FARTHEST = 20_000
/** Half the side of the square around the handle that takes a double click, in px. */
const REACH = 7

export function useFill(options: BlockEditing, editor: RefObject<PlacedLine | null>) {
  const { columns, rows, selection, onSelection, editable, onWrite, onNotice } = options

  const read = (at: Point): unknown => {
    const row = rows.row(at.row)
    const column = columns[at.col]
    return row && column ? cellOf(row, column).value : undefined
  }

  async function write(first: number, count: number, make: () => GridWrite | null) {
    if (!editable) return
    try {
      await rows.ensure(first, first + count - 1)
    } catch {
      return onNotice('The cells to copy could not be loaded, so nothing was filled. Try again.', 'bad')
    }
    const made = make()
    if (made) onWrite(made)
  }

  const drag = (source: Rect, area: Rect) =>
    write(source.y, source.height, () => patternWrite(source, area, columns, read))

  /** Fills down as far as the data beside the pattern goes. */
  async function toEnd(source: Rect) {
    const filled = ({ col, row }: Point) => {
      const [known, column] = [rows.row(row), columns[col]]
      return known && column ? !isBlank(cellOf(known, column).value) : undefined
    }
    let end = fillEnd(source, columns.length, rows.total, filled)
    try {
      while (end?.unknown && end.last < source.y + FARTHEST) {
        await rows.ensure(end.last + 1, Math.min(rows.total - 1, end.last + rows.pageSize))
        end = fillEnd(source, columns.length, rows.total, filled)
      }
    } catch {
      return onNotice('The rows below could not be loaded, so nothing was filled. Try again.', 'bad')
    }
    if (!end) return onNotice('There is no data beside these cells to fill along')
    const area = { ...source, height: end.last - source.y + 1 }
    onSelection({ ...selectCell({ col: source.x, row: source.y }), range: area })
    await drag(source, area)
  }

  return {
    /** Ctrl+D and Ctrl+R. */
    line: (direction: 'down' | 'right') => {
      const { range } = selection
      if (!range) return
      const above = direction === 'down' && range.height === 1 ? 1 : 0
      const first = Math.max(0, range.y - above)
      const count = direction === 'down' ? 1 : range.height
      void write(first, count, () => fillWrite(range, direction, read))
    },
    drag,
    /** A double click on the handle, which Glide does not tell of. */
    onDoubleClick: (event: MouseEvent) => {
      const { range, rows: whole, columns: wholeColumns } = selection
      if (!editable || !range || whole.length > 0 || wholeColumns.length > 0) return
      const corner = editor.current?.getBounds(range.x + range.width - 1, range.y + range.height - 1)
      if (!corner) return
      const [x, y] = [corner.x + corner.width, corner.y + corner.height]
      if (Math.abs(event.clientX - x) > REACH || Math.abs(event.clientY - y) > REACH) return
      event.stopPropagation()
      void toEnd(range)
    },
  }
}
