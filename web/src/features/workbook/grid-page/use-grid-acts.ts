// What can be done with the selection and with a column: for the menus, the keys and the palette alike.
import type { RefObject } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { clearWrite } from '../../../grid/edit/write.logic.ts'
import type { GridHandle, MenuTarget } from '../../../grid/grid.tsx'
import { cellOf, type GridColumn, type Point } from '../../../grid/model/grid.types.ts'
import { rowsOf, type Selection, selectCell, spanLength } from '../../../grid/model/selection.logic.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { showError } from '../../../session/show-error.ts'
import { counted } from '../../../ui/format.ts'
import type { MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { stopRuns } from '../../columns/workbook.api.ts'
import type { RowsAsked, RunMode, RunRequestParts } from '../../columns/workbook.shapes.ts'
import type { useColumns } from '../column/use-columns.ts'
import { BATCH_ROWS } from '../edit/edit-batches.logic.ts'
import type { useEdits } from '../edit/use-edits.ts'
import type { ViewQuestion } from '../views/view-state.logic.ts'
import { type ColumnLook, cellMenu, headerMenu, rowItems } from './grid-menus.ts'
import { scopeOf } from './use-scope.ts'
import type { OpenDialog } from './workbook-dialogs.tsx'

/** Deleting more rows than this needs a confirmation, although it can be undone. */
const ASKED_FROM = 100
/** So many ids fit into an address. */
const MOST_COMPARED = 100
const NARROWEST = 60
const WIDEST = 800
const WIDTH_STEP = 40

interface Options {
  workbookId: string
  grid: RefObject<GridHandle | null>
  rows: Rows
  columns: GridColumn[]
  configs: Column[]
  /** What the rows on the grid answer; null when they are all rows in their order. */
  question: ViewQuestion | null
  look: (columnId: string) => Omit<ColumnLook, 'onStats'>
  selection: Selection
  onSelection: (selection: Selection) => void
  editable: boolean
  canRun: boolean
  edits: ReturnType<typeof useEdits>
  layout: Pick<ReturnType<typeof useColumns>, 'change' | 'move' | 'duplicate' | 'insert'>
  setDialog: (dialog: OpenDialog) => void
  start: (scope: RunRequestParts) => Promise<boolean>
  openCell: (at: Point) => void
  openRow: (at: number) => void
  openComments: (place: { rowId: string; columnId: string }) => void
  openColumn: (columnId: string) => void
  /** The catalog of columns, searched by a word. */
  openCatalogue: (wanted: string) => void
  /** The pairs of these rows that may be the same. */
  openDuplicates: (rowIds: readonly string[]) => void
  renameColumn: (columnId: string) => void
}

export type GridActs = ReturnType<typeof useGridActs>

export function useGridActs(options: Options) {
  const { workbookId, grid, rows, columns, configs, selection, onSelection, editable, canRun } = options
  const { edits, layout, setDialog, start } = options
  const scope = scopeOf(rows, columns, options.question)

  async function run(chosen: Selection, mode: RunMode) {
    if (!canRun) return
    const found = await scope.run(chosen, mode)
    if (!found) return
    if (found.row_ids?.length === 1 && found.column_ids?.length === 1) await start(found)
    else setDialog({ kind: 'run', scope: found })
  }

  async function stop() {
    if (!canRun) return
    try {
      const { cancelled } = await stopRuns(workbookId)
      toast(cancelled.length > 0 ? `${counted(cancelled.length, 'run')} stopped` : 'Nothing is running here')
    } catch (error) {
      showError(error, 'The run goes on.')
    }
  }

  function show(at: Point) {
    onSelection(selectCell(at))
    grid.current?.reveal(at)
  }

  function goTo(at: Point) {
    show(at)
    grid.current?.focus()
  }

  async function appendRow() {
    const index = await edits.insert()
    if (index !== null) goTo({ col: 0, row: index })
  }

  /** As many rows as are selected, above the first of them or below the last. */
  async function insert(where: 'before' | 'after') {
    const spans = rowsOf(selection, { cols: columns.length, rows: rows.total })
    const [first, last] = [spans[0]?.first ?? 0, spans.at(-1)?.last ?? 0]
    const at = where === 'before' ? first : last
    const [row] = await rows.ensure(at, at).catch(() => [])
    if (!row) return void toast('The row could not be loaded, so none was added. Try again.', { tone: 'bad' })
    if (await edits.insertBeside(row.row_id, where, spanLength(spans)))
      goTo({ col: selection.cell?.col ?? 0, row: where === 'before' ? first : last + 1 })
  }

  async function remove() {
    const found = await scope.deletion(selection)
    if (found) await removeRows(found.asked, found.count)
  }

  async function removeRows(asked: RowsAsked, count: number) {
    if (count >= ASKED_FROM) setDialog({ kind: 'delete rows', asked, count })
    else await edits.remove(asked)
  }

  async function openWith(kind: 'enroll' | 'export', what: string) {
    const rowIds = await scope.rowIds(selection, what)
    if (rowIds) setDialog({ kind, rowIds })
  }

  /** Delivers rows by the columns that deliver; without one, the way to add it. */
  async function send() {
    const columnIds = configs.filter(({ type }) => type === 'output').map(({ id }) => id)
    if (columnIds.length === 0) {
      options.openCatalogue('send')
      toast('Choose where to. Once that column is added, “Send to” delivers the selected rows')
      return
    }
    const rowIds = await scope.rowIds(selection, 'sent by selection; run the whole column instead')
    if (rowIds) setDialog({ kind: 'run', scope: { column_ids: columnIds, row_ids: rowIds, mode: 'missing' } })
  }

  async function findDuplicates() {
    if (scope.counts(selection).rows > MOST_COMPARED) {
      toast(
        `The duplicates of at most ${MOST_COMPARED} rows are shown by selection; those of all rows are in the menu of the workbook`,
      )
      return
    }
    const rowIds = await scope.rowIds(selection, 'compared by selection')
    if (rowIds) options.openDuplicates(rowIds)
  }

  const copy = (what: 'copy' | 'cut') => {
    grid.current?.focus()
    document.execCommand(what)
  }

  function clear() {
    const write = clearWrite(selection, { cols: columns.length, rows: rows.total })
    if (write) void edits.write(write)
  }

  function headerItems(col: number): MenuItem[] {
    const column = columns[col]
    const config = configs.find((one) => one.id === column?.id)
    if (!column || !config) return []
    const resize = (by: number) => {
      const width = Math.min(WIDEST, Math.max(NARROWEST, column.width + by))
      void layout.change(column.id, { width })
    }
    return headerMenu({
      column,
      editable,
      canRun,
      errors: column.fill?.error ?? 0,
      first: col === 0,
      last: col === columns.length - 1,
      onSettings: () => options.openColumn(column.id),
      onRename: () => options.renameColumn(column.id),
      onType: column.computed ? undefined : () => setDialog({ kind: 'type', column: config }),
      onInsert: async (side) => {
        const made = await layout.insert(column.id, side)
        if (made) options.renameColumn(made)
      },
      onDuplicate: (values) => void layout.duplicate(column.id, values),
      onRun: (mode) => setDialog({ kind: 'run', scope: { column_ids: [column.id], mode } }),
      onHide: () => void layout.change(column.id, { hidden: true }),
      onPin: () => void layout.change(column.id, { pinned: !column.pinned }),
      onMove: (by) => void layout.move(col, col + by),
      onResize: (by) => resize(by * WIDTH_STEP),
      onSelect: () => {
        onSelection({ ...selectCell({ col, row: 0 }), columns: [{ first: col, last: col }] })
        grid.current?.focus()
      },
      look: { ...options.look(column.id), onStats: () => setDialog({ kind: 'stats', column: config }) },
      onDelete: () => setDialog({ kind: 'delete column', column: config }),
    })
  }

  function cellItems(at: Point): MenuItem[] {
    const column = columns[at.col]
    const row = rows.row(at.row)
    if (!column) return []
    const selected = scope.counts(selection)
    const hasPlaces = options.question === null && selected.rows <= BATCH_ROWS
    return cellMenu({
      column,
      content: row ? cellOf(row, column) : undefined,
      selected,
      editable,
      canRun,
      onEdit: () => grid.current?.edit(at),
      onCopy: () => copy('copy'),
      onCut: () => copy('cut'),
      onPaste: () => grid.current?.paste(),
      onFill: () => grid.current?.fill('down'),
      onClear: clear,
      onDetails: () => options.openCell(at),
      onRow: () => options.openRow(at.row),
      onComment: () => row && options.openComments({ rowId: row.row_id, columnId: column.id }),
      onRun: (mode) => void run(selection, mode),
      onInsert: hasPlaces ? (where) => void insert(where) : undefined,
      onDelete: () => void remove(),
    })
  }

  return {
    run,
    /** Of rows that are selected as a whole; none where none is. */
    rowItems:
      selection.rows.length === 0
        ? []
        : rowItems({
            selected: scope.counts(selection),
            editable,
            canRun,
            onRun: (mode) => void run(selection, mode),
            onEnroll: () => void openWith('enroll', 'enrolled at once'),
            onSend: () => void send(),
            onDuplicates: () => void findDuplicates(),
            onExport: () => void openWith('export', 'exported by selection; export the whole table instead'),
            onDelete: () => {
              // The button goes with the selection.
              grid.current?.focus()
              void remove()
            },
          }),
    stop: () => void stop(),
    appendRow,
    remove,
    removeRows,
    clear,
    copy,
    goTo,
    show,
    itemsOf: (target: MenuTarget): MenuItem[] =>
      target.on === 'header' ? headerItems(target.col) : cellItems(target.at),
  }
}
