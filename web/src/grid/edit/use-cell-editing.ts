// The editor over a cell: when it opens, with which text, and where the cursor goes when it is done.
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlacedLine } from '../drawing/glide-lines.ts'
import { rawText } from '../marks/display.logic.ts'
import type { Bounds, CellContent, GridColumn, Point, Rect } from '../model/grid.types.ts'
import { applyEnter, applyMove, applyTab } from '../model/keyboard.logic.ts'
import { type Selection, selectCell } from '../model/selection.logic.ts'
import type { Rows } from '../rows/shown-rows.types.ts'
import type { EditorMove } from './cell-editor.tsx'
import { editWrite, everywhereWrite, type GridWrite, valueWrite } from './write.logic.ts'

interface Options {
  columns: GridColumn[]
  rows: Rows
  bounds: Bounds
  selection: Selection
  editable: boolean
  contentAt: (at: Point) => CellContent | undefined
  select: (selection: Selection) => void
  onWrite: (write: GridWrite) => void
  onNotice: (text: string, tone?: 'plain' | 'bad') => void
  onEditing?: ((editing: boolean) => void) | undefined
}

interface Editing {
  at: Point
  rowId: string
  columnId: string
  /** The text to begin with. */
  text: string
  /** What stood in the cell then. */
  was: string
}

export function useCellEditing(
  { columns, rows, bounds, selection, editable, contentAt, select, onWrite, onNotice, onEditing }: Options,
  editor: RefObject<PlacedLine | null>,
  frame: RefObject<HTMLElement | null>,
) {
  const [began, setBegan] = useState<Editing | null>(null)
  const editing = began && { ...began, at: placeNow(began) }
  /** The column where the user began to move right with Tab, and the current column. */
  const tabbed = useRef<{ from: number; to: Point } | null>(null)
  /** The editor follows its cell while the grid scrolls. */
  const [, setScrolled] = useState(0)

  function setEditing(next: Editing | null) {
    setBegan(next)
    onEditing?.(next !== null)
  }

  /** Another user may have moved rows and columns under the editor. */
  function placeNow({ at, rowId, columnId }: Editing): Point {
    const col = columns.findIndex(({ id }) => id === columnId)
    return { col: col === -1 ? at.col : col, row: rows.indexOf(rows.savedId(rowId)) ?? at.row }
  }

  /** False when the row or the column that is written in was taken away. */
  function isThere({ at, rowId, columnId }: Editing): boolean {
    const id = rows.row(at.row)?.row_id
    const isRow = id === undefined || id === rowId || id === rows.savedId(rowId)
    return isRow && columns[at.col]?.id === columnId
  }

  function start(at: Point, typed: '' | null) {
    const content = contentAt(at)
    const column = columns[at.col]
    const rowId = rows.row(at.row)?.row_id
    if (!column) return
    if (!editable) {
      if (typed === null) onNotice('You can look at this workbook. Editors of the workspace can change it.')
      return
    }
    if (!content || rowId === undefined)
      return onNotice(
        at.row >= rows.total ? 'There is no row here yet: add one, or paste a list' : 'This row is still loading',
      )
    if (column.kind === 'checkbox' && typed === null && typeof content.value !== 'string') {
      return onWrite(valueWrite(at, content.value !== true))
    }
    editor.current?.scrollTo(at.col, at.row)
    const was = rawText(content.value)
    // At once, so that the key being pressed, composed ones too, lands in the editor.
    flushSync(() => setEditing({ at, rowId, columnId: column.id, text: typed ?? was, was }))
  }

  /** Where the cursor goes from a cell that is done. */
  function after(at: Point, move: EditorMove): Selection | null {
    if (move === 'stay' || move === 'here' || move === 'fill') return null
    const begun = tabbed.current?.to
    const from = begun && begun.col === at.col && begun.row === at.row ? tabbed.current?.from : undefined
    tabbed.current = null
    if (move === 'left' || move === 'right') {
      const next = applyTab(selection, move === 'left', bounds)
      if (next?.cell && move === 'right') tabbed.current = { from: from ?? at.col, to: next.cell }
      return next
    }
    const within = applyEnter(selection, move === 'up')
    if (within) return within
    // After a row that was filled with Tab, Enter moves to the first of these columns in the next row.
    const start = { col: move === 'down' ? (from ?? at.col) : at.col, row: at.row }
    return applyMove(selectCell(start), { to: 'step', direction: move, extend: false }, bounds, 1, () => undefined)
  }

  function end(text: string | null, move: EditorMove) {
    setEditing(null)
    if (!editing) return
    const { at } = editing
    if (!isThere(editing))
      onNotice('Another user deleted the row or column that you were editing. Nothing was saved.', 'bad')
    // An unchanged text does not overwrite what another user wrote meanwhile.
    else if (text !== null && move === 'fill') onWrite(everywhereWrite(selection, bounds, text))
    else if (text !== null && text !== editing.was && text !== rawText(contentAt(at)?.value))
      onWrite(editWrite(at, text))
    const next = after(at, move)
    if (next) select(next)
    if (move !== 'stay' || text === null) editor.current?.focus()
  }

  const isBeside = (target: EventTarget) => editing && !(target as Element).closest('[data-cell-editor]')

  return {
    /** For the frame of the grid: what fingers do beside an open editor. */
    touches: {
      // A tap elsewhere changes the selection before the field loses the focus, and the typed text would be lost.
      onPointerDownCapture: (event: PointerEvent) => {
        if (event.pointerType === 'touch' && isBeside(event.target)) (document.activeElement as HTMLElement)?.blur()
      },
      // The mouse event that browsers send after a tap would take the focus from the editor which that tap has opened.
      onMouseDownCapture: (event: MouseEvent) => {
        if (matchMedia('(pointer: coarse)').matches && isBeside(event.target)) event.preventDefault()
      },
    },
    editing,
    column: editing ? columns[editing.at.col] : undefined,
    /** What another user put into the cell since the editor opened; undefined when unchanged. */
    theirs: editing ? changedText(editing.was, rawText(contentAt(editing.at)?.value)) : undefined,
    area: editing ? areaInFrame(editor.current, frame.current, editing.at) : null,
    start,
    end,
    leave: () => editing && setEditing(null),
    follow: () => editing && setScrolled((before) => before + 1),
  }
}

function changedText(was: string, now: string): string | undefined {
  return now === was ? undefined : now
}

function areaInFrame(editor: PlacedLine | null, frame: HTMLElement | null, at: Point): Rect | null {
  const box = editor?.getBounds(at.col, at.row)
  const outer = frame?.getBoundingClientRect()
  if (!box || !outer) return null
  return { x: box.x - outer.x, y: box.y - outer.y, width: box.width, height: box.height }
}
