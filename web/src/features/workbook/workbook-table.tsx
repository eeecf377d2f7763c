// The workbook on screen: toolbar, run bar, grid, one panel at the right, status line, and the dialogs they open.
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { describeProblem } from '../../api/problem.ts'
import { queries } from '../../api/queries.ts'
import type { Column, Workbook } from '../../api/shapes.ts'
import { Grid, type GridHandle, type MenuTarget } from '../../grid/grid.tsx'
import { cellOf, type GridRow, type Point } from '../../grid/grid.types.ts'
import { NOTHING, rectsOf, rowsOf, type Selection, selectCell, spanLength } from '../../grid/selection.logic.ts'
import { clearWrite, editWrite } from '../../grid/write.logic.ts'
import { useCommands } from '../../shell/commands.ts'
import { roleReaches, useWorkspace } from '../../shell/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { MenuAt } from '../../ui/menu.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ColumnPanel } from './column-panel.tsx'
import { isComputed, outputTypes, toGridColumn, visibleColumns } from './columns.logic.ts'
import { DeleteColumnDialog, DeleteRowsDialog } from './delete-dialogs.tsx'
import { cellMenu, headerMenu } from './grid-menus.ts'
import { GrowDialog } from './grow-dialog.tsx'
import { RowPanel } from './row-panel.tsx'
import { isOver } from './run.logic.ts'
import { RunBar } from './run-bar.tsx'
import { RunDialog } from './run-dialog.tsx'
import { selectionFacts } from './selection-facts.logic.ts'
import { StatusLine } from './status-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEdits } from './use-edits.ts'
import { usePanel } from './use-panel.ts'
import { usePanelRow } from './use-panel-row.ts'
import { useRun } from './use-run.ts'
import type { useTable } from './use-table.ts'
import { patchColumn, reorderColumns } from './workbook.api.ts'
import { providersQuery, workbookQuery } from './workbook.queries.ts'
import type { RunMode, RunScope } from './workbook.shapes.ts'

/** Most rows that a run of a selection names one by one. */
const MAX_RUN_ROWS = 10_000

type Open =
  | { kind: 'import' }
  | { kind: 'run'; scope: RunScope }
  | { kind: 'delete column'; column: Column }
  | { kind: 'delete rows'; rowIds: string[] }

interface Props {
  workbook: Workbook
  table: ReturnType<typeof useTable>
}

export function WorkbookTable({ workbook, table }: Props) {
  const { rows, connection, reloadAll } = table
  const workspace = useWorkspace()
  const editable = roleReaches(workspace.role, 'editor')
  const providers = useQuery(providersQuery())
  const grid = useRef<GridHandle>(null)
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const [menu, setMenu] = useState<{ target: MenuTarget; at: { x: number; y: number } } | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const [hiddenRun, setHiddenRun] = useState<string | null>(null)
  const { panel, show } = usePanel()
  const { run, start, steer } = useRun(workbook.id)

  const configs = workbook.columns_config
  const outputs = useMemo(() => outputTypes(providers.data ?? []), [providers.data])
  const columns = useMemo(
    () => visibleColumns(workbook).map((column) => toGridColumn(column, outputs, workbook.total_rows)),
    [workbook, outputs],
  )
  const edits = useEdits(workbook.id, rows, columns, reloadAll)
  const runnable = configs.filter(isComputed)
  const canRun = editable && runnable.length > 0
  const bounds = { cols: columns.length, rows: rows.total }
  const panelRow = usePanelRow(workbook.id, rows, panel)
  const samples = [0, 1, 2].map((at) => rows.row(at)).filter((row): row is GridRow => row !== undefined)

  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: workbookQuery(workbook.id).queryKey }),
    [workbook.id],
  )

  /** Shows a change of a column at once; the server's word follows. */
  async function changeColumn(id: string, change: Partial<Column>) {
    showColumns(configs.map((column) => (column.id === id ? { ...column, ...change } : column)))
    try {
      await patchColumn(workbook.id, id, change)
    } catch (error) {
      complain(error, 'The column stays as it was.')
      refresh()
    }
  }

  function showColumns(next: Column[]) {
    queries.setQueryData(workbookQuery(workbook.id).queryKey, (page) =>
      page ? { ...page, workbook: { ...page.workbook, columns_config: next } } : page,
    )
  }

  async function moveColumn(from: number, to: number) {
    const shown = columns.map((column) => column.id)
    const [moved] = shown.splice(from, 1)
    if (!moved) return
    shown.splice(to, 0, moved)
    // Hidden columns keep their places among the others.
    const order = configs.map((column) => (column.hidden ? column.id : (shown.shift() ?? column.id)))
    showColumns(order.flatMap((id) => configs.find((column) => column.id === id) ?? []))
    try {
      await reorderColumns(workbook.id, order)
    } catch (error) {
      complain(error, 'The order stays as it was.')
      refresh()
    }
  }

  function openCell(at: Point) {
    const row = rows.row(at.row)
    const column = columns[at.col]
    if (row && column) show({ kind: 'cell', rowId: row.row_id, columnId: column.id })
  }

  function openRow(at: number) {
    const row = rows.row(at)
    if (row) show({ kind: 'row', rowId: row.row_id })
  }

  // An open cell panel follows the active cell.
  const followed = useRef(selection.cell)
  useEffect(() => {
    const { cell } = selection
    if (cell === followed.current) return
    followed.current = cell
    if (panel?.kind === 'cell' && cell) openCell(cell)
    else if (panel?.kind === 'row' && cell) openRow(cell.row)
  })

  async function rowIdsOf(chosen: Selection): Promise<string[] | null> {
    const spans = rowsOf(chosen, bounds)
    if (spanLength(spans) > MAX_RUN_ROWS) return null
    const ids: string[] = []
    for (const span of spans) ids.push(...(await rows.ensure(span.first, span.last)).map((row) => row.row_id))
    return ids
  }

  async function runSelection(chosen: Selection, mode: RunMode) {
    const columnIds = computedIn(chosen)
    if (!canRun) return
    if (columnIds.length === 0) return toast('Select cells of a column that can run')
    try {
      const ids = await rowIdsOf(chosen)
      if (!ids)
        return toast('At most 10,000 rows can be run by selection. Run the whole column instead.', { tone: 'bad' })
      const scope: RunScope = { column_ids: columnIds, row_ids: ids, mode }
      if (ids.length === 1 && columnIds.length === 1) await start(scope)
      else setOpen({ kind: 'run', scope })
    } catch (error) {
      complain(error, 'Nothing was run.')
    }
  }

  function computedIn(chosen: Selection): string[] {
    const ids = rectsOf(chosen, bounds).flatMap((rect) => columns.slice(rect.x, rect.x + rect.width))
    return [...new Set(ids.filter((column) => column.computed).map((column) => column.id))]
  }

  async function askDeleteRows(chosen: Selection) {
    try {
      const ids = await rowIdsOf(chosen)
      if (ids) setOpen({ kind: 'delete rows', rowIds: ids })
      else toast('At most 10,000 rows can be deleted at once.', { tone: 'bad' })
    } catch (error) {
      complain(error, 'Nothing was deleted.')
    }
  }

  async function appendRow() {
    if (!(await edits.append(1))) return
    const at = { col: 0, row: rows.total - 1 }
    await rows.ensure(at.row, at.row).catch(() => undefined)
    setSelection(selectCell(at))
    grid.current?.reveal(at)
    grid.current?.focus()
  }

  function menuItems() {
    if (!menu) return []
    if (menu.target.on === 'header') {
      const column = columns[menu.target.col]
      const config = configs.find((one) => one.id === column?.id)
      if (!column || !config) return []
      return headerMenu({
        column,
        editable,
        canRun,
        errors: column.fill?.error ?? 0,
        onSettings: () => show({ kind: 'column', columnId: column.id }),
        onRun: (mode) => setOpen({ kind: 'run', scope: { column_ids: [column.id], mode } }),
        onHide: () => void changeColumn(column.id, { hidden: true }),
        onDelete: () => setOpen({ kind: 'delete column', column: config }),
      })
    }
    const { at } = menu.target
    const column = columns[at.col]
    const row = rows.row(at.row)
    if (!column) return []
    const rects = rectsOf(selection, bounds)
    return cellMenu({
      column,
      content: row ? cellOf(row, column) : undefined,
      selected: {
        rows: spanLength(rowsOf(selection, bounds)),
        cells: rects.reduce((sum, rect) => sum + rect.width * rect.height, 0),
        computed: computedIn(selection).length,
      },
      editable,
      canRun,
      onEdit: () => grid.current?.edit(at),
      onCopy: () => {
        grid.current?.focus()
        document.execCommand('copy')
      },
      onClear: () => {
        const write = clearWrite(selection, bounds)
        if (write) void edits.write(write)
      },
      onDetails: () => openCell(at),
      onRow: () => openRow(at.row),
      onRun: (mode) => void runSelection(selection, mode),
      onDelete: () => void askDeleteRows(selection),
    })
  }

  useCommands([
    ...(editable
      ? [
          {
            id: 'add-column',
            group: 'Workbook',
            title: 'Add a column',
            words: 'enrich find',
            run: () => show({ kind: 'column', columnId: null }),
          },
        ]
      : []),
    ...(editable
      ? [
          {
            id: 'import',
            group: 'Workbook',
            title: 'Import a file',
            words: 'csv',
            run: () => setOpen({ kind: 'import' }),
          },
        ]
      : []),
    ...(canRun
      ? [
          {
            id: 'run',
            group: 'Workbook',
            title: 'Run',
            words: 'start enrich',
            run: () => setOpen({ kind: 'run', scope: {} }),
          },
        ]
      : []),
    { id: 'grid-edit', group: 'Grid', title: 'Edit the cell', keys: ['enter'], hidden: true },
    { id: 'grid-details', group: 'Grid', title: 'Explain the cell', keys: ['space'], hidden: true },
    { id: 'grid-row', group: 'Grid', title: 'Open the row', keys: ['shift', 'enter'], hidden: true },
    { id: 'grid-edge', group: 'Grid', title: 'Jump to the edge of the data', keys: ['mod', 'down'], hidden: true },
    { id: 'grid-all', group: 'Grid', title: 'Select everything', keys: ['mod', 'a'], hidden: true },
    { id: 'grid-fill', group: 'Grid', title: 'Fill down', keys: ['mod', 'd'], hidden: true },
    { id: 'grid-run', group: 'Grid', title: 'Run the selected cells again', keys: ['mod', 'enter'], hidden: true },
  ])

  const config = panel?.kind === 'column' ? configs.find((one) => one.id === panel.columnId) : undefined
  const cellColumn = panel?.kind === 'cell' ? columns.find((one) => one.id === panel.columnId) : undefined
  const cellConfig = cellColumn && configs.find((one) => one.id === cellColumn.id)
  const shownRun = run && !(isOver(run.status) && (hiddenRun === run.run_id || !isRecent(run.ended_at))) ? run : null

  function closePanel() {
    show(null)
    grid.current?.focus()
  }

  return (
    <>
      <Toolbar
        workbookId={workbook.id}
        name={workbook.name}
        columns={configs}
        editable={editable}
        canRun={canRun}
        onAddColumn={() => show({ kind: 'column', columnId: null })}
        onImport={() => setOpen({ kind: 'import' })}
        onRun={() => setOpen({ kind: 'run', scope: {} })}
        onHide={(column, hidden) => void changeColumn(column.id, { hidden })}
      />
      {shownRun && (
        <RunBar
          run={shownRun}
          canRun={editable}
          onSteer={(what) => void steer(what)}
          onRerunFailed={() =>
            setOpen({
              kind: 'run',
              scope: { mode: 'failed', ...(shownRun.column_ids ? { column_ids: shownRun.column_ids } : {}) },
            })
          }
          onClose={() => setHiddenRun(shownRun.run_id)}
        />
      )}
      <div className="flex min-h-0 min-w-0 flex-1">
        {configs.length === 0 && rows.total === 0 ? (
          <EmptyState
            icon={FileUp}
            title="Start with a list"
            className="flex-1"
            action={
              editable && (
                <Button look="primary" onClick={() => setOpen({ kind: 'import' })}>
                  Import a CSV file
                </Button>
              )
            }
          >
            Import companies or people from a file. Then add columns that find what is missing.
          </EmptyState>
        ) : (
          <Grid
            ref={grid}
            label={workbook.name}
            columns={columns}
            rows={rows}
            selection={selection}
            onSelection={setSelection}
            editable={editable}
            onWrite={(write) => void edits.write(write)}
            onNotice={(text, tone) => toast(text, tone ? { tone } : {})}
            onOpenCell={openCell}
            onOpenRow={openRow}
            onRunCells={(chosen) => void runSelection(chosen, 'all')}
            onMenu={(target, at) => setMenu({ target, at })}
            onResize={(id, width) => void changeColumn(id, { width })}
            onMove={(from, to) => void moveColumn(from, to)}
            onAddColumn={editable ? () => show({ kind: 'column', columnId: null }) : undefined}
            onAddRow={editable ? appendRow : undefined}
          />
        )}
        {panel?.kind === 'column' && (panel.columnId === null || config) && (
          <ColumnPanel
            key={panel.columnId ?? 'new'}
            workbookId={workbook.id}
            columns={configs}
            column={config}
            samples={samples}
            onClose={closePanel}
            onSaved={(saved, runNow) => {
              show(null)
              refresh()
              if (runNow) setOpen({ kind: 'run', scope: { column_ids: [saved.id] } })
            }}
          />
        )}
        {panel?.kind === 'cell' && panelRow && cellColumn && cellConfig && (
          <CellPanel
            key={`${panelRow.row.row_id}:${cellColumn.id}`}
            workbookId={workbook.id}
            row={panelRow.row}
            column={cellColumn}
            config={cellConfig}
            columns={configs}
            editable={editable}
            onClose={closePanel}
            onEdit={(text) => {
              const col = columns.indexOf(cellColumn)
              if (panelRow.index !== undefined) void edits.write(editWrite({ col, row: panelRow.index }, text))
            }}
            onRun={() => void start({ column_ids: [cellColumn.id], row_ids: [panelRow.row.row_id], mode: 'all' })}
          />
        )}
        {panel?.kind === 'row' && panelRow && (
          <RowPanel
            row={panelRow.row}
            index={panelRow.index ?? panelRow.row.position}
            total={rows.total}
            columns={columns}
            editable={editable}
            onClose={closePanel}
            onStep={(to) => {
              const at = { col: selection.cell?.col ?? 0, row: to }
              setSelection(selectCell(at))
              grid.current?.reveal(at)
            }}
            onOpenCell={(col) => {
              const column = columns[col]
              if (column) show({ kind: 'cell', rowId: panelRow.row.row_id, columnId: column.id })
            }}
            onDelete={() => setOpen({ kind: 'delete rows', rowIds: [panelRow.row.row_id] })}
          />
        )}
      </div>
      <StatusLine
        total={rows.total}
        facts={selectionFacts(selection, columns, rows)}
        run={run}
        saving={edits.saving}
        connection={connection}
        onDetails={selection.cell ? () => selection.cell && openCell(selection.cell) : undefined}
      />
      <MenuAt at={menu?.at ?? null} items={menuItems()} onClose={() => setMenu(null)} />
      {edits.asking && (
        <GrowDialog ask={edits.asking} onAnswer={(ask, withColumns) => void edits.grow(ask, withColumns)} />
      )}
      {open?.kind === 'import' && (
        <LazyImportDialog
          workbook={workbook}
          onCancel={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            reloadAll()
          }}
        />
      )}
      {open?.kind === 'run' && (
        <RunDialog
          workbookId={workbook.id}
          columns={runnable}
          scope={open.scope}
          onClose={() => setOpen(null)}
          onStart={async (scope) => {
            setHiddenRun(null)
            return await start(scope)
          }}
        />
      )}
      {open?.kind === 'delete column' && (
        <DeleteColumnDialog
          workbookId={workbook.id}
          column={open.column}
          onCancel={() => setOpen(null)}
          onDeleted={() => {
            setOpen(null)
            reloadAll()
          }}
        />
      )}
      {open?.kind === 'delete rows' && (
        <DeleteRowsDialog
          count={open.rowIds.length}
          onCancel={() => setOpen(null)}
          onDelete={async () => {
            await edits.remove(open.rowIds)
            setOpen(null)
            if (panel?.kind === 'row') show(null)
          }}
        />
      )}
    </>
  )
}

function complain(error: unknown, meaning: string) {
  const problem = describeProblem(error)
  toast(`${problem.what} ${meaning} ${problem.next}`, { tone: 'bad' })
}

/** A run that ended long ago is told in the status line only. */
function isRecent(ended: string | null | undefined): boolean {
  return !ended || Date.now() - Date.parse(ended) < 10 * 60_000
}
