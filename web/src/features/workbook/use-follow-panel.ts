// Keeps the panel at the right and the active cell of the grid together, whichever of them moves.
import { type RefObject, useEffect, useRef } from 'react'
import type { GridHandle } from '../../grid/grid.tsx'
import type { GridColumn, Point } from '../../grid/grid.types.ts'
import { type Selection, selectCell } from '../../grid/selection.logic.ts'
import type { Rows } from '../../grid/shown-rows.types.ts'
import { toast } from '../../ui/toast.tsx'
import { usePanel } from './use-panel.ts'

/** The panel takes room from the grid; the cell is brought back into view when that has happened. */
const SETTLE_MS = 60

export function useFollowPanel(
  grid: RefObject<GridHandle | null>,
  rows: Rows,
  columns: GridColumn[],
  selection: Selection,
  onSelection: (selection: Selection) => void,
) {
  const { panel, show } = usePanel()
  const revealLater = (at: Point) => setTimeout(() => grid.current?.reveal(at), SETTLE_MS)

  function openCell(at: Point) {
    const row = rows.row(at.row)
    const column = columns[at.col]
    if (!row || !column) return
    if (rows.isUnsaved(row.row_id)) return void toast('This row is still being saved')
    show({ kind: 'cell', rowId: row.row_id, columnId: column.id })
    revealLater(at)
  }

  function openRow(at: number) {
    const row = rows.row(at)
    if (!row) return
    if (rows.isUnsaved(row.row_id)) return void toast('This row is still being saved')
    show({ kind: 'row', rowId: row.row_id })
  }

  // An open cell or row panel follows the active cell; the address changes a moment after the panel was closed.
  const followed = useRef(selection.cell)
  const closing = useRef(false)
  useEffect(() => {
    const { cell } = selection
    if (panel === null) closing.current = false
    if (cell?.col === followed.current?.col && cell?.row === followed.current?.row) return
    followed.current = cell
    if (closing.current || !cell) return
    if (panel?.kind === 'cell') openCell(cell)
    else if (panel?.kind === 'row') openRow(cell.row)
  })

  // Opened by its address: the cell that the panel is about becomes the active one.
  const about = panel?.kind === 'cell' || panel?.kind === 'row' ? rows.indexOf(panel.rowId) : undefined
  const aboutColumn = panel?.kind === 'cell' ? columns.findIndex((column) => column.id === panel.columnId) : 0
  const isNew = selection.cell === null && about !== undefined && aboutColumn >= 0 && !closing.current
  useEffect(() => {
    if (!isNew || about === undefined) return
    const cell = { col: aboutColumn, row: about }
    followed.current = cell
    onSelection(selectCell(cell))
    setTimeout(() => grid.current?.reveal(cell), SETTLE_MS)
  }, [isNew, about, aboutColumn, onSelection, grid])

  return {
    panel,
    show,
    openCell,
    openRow,
    close: () => {
      closing.current = true
      show(null)
      grid.current?.focus()
    },
  }
}
