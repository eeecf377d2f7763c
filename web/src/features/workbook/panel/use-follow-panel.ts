// Keeps the panel at the right and the active cell of the grid together, whichever of them moves.
import { type RefObject, useEffect, useReducer, useRef } from 'react'
import { queries } from '../../../api/queries.ts'
import type { GridHandle } from '../../../grid/grid.tsx'
import type { GridColumn, GridRow, Point } from '../../../grid/model/grid.types.ts'
import { type Selection, selectCell } from '../../../grid/model/selection.logic.ts'
import { locate } from '../../../grid/rows/locate.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { rowQuery } from '../../columns/workbook.queries.ts'
import { usePanel } from './use-panel.ts'

/** The panel takes room from the grid; the cell is brought back into view when that has happened. */
const SETTLE_MS = 60

interface Place {
  workbookId: string
  /** All rows are on the grid, in their order. */
  isPlain: boolean
}

export function useFollowPanel(
  { workbookId, isPlain }: Place,
  grid: RefObject<GridHandle | null>,
  rows: Rows,
  columns: GridColumn[],
  selection: Selection,
  onSelection: (selection: Selection) => void,
) {
  const { panel, show } = usePanel()
  const revealLater = (at: Point) => setTimeout(() => grid.current?.reveal(at), SETTLE_MS)

  /** What this hook has opened, to distinguish it from what an address or another panel opened. */
  const own = useRef<string | null>(null)
  /** Counts openings: an opening that is still loading its row is dropped when a later one begins. */
  const asked = useRef(0)

  async function withRow(at: number, open: (row: GridRow) => void) {
    asked.current += 1
    const mine = asked.current
    const row = rows.row(at) ?? (await rows.ensure(at, at).catch(() => []))[0]
    if (!row || mine !== asked.current) return
    if (rows.isUnsaved(row.row_id)) return void toast('This row is still being saved')
    open(row)
  }

  function openCell(at: Point) {
    const column = columns[at.col]
    if (!column) return
    void withRow(at.row, ({ row_id }) => {
      own.current = `${row_id} ${column.id}`
      show({ kind: 'cell', rowId: row_id, columnId: column.id })
      revealLater(at)
    })
  }

  function openRow(at: number) {
    void withRow(at, ({ row_id }) => {
      own.current = `${row_id} `
      show({ kind: 'row', rowId: row_id })
    })
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
  const rowId = panel?.kind === 'cell' || panel?.kind === 'row' ? panel.rowId : null
  const about = rowId === null ? undefined : rows.indexOf(rowId)
  const aboutColumn = panel?.kind === 'cell' ? columns.findIndex((column) => column.id === panel.columnId) : 0
  const name = rowId === null ? null : `${rowId} ${panel?.kind === 'cell' ? panel.columnId : ''}`
  const isNew = about !== undefined && aboutColumn >= 0 && !closing.current && name !== own.current
  useEffect(() => {
    if (!isNew || about === undefined) return
    own.current = name
    const cell = { col: aboutColumn, row: about }
    followed.current = cell
    onSelection(selectCell(cell))
    setTimeout(() => grid.current?.reveal(cell), SETTLE_MS)
  }, [isNew, about, aboutColumn, onSelection, grid, name])

  // An unloaded row is located, so that it can be edited and left by arrow keys; in a filtered view its position is unknown.
  const [, found] = useReducer((count: number) => count + 1, 0)
  const isFar = rowId !== null && about === undefined && isPlain
  useEffect(() => {
    if (!isFar) return
    const stop = new AbortController()
    const look = async () => {
      const row = await queries.fetchQuery(rowQuery(workbookId, rowId))
      await rows.ensure(0, 0, stop.signal)
      if ((await locate(rows, row, stop.signal)) !== null && !stop.signal.aborted) found()
    }
    // The panel shows the row anyhow, or says itself why it cannot.
    look().catch(() => undefined)
    return () => stop.abort()
  }, [isFar, rowId, rows, workbookId])

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
