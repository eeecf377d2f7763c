// The dialogs of a workbook, one at a time, each loaded when it is opened.
import type { Column, Workbook } from '../../../api/shapes.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Filter, RowsAsked, RunRequestParts, ShownRows } from '../../columns/workbook.shapes.ts'
import { LazyExportDialog } from '../../export/lazy-export.tsx'
import { LazyImportDialog } from '../../import/lazy-import.tsx'
import { workbookDestination } from '../../import/workbook-destination.ts'

const IngestDialog = lazyPart(async () => (await import('../ingest/ingest.dialog.tsx')).IngestDialog)
const CostDialog = lazyPart(async () => (await import('../../money/workbook-cost.dialog.tsx')).WorkbookCostDialog)
const DeleteColumnDialog = lazyPart(async () => (await import('../column/delete-column.dialog.tsx')).DeleteColumnDialog)
const DeleteRowsDialog = lazyPart(async () => (await import('../edit/delete-rows.dialog.tsx')).DeleteRowsDialog)
const DefinitionDialog = lazyPart(async () => (await import('../settings/definition.dialog.tsx')).DefinitionDialog)
const DuplicateDialog = lazyPart(async () => (await import('../../workbooks/duplicate.dialog.tsx')).DuplicateDialog)
const RefreshDialog = lazyPart(async () => (await import('../settings/refresh.dialog.tsx')).RefreshDialog)
const EnrollDialog = lazyPart(async () => (await import('../../outreach/enroll.dialog.tsx')).EnrollDialog)
const IdentityDialog = lazyPart(async () => (await import('../settings/identity.dialog.tsx')).IdentityDialog)
const MirrorDialog = lazyPart(async () => (await import('../../leads/lead-sync.dialog.tsx')).LeadSyncDialog)
const RunDialog = lazyPart(async () => (await import('../run/run-dialog.tsx')).RunDialog)
const SaveRecipeDialog = lazyPart(async () => (await import('../../recipes/save-recipe.dialog.tsx')).SaveRecipeDialog)
const StatsDialog = lazyPart(async () => (await import('../stats/stats.dialog.tsx')).StatsDialog)
const TypeDialog = lazyPart(async () => (await import('../column/type.dialog.tsx')).TypeDialog)

export type OpenDialog =
  | { kind: 'import'; file?: File | undefined }
  | { kind: 'export'; rowIds?: string[] }
  | { kind: 'enroll'; rowIds: string[] }
  | { kind: 'ingest' }
  | { kind: 'stats'; column: Column }
  | { kind: 'run'; scope: RunRequestParts }
  | { kind: 'type'; column: Column }
  | { kind: 'cost' }
  | { kind: 'identity' }
  | { kind: 'leads' }
  | { kind: 'refresh' }
  | { kind: 'duplicate' }
  | { kind: 'definition' }
  | { kind: 'recipe' }
  | { kind: 'delete column'; column: Column }
  | { kind: 'delete rows'; asked: RowsAsked; count: number }

interface Props {
  workbook: Workbook
  open: OpenDialog
  /** The rows on the screen when they are not all rows. */
  shown: ShownRows | null
  /** Columns that can run. */
  runnable: Column[]
  editable: boolean
  onClose: () => void
  /** Goes to another workbook. */
  onOpen: (workbookId: string) => void
  /** Goes to a recipe in the gallery. */
  onRecipe: (slug: string) => void
  /** After something was imported or deleted. */
  onChanged: () => void
  onRun: (scope: RunRequestParts) => Promise<boolean>
  /** One more condition on the rows that are shown. */
  onFilter: (filter: Filter) => void
  /** These rows in place of those that are shown. */
  onOnly: (filter: Filter) => void
  onDeleteRows: (asked: RowsAsked) => Promise<void>
}

export function WorkbookDialogs({
  workbook,
  open,
  shown,
  runnable,
  editable,
  onClose,
  onOpen,
  onRecipe,
  onChanged,
  onRun,
  onFilter,
  onOnly,
  onDeleteRows,
}: Props) {
  const { id } = workbook
  switch (open.kind) {
    case 'import':
      return (
        <LazyImportDialog
          destination={workbookDestination(workbook)}
          {...(open.file && { file: open.file })}
          onCancel={onClose}
          onDone={onChanged}
        />
      )
    case 'export':
      return (
        <LazyExportDialog
          workbook={workbook}
          {...(open.rowIds && { rowIds: open.rowIds })}
          shown={shown}
          onClose={onClose}
        />
      )
    case 'enroll':
      return <EnrollDialog rows={{ workbook_id: id, row_ids: open.rowIds }} onClose={onClose} />
    case 'ingest':
      return <IngestDialog workbookId={id} onClose={onClose} />
    case 'stats':
      return <StatsDialog workbookId={id} column={open.column} shown={shown} onClose={onClose} onFilter={onFilter} />
    case 'run':
      return (
        <RunDialog
          workbookId={id}
          columns={runnable}
          scope={open.scope}
          shown={shown}
          onClose={onClose}
          onStart={onRun}
          onRows={(filter) => {
            onOnly(filter)
            onClose()
          }}
        />
      )
    case 'cost':
      return <CostDialog workbook={workbook} editable={editable} onClose={onClose} />
    case 'identity':
      return (
        <IdentityDialog
          workbook={workbook}
          editable={editable}
          onClose={onClose}
          onShow={(filter) => {
            onOnly(filter)
            onClose()
          }}
          onSettled={onChanged}
        />
      )
    case 'leads':
      return <MirrorDialog workbook={workbook} editable={editable} onClose={onClose} />
    case 'refresh':
      return <RefreshDialog workbook={workbook} runnable={runnable} editable={editable} onClose={onClose} />
    case 'duplicate':
      return <DuplicateDialog workbook={workbook} onClose={onClose} onOpen={onOpen} />
    case 'definition':
      return <DefinitionDialog workbook={workbook} onClose={onClose} onApplied={onChanged} />
    case 'recipe':
      return <SaveRecipeDialog workbook={workbook} onClose={onClose} onOpen={onRecipe} />
    case 'type':
      return <TypeDialog workbookId={id} column={open.column} onClose={onClose} onChanged={onChanged} />
    case 'delete column':
      return (
        <DeleteColumnDialog
          workbookId={id}
          column={open.column}
          rows={workbook.total_rows}
          onCancel={onClose}
          onDeleted={onChanged}
        />
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
