// What a click on a cell or on the header of a group does beside selecting it.
import type { CellClickedEventArgs, Item } from '@glideapps/glide-data-grid'
import { linkOf } from './display.logic.ts'
import { lineAt } from './glide-lines.ts'
import type { CellContent, GridColumn, Point } from './grid.types.ts'
import { checkboxArea } from './paint-cell.ts'
import type { Rows } from './shown-rows.types.ts'
import { useSamePlace } from './use-double-click.ts'
import { type GridWrite, valueWrite } from './write.logic.ts'

interface Options {
  columns: GridColumn[]
  rows: Rows
  editable: boolean
  contentAt: (at: Point) => CellContent | undefined
  onWrite: (write: GridWrite) => void
  onNotice: (text: string) => void
}

export function useClicks({ columns, rows, editable, contentAt, onWrite, onNotice }: Options) {
  const isSamePlace = useSamePlace()

  function turn(at: number, open: boolean) {
    const shut = rows.bands?.list[at]?.shut
    if (shut) onNotice(shut)
    else rows.bands?.turn(at, open)
  }

  function onCell([col, line]: Item, event: CellClickedEventArgs) {
    const at = lineAt(rows.bands, line)
    if ('band' in at) return turn(at.band, !rows.bands?.list[at.band]?.isOpen)
    if (event.isDoubleClick && !event.isTouch && !isSamePlace()) event.preventDefault()
    const [column, content] = [columns[col], contentAt({ col, row: at.row })]
    if (!column || !content) return
    const link = linkOf(content.value, column.kind)
    if (link && (event.ctrlKey || event.metaKey)) return void window.open(link, '_blank', 'noopener,noreferrer')
    const box = checkboxArea({ x: 0, y: 0, width: event.bounds.width, height: event.bounds.height })
    const inBox = event.localEventX <= box.x + box.width + 4
    if (column.kind === 'checkbox' && inBox && editable)
      onWrite(valueWrite({ col, row: at.row }, content.value !== true))
  }

  return { turn, onCell }
}
