// The panel of a column that asks with settings of its own: added or changed, saved, or saved and run.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { asProblem, describeProblem } from '../../api/problem.ts'
import type { Column } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { AutoRunSection } from '../runs/auto-run.tsx'
import { keepDraft, readDraft } from '../workbook/column/drafts.ts'
import { addColumn, patchColumn } from '../workbook/workbook.api.ts'
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
  const slot = column?.id ?? 'new'
  const others = columns.filter((one) => one.id !== column?.id)
  const fresh = () => (column ? readMade(kind, column) : newMade(kind, others))
  const [kept] = useState(() => {
    const found = readDraft<MadeDraft>(workbookId, slot)
    return found?.kind === kind ? found : null
  })
  const [restored, setRestored] = useState(kept !== null)
  const [draft, setDraft] = useState<MadeDraft>(() => kept ?? fresh())
  const [saving, setSaving] = useState<'save' | 'run' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const blocked = problemOfMade(draft)
  const problem = error === null ? null : describeProblem(error)

  function change(next: MadeDraft) {
    setDraft(next)
    setError(null)
    keepDraft(workbookId, slot, next)
  }

  async function save(run: boolean) {
    setSaving(run ? 'run' : 'save')
    setError(null)
    try {
      const body = writeMade(draft, column !== undefined)
      const saved = column ? await patchColumn(workbookId, column.id, body) : await addColumn(workbookId, body)
      keepDraft(workbookId, slot, null)
      onSaved(saved, run)
    } catch (refused) {
      setError(refused)
      setSaving(null)
    }
  }

  return (
    <SidePanel
      title={column ? column.name : 'New column'}
      name="column"
      onClose={onClose}
      footer={
        <>
          {blocked && <p className="w-full text-ink-3 text-sm">{blocked}</p>}
          <Button
            busy={saving === 'run'}
            disabled={blocked !== null || saving !== null}
            onClick={() => void save(true)}
          >
            Save and run
          </Button>
          <Button
            look="primary"
            busy={saving === 'save'}
            disabled={blocked !== null || saving !== null}
            onClick={() => void save(false)}
          >
            Save
          </Button>
        </>
      }
    >
      {!column && (
        <Button
          size="sm"
          look="quiet"
          icon={ArrowLeft}
          className="-mt-1 mb-3 -ml-2"
          onClick={() => {
            keepDraft(workbookId, slot, null)
            onBack()
          }}
        >
          Catalogue
        </Button>
      )}
      {restored && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-accent-ink text-sm">
          <span className="flex-1">Your unsaved changes are back.</span>
          <Button
            size="sm"
            look="quiet"
            onClick={() => {
              setRestored(false)
              keepDraft(workbookId, slot, null)
              setDraft(fresh())
            }}
          >
            Discard them
          </Button>
        </p>
      )}
      {problem && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad text-sm [overflow-wrap:anywhere]">
          The column was not saved. {problem.what} {problem.next}
        </p>
      )}
      <MadeForm
        workbookId={workbookId}
        columnId={column?.id}
        columns={others}
        rowIds={rowIds}
        draft={draft}
        errors={error === null ? {} : asProblem(error).fields}
        onChange={change}
      />
      {column && <AutoRunSection workbookId={workbookId} columnId={column.id} />}
    </SidePanel>
  )
}
