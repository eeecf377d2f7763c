// The one panel at the right: a column, a cell or a row, as the address says.
import type { Column } from '../../../api/shapes.ts'
import { editWrite, type GridWrite, valueWrite } from '../../../grid/edit/write.logic.ts'
import type { GridColumn, Point } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { CellRunOptions } from '../../columns/workbook.shapes.ts'
import { ActivityPanel } from '../../history/activity-panel.tsx'
import type { RunActs } from '../../runs/run-acts.ts'
import { RunPanel } from '../../runs/run-panel.tsx'
import { SourcesPanel } from '../../sources/sources-panel.tsx'
import { CellPanel } from '../cell/cell-panel.tsx'
import { RowPanel } from '../cell/row-panel.tsx'
import { ColumnPanel } from '../column/column-panel.tsx'
import type { Panel } from './use-panel.ts'
import { usePanelRow } from './use-panel-row.ts'

const CommentsPanel = lazyPart(async () => (await import('../comments/comments-panel.tsx')).CommentsPanel)

/** Rows that a column may be tried on before it is saved. */
const MOST_TRIED = 20

interface Props {
  workbookId: string
  panel: Panel
  rows: Rows
  columns: GridColumn[]
  configs: Column[]
  editable: boolean
  show: (panel: Panel | null) => void
  onClose: () => void
  onType: (column: Column) => void
  onSaved: (column: Column, run: boolean) => void
  onWrite: (write: GridWrite) => void
  onRun: (columnId: string, rowId: string, options?: CellRunOptions) => void
  onStep: (row: number) => void
  /** Of one row; absent where no column of it can be run. */
  onRunRow: ((index: number) => void) | undefined
  onDelete: (rowId: string) => void
  /** Makes a column of what lies at a path inside the values of another. */
  onAddMember: (column: Column, path: string[]) => void
  runActs: RunActs
}

export function WorkbookPanel(props: Props) {
  const { workbookId, panel, rows, columns, configs, editable, show, onClose } = props
  const shown = usePanelRow(workbookId, rows, panel)
  if (panel.kind === 'activity') {
    return (
      <ActivityPanel
        workbookId={workbookId}
        columns={configs}
        editable={editable}
        onUndo={props.runActs.onUndo}
        onOpenCell={(rowId, columnId) => show({ kind: 'cell', rowId, columnId })}
        onClose={onClose}
      />
    )
  }
  if (panel.kind === 'comments') {
    return (
      <CommentsPanel
        workbookId={workbookId}
        place={panel.place}
        threadId={panel.threadId}
        rows={rows}
        columns={columns}
        onPlace={(place) => show({ kind: 'comments', place, threadId: null })}
        onGo={({ rowId, columnId }) => show(columnId ? { kind: 'cell', rowId, columnId } : { kind: 'row', rowId })}
        onClose={onClose}
      />
    )
  }
  if (panel.kind === 'sources') {
    return (
      <SourcesPanel
        workbookId={workbookId}
        columns={configs}
        sourceId={panel.sourceId}
        editable={editable}
        show={(sourceId) => show({ kind: 'sources', sourceId })}
        onClose={onClose}
      />
    )
  }
  if (panel.kind === 'run') {
    return (
      <RunPanel
        workbookId={workbookId}
        runId={panel.runId}
        columns={configs}
        show={(runId) => show({ kind: 'run', runId })}
        onClose={onClose}
        {...props.runActs}
      />
    )
  }
  if (panel.kind === 'column') {
    const column = configs.find((one) => one.id === panel.columnId)
    if (panel.columnId !== null && !column) return null
    const first = Array.from({ length: MOST_TRIED }, (_, at) => rows.row(at)).filter((row) => row !== undefined)
    return (
      <ColumnPanel
        key={panel.columnId ?? 'new'}
        workbookId={workbookId}
        columns={configs}
        column={column}
        wanted={panel.wanted}
        samples={first.slice(0, 3)}
        rowIds={first.map(({ row_id }) => row_id)}
        onClose={onClose}
        onType={() => column && props.onType(column)}
        onSaved={props.onSaved}
      />
    )
  }
  if (!shown) return null
  const { row, index } = shown
  const writeTo = (columnId: string, make: (at: Point) => GridWrite) => {
    const at = { col: columns.findIndex((one) => one.id === columnId), row: index ?? -1 }
    // The row may have moved or gone since it was shown: another one at its place is not written to.
    if (at.col >= 0 && rows.row(at.row)?.row_id === row.row_id) props.onWrite(make(at))
  }
  if (panel.kind === 'row') {
    return (
      <RowPanel
        workbookId={workbookId}
        row={row}
        index={index ?? null}
        total={rows.total}
        columns={columns}
        editable={editable && index !== undefined}
        onEdit={(id, text) => writeTo(id, (at) => editWrite(at, text))}
        onTick={(id, ticked) => writeTo(id, (at) => valueWrite(at, ticked))}
        onClose={onClose}
        onStep={props.onStep}
        onOpenCell={(columnId) => show({ kind: 'cell', rowId: row.row_id, columnId })}
        onDelete={() => props.onDelete(row.row_id)}
        onComment={() => show({ kind: 'comments', place: { rowId: row.row_id, columnId: null }, threadId: null })}
        onRun={props.onRunRow && index !== undefined ? () => props.onRunRow?.(index) : undefined}
      />
    )
  }
  const col = columns.findIndex((one) => one.id === panel.columnId)
  const column = columns[col]
  const config = configs.find((one) => one.id === panel.columnId)
  if (!column || !config) return null
  return (
    <CellPanel
      key={`${row.row_id}:${column.id}`}
      workbookId={workbookId}
      row={row}
      column={column}
      config={config}
      columns={configs}
      editable={editable && index !== undefined}
      onClose={onClose}
      onEdit={(text) => index !== undefined && props.onWrite(editWrite({ col, row: index }, text))}
      onRow={() => show({ kind: 'row', rowId: row.row_id })}
      onClear={() => index !== undefined && props.onWrite(valueWrite({ col, row: index }, null))}
      onRun={(options) => props.onRun(column.id, row.row_id, options)}
      onAddColumn={editable ? (path) => props.onAddMember(config, path) : undefined}
    />
  )
}
