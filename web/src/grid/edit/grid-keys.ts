// Acts on the keys of a focused grid: every key goes through the grid's own map, none through Glide's.
import type { GridKeyEventArgs } from '@glideapps/glide-data-grid'
import { isBlank } from '../marks/display.logic.ts'
import type { Bounds, CellContent, Point } from '../model/grid.types.ts'
import { applyMove, applySelect, applyTab, intentOf, type KeyIntent, type Seek } from '../model/keyboard.logic.ts'
import type { Bands } from '../model/rows.types.ts'
import { isSingle, NOTHING, type Selection, selectCell } from '../model/selection.logic.ts'
import { today } from './today.ts'
import { clearWrite, editWrite, type GridWrite } from './write.logic.ts'

export interface KeyActions {
  selection: Selection
  bounds: Bounds
  /** Rows in view, for the page keys. */
  pageRows: () => number
  editable: boolean
  contentAt: (at: Point) => CellContent | undefined
  select: (selection: Selection, reveal?: boolean) => void
  /** `typed` is blank when a character starts a new value, null to edit the one there is. */
  startEdit: (at: Point, typed: '' | null) => void
  onWrite: (write: GridWrite) => void
  onOpenCell: (at: Point) => void
  onOpenRow: (row: number) => void
  onRunCells: (selection: Selection) => void
  onStop: () => void
  /** False leaves the key to the browser. */
  onSeek: (what: Seek) => boolean
  onMove: (from: number, to: number) => void
  onMenu: (target: { on: 'cell'; at: Point } | { on: 'header'; col: number }) => void
  onReveal: (at: Point) => void
  fill: (direction: 'down' | 'right') => void
  /** Headers of groups among the rows. */
  bands: Bands | null
  onTurn: (band: number, open: boolean) => void
  onRevealLine: (line: number) => void
}

/** None of Glide's own. */
export const OWN_KEYS = {
  copy: false,
  cut: false,
  paste: false,
  search: false,
  delete: false,
  clear: false,
  selectAll: false,
} as const

/** What a key can ask for while no cell is active. */
const WITHOUT_CELL: ReadonlySet<string> = new Set(['move', 'select_all', 'seek', 'stop'])

const mac = () => /Mac|iPhone|iPad/.test(navigator.platform)

export function handleKey(event: GridKeyEventArgs, grid: KeyActions) {
  event.cancel()
  const { selection, bounds } = grid
  const intent = intentOf({
    key: event.key,
    mod: mac() ? event.metaKey : event.ctrlKey,
    ctrl: event.ctrlKey,
    shift: event.shiftKey,
    alt: event.altKey,
  })
  if (!intent) return
  if (pressOnBands(event, intent, grid)) return
  const { cell } = selection
  if (intent.kind === 'type') {
    if (!cell) return
    // Not prevented: the character itself goes on into the editor that is opened now.
    event.stopPropagation()
    return grid.startEdit(cell, '')
  }
  if (intent.kind === 'tab') {
    const next = applyTab(selection, intent.back, bounds)
    if (!next) return
    take(event)
    return grid.select(next)
  }
  if (!cell && !WITHOUT_CELL.has(intent.kind)) return
  if (intent.kind === 'seek') {
    if (grid.onSeek(intent.what)) take(event)
    return
  }
  take(event)
  if (intent.kind === 'stop') return grid.onStop()
  switch (intent.kind) {
    case 'move': {
      const filled = (at: Point) => {
        const content = grid.contentAt(at)
        return content && !isBlank(content.value)
      }
      return grid.select(applyMove(selection, intent.move, bounds, grid.pageRows(), filled))
    }
    case 'select_all':
    case 'select_row':
    case 'select_column':
      return grid.select(applySelect(selection, intent.kind, bounds), false)
  }
  if (!cell) return
  switch (intent.kind) {
    case 'escape':
      return grid.select(isSingle(selection) ? NOTHING : selectCell(cell), false)
    case 'edit':
      return grid.startEdit(cell, null)
    case 'clear': {
      const change = clearWrite(selection, bounds)
      return grid.editable && change ? grid.onWrite(change) : undefined
    }
    case 'today':
      return grid.editable ? grid.onWrite(editWrite(cell, today())) : undefined
    case 'fill':
      return grid.fill(intent.direction)
    case 'cell_panel':
      return grid.onOpenCell(cell)
    case 'row_panel':
      return grid.onOpenRow(cell.row)
    case 'run_cell':
      return grid.onRunCells(selectCell(cell))
    case 'run_selection':
      return grid.onRunCells(selection)
    case 'menu':
      return grid.onMenu({ on: 'cell', at: cell })
    case 'column_menu':
      return grid.onMenu({ on: 'header', col: cell.col })
    case 'move_column':
      return moveColumn(grid, cell, intent.by)
    case 'scroll_back':
      return grid.onReveal(cell)
  }
}

/** True when the key led to a header, from one, or turned one. */
function pressOnBands(event: GridKeyEventArgs, intent: KeyIntent, grid: KeyActions): boolean {
  const { bands } = grid
  const pressed = bands?.press(intent, grid.selection, grid.pageRows()) ?? null
  if (!bands || pressed === null) return false
  take(event)
  if (pressed === 'nothing') return true
  if ('turn' in pressed) {
    grid.onTurn(pressed.turn, pressed.open)
    return true
  }
  const { band } = pressed.select
  grid.select(pressed.select)
  if (band) grid.onRevealLine(bands.lineOfBand(bands.list.findIndex(({ key }) => key === band.key)))
  return true
}

function take(event: GridKeyEventArgs) {
  event.preventDefault()
  event.stopPropagation()
}

function moveColumn(grid: KeyActions, cell: Point, by: -1 | 1) {
  const to = cell.col + by
  if (!grid.editable || to < 0 || to >= grid.bounds.cols) return
  grid.onMove(cell.col, to)
  grid.select(selectCell({ col: to, row: cell.row }))
}
