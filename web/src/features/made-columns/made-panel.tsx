// The panel of a column that asks with settings of its own: added or changed, saved, or saved and run.
import type { Column } from '../../api/shapes.ts'
import { AutoRunSection } from '../runs/auto-run.tsx'
import { ColumnFrame } from '../workbook/column/column-frame.tsx'
import { useColumnDraft } from '../workbook/column/use-column-draft.ts'
import type { MadeDraft, MadeKind } from './made.shapes.ts'
import { newMade, problemOfMade, readMade, writeMade } from './made-draft.logic.ts'
import { MadeForm } from './made-form.tsx'

interface Props {
  workbookId: string
  kind: MadeKind
  columns: Column[]
  /** The column to change; undefined adds one. */
  column: Column | undefined
  rowIds: string[]
  onClose: () => void
  /** Back to the choice of columns. */
  onBack: () => void
  /** `run` asks for the run dialog of the saved column. */
  onSaved: (column: Column, run: boolean) => void
}

export function MadePanel({ workbookId, kind, columns, column, rowIds, onClose, onBack, onSaved }: Props) {
  const others = columns.filter((one) => one.id !== column?.id)
  const inHand = useColumnDraft<MadeDraft>({
    ...{ workbookId, column, onSaved },
    fresh: () => (column ? readMade(kind, column) : newMade(kind, others)),
    isWhole: (kept) => kept.kind === kind,
    write: writeMade,
  })
  const { draft, change, fields } = inHand
  return (
    <ColumnFrame
      {...{ column, inHand, onClose }}
      begun
      runs
      blocked={problemOfMade(draft)}
      onBack={() => {
        inHand.leave()
        onBack()
      }}
    >
      <MadeForm
        workbookId={workbookId}
        columnId={column?.id}
        columns={others}
        rowIds={rowIds}
        draft={draft}
        errors={fields}
        onChange={change}
      />
      {column && <AutoRunSection workbookId={workbookId} columnId={column.id} />}
    </ColumnFrame>
  )
}
