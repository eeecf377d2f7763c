// The dialogs of a workbook, one at a time: import, export, rows by API, figures of a column, run, delete.
import { lazy, Suspense } from 'react'
import type { Column, Workbook } from '../../api/shapes.ts'
import { LazyExportDialog } from '../export/lazy-export.tsx'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { DeleteColumnDialog, DeleteRowsDialog } from './delete-dialogs.tsx'
import { RunDialog } from './run-dialog.tsx'
import type { Filter, RowsAsked, RunScope, ShownRows } from './workbook.shapes.ts'

const IngestDialog = lazy(async () => ({ default: (await import('./ingest/ingest.dialog.tsx')).IngestDialog }))

const StatsDialog = lazy(async () => ({ default: (await import('./stats/stats.dialog.tsx')).StatsDialog }))

export type OpenDialog =
  | { kind: 'import' }
  | { kind: 'export' }
  | { kind: 'ingest' }
  | { kind: 'stats'; column: Column }
  | { kind: 'run'; scope: RunScope }
  | { kind: 'delete column'; column: Column }
  | { kind: 'delete rows'; asked: RowsAsked; count: number }

interface Props {
  workbook: Workbook
  open: OpenDialog
  /** The rows on the screen when they are not all rows. */
  shown: ShownRows | null
  /** Columns that can run. */
  runnable: Column[]
  onClose: () => void
  /** After something was imported or deleted. */
  onChanged: () => void
  onRun: (scope: RunScope) => Promise<boolean>
  /** One more condition on the rows that are shown. */
  onFilter: (filter: Filter) => void
  onDeleteRows: (asked: RowsAsked) => Promise<void>
}

export function WorkbookDialogs({
  workbook,
  open,
  shown,
  runnable,
  onClose,
  onChanged,
  onRun,
  onFilter,
  onDeleteRows,
}: Props) {
  switch (open.kind) {
    case 'import':
      return <LazyImportDialog workbook={workbook} onCancel={onClose} onDone={onChanged} />
    case 'export':
      return <LazyExportDialog workbook={workbook} shown={shown} onClose={onClose} />
    case 'ingest':
      return (
        <Suspense>
          <IngestDialog workbookId={workbook.id} onClose={onClose} />
        </Suspense>
      )
    case 'stats':
      return (
        <Suspense>
          <StatsDialog
            workbookId={workbook.id}
            column={open.column}
            shown={shown}
            onClose={onClose}
            onFilter={onFilter}
          />
        </Suspense>
      )
    case 'run':
      return (
        <RunDialog
          workbookId={workbook.id}
          columns={runnable}
          scope={open.scope}
          shown={shown}
          onClose={onClose}
          onStart={onRun}
        />
      )
    case 'delete column':
      return (
        <DeleteColumnDialog workbookId={workbook.id} column={open.column} onCancel={onClose} onDeleted={onChanged} />
      )
    case 'delete rows':
      return (
        <DeleteRowsDialog
          count={open.count}
          onCancel={onClose}
          onDelete={async () => {
            await onDeleteRows(open.asked)
            onChanged()
          }}
        />
      )
  }
}
