// The panel of a column that calls with its own settings: added or changed, saved, or saved and run.
import type { Column } from '../../api/shapes.ts'
import { ColumnFrame } from '../columns/column-frame.tsx'
import type { AskedAsProvider } from '../columns/custom.shapes.ts'
import type { CustomColumnKind } from '../columns/custom-kinds.logic.ts'
import { useColumnDraft } from '../columns/use-column-draft.ts'
import { AutoRunSection } from '../runs/auto-run.tsx'
import { CustomForm } from './custom-form.tsx'
import { isShapedAs } from './draft-parts.logic.ts'
import { type CustomDraft, editorOf } from './editors.ts'
import { newColumn } from './new-column.logic.ts'

interface Props {
  workbookId: string
  kind: CustomColumnKind
  /** What a new column is to find, from the search. */
  wanted: string
  columns: Column[]
  /** The column to change; undefined adds one. */
  column: Column | undefined
  rowIds: string[]
  onClose: () => void
  /** Back to the choice of columns. */
  onBack: () => void
  onProvider: (asked: AskedAsProvider) => void
  /** `run` asks for the run dialog of the saved column. */
  onSaved: (column: Column, run: boolean) => void
}

export function CustomPanel(props: Props) {
  const { workbookId, kind, wanted, columns, column, rowIds, onClose, onBack, onSaved, onProvider } = props
  const others = columns.filter((one) => one.id !== column?.id)
  const editor = editorOf(kind)
  const fresh = () => (column ? editor.read(column) : editor.begin(newColumn(kind, others, wanted)))
  const inHand = useColumnDraft<CustomDraft>({
    workbookId,
    column,
    onSaved,
    fresh,
    isWhole: (kept) => kept.kind === kind && isShapedAs(fresh(), kept),
    write: editor.write,
  })
  const { draft, change, fields } = inHand
  return (
    <ColumnFrame
      {...{ column, inHand, onClose }}
      begun
      runs
      blocked={editor.problemOf(draft)}
      onBack={() => {
        inHand.leave()
        onBack()
      }}
    >
      <CustomForm
        workbookId={workbookId}
        columnId={column?.id}
        columns={others}
        rowIds={rowIds}
        draft={draft}
        errors={fields}
        onChange={change}
        onProvider={onProvider}
      />
      {column && <AutoRunSection workbookId={workbookId} columnId={column.id} />}
    </ColumnFrame>
  )
}
