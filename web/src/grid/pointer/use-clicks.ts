// What a click on a cell or on the header of a group does beside selecting it.
import type { CellClickedEventArgs, Item } from '@glideapps/glide-data-grid'
import { checkboxArea } from '../drawing/paint-cell.ts'
import { MARK_WIDTH } from '../drawing/paint-marks.ts'
import { type GridWrite, valueWrite } from '../edit/write.logic.ts'
import { isBlank, linkOf } from '../marks/display.logic.ts'
import { briefWords, isMadeUp, isOpen, markOf } from '../marks/marks.logic.ts'
import type { Bounds, CellContent, GridColumn, Point } from '../model/grid.types.ts'
import { viewportPoint } from '../model/grid-places.ts'
import { applySelect } from '../model/keyboard.logic.ts'
import { covers, isWhole, NOTHING, type Selection, selectCell } from '../model/selection.logic.ts'
import { lineAt } from '../rows/bands.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import { useSamePlace } from './use-double-click.ts'

interface Options {
  columns: GridColumn[]
  rows: Rows
  selection: Selection
  onSelection: (selection: Selection) => void
  bounds: Bounds
  editable: boolean
  contentAt: (at: Point) => CellContent | undefined
  onWrite: (write: GridWrite) => void
  onNotice: (text: string) => void
  onOpenCell: (at: Point) => void
  onOpenRow: (row: number) => void
  /** On a phone few columns are in sight, so that a tap shows the whole row. */
  opensRows: boolean
  onMenu: (target: { on: 'cell'; at: Point }, at: { x: number; y: number }) => void
}

export function useClicks(options: Options) {
  const { columns, rows, editable, contentAt, onWrite, onNotice } = options
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
    const chooses = event.ctrlKey || event.metaKey || event.shiftKey
    // When whole rows or columns are selected, Glide also has its cursor on a cell, and reports no change when that cell is clicked.
    if (col >= 0 && !chooses && isWhole(options.selection)) options.onSelection(selectCell({ col, row: at.row }))
    const [column, content] = [columns[col], contentAt({ col, row: at.row })]
    if (!column || !content) return
    const link = linkOf(content.value, column.kind)
    if (link && (event.ctrlKey || event.metaKey)) return void window.open(link, '_blank', 'noopener,noreferrer')
    const box = checkboxArea({ x: 0, y: 0, width: event.bounds.width, height: event.bounds.height })
    const inBox = event.localEventX <= box.x + box.width + 4
    if (column.kind === 'checkbox' && inBox && editable && !chooses)
      onWrite(valueWrite({ col, row: at.row }, content.value !== true))
    else if (options.opensRows && event.isTouch) options.onOpenRow(at.row)
    // The mark of a state, and the words shown instead of a value, open the cell panel.
    else if (!chooses && !event.isDoubleClick && tellsState(content, column, event))
      options.onOpenCell({ col, row: at.row })
  }

  function onCellMenu([col, line]: Item, event: CellClickedEventArgs) {
    event.preventDefault()
    const place = lineAt(rows.bands, line)
    if (!('row' in place)) return
    const at = { col: Math.max(0, col), row: place.row }
    // Only the number of a row selects all of it: not the cell that happens to be its first.
    const held = col < 0 ? { ...NOTHING, rows: options.selection.rows } : options.selection
    const open = (next: Selection) => {
      if (!covers(held, at)) options.onSelection(next)
      options.onMenu({ on: 'cell', at }, viewportPoint(event))
    }
    // The number of a row stands for all of it; Glide puts its cursor beside it once this is over.
    if (col < 0) setTimeout(() => open(applySelect(selectCell(at), 'select_row', options.bounds)))
    else open(selectCell(at))
  }

  return { turn, onCell, onCellMenu }
}

/** True where a click meets the state of a cell, and not its value. */
function tellsState(content: CellContent, column: GridColumn, { bounds, localEventX }: CellClickedEventArgs): boolean {
  const { value, enrichment, invalidReason } = content
  if (!enrichment || column.kind === 'checkbox') return false
  const isMarked = !invalidReason && (isMadeUp(enrichment) || markOf(enrichment.status) !== null)
  if (!isMarked) return false
  const isSaid = isBlank(value) && !isOpen(enrichment.status) && briefWords(enrichment) !== ''
  return isSaid || localEventX >= bounds.width - MARK_WIDTH
}
