// The editor over a cell: when it opens, with which text, and where the cursor goes when it is done.
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorMove } from './cell-editor.tsx'
import { rawText } from './display.logic.ts'
import type { Placed } from './glide-lines.ts'
import type { Bounds, CellContent, GridColumn, Point, Rect } from './grid.types.ts'
import { applyMove, applyTab } from './keyboard.logic.ts'
import { type Selection, selectCell } from './selection.logic.ts'
import { editWrite, type GridWrite, valueWrite } from './write.logic.ts'

interface Options {
  columns: GridColumn[]
  bounds: Bounds
  selection: Selection
  editable: boolean
  contentAt: (at: Point) => CellContent | undefined
  select: (selection: Selection) => void
  onWrite: (write: GridWrite) => void
  onNotice: (text: string, tone?: 'plain' | 'bad') => void
}

export function useCellEditing(
  { columns, bounds, selection, editable, contentAt, select, onWrite, onNotice }: Options,
  editor: RefObject<Placed | null>,
  frame: RefObject<HTMLElement | null>,
) {
  const [editing, setEditing] = useState<{ at: Point; text: string } | null>(null)
  /** The editor follows its cell while the grid scrolls. */
  const [, setScrolled] = useState(0)

  function start(at: Point, typed: '' | null) {
    const content = contentAt(at)
    const column = columns[at.col]
    if (!column) return
    if (!editable) {
      if (typed === null) onNotice('You can look at this workbook. Editors of the workspace can change it.')
      return
    }
    if (!content) return onNotice('This row is still loading')
    if (column.kind === 'checkbox' && typed === null && typeof content.value !== 'string') {
      return onWrite(valueWrite(at, content.value !== true))
    }
    editor.current?.scrollTo(at.col, at.row)
    const text = typed ?? rawText(content.value)
    // At once, so that the key being pressed, composed ones too, lands in the editor.
    flushSync(() => setEditing({ at, text }))
  }

  function end(text: string | null, move: EditorMove) {
    const at = editing?.at
    setEditing(null)
    if (!at) return
    if (text !== null && text !== rawText(contentAt(at)?.value)) onWrite(editWrite(at, text))
    if (move !== 'stay') {
      const across = move === 'left' || move === 'right'
      const next = across
        ? applyTab(selection, move === 'left', bounds)
        : applyMove(selectCell(at), { to: 'step', direction: move, extend: false }, bounds, 1, () => undefined)
      if (next) select(next)
    }
    if (move !== 'stay' || text === null) editor.current?.focus()
  }

  return {
    editing,
    column: editing ? columns[editing.at.col] : undefined,
    area: editing ? areaInFrame(editor.current, frame.current, editing.at) : null,
    start,
    end,
    leave: () => editing && setEditing(null),
    follow: () => editing && setScrolled((before) => before + 1),
  }
}

function areaInFrame(editor: Placed | null, frame: HTMLElement | null, at: Point): Rect | null {
  const box = editor?.getBounds(at.col, at.row)
  const outer = frame?.getBoundingClientRect()
  if (!box || !outer) return null
  return { x: box.x - outer.x, y: box.y - outer.y, width: box.width, height: box.height }
}
