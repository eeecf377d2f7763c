// A column being made or changed: its draft kept in this tab until it is saved, and what saving comes to.
import { useState } from 'react'
import { asProblem, type Problem } from '../../api/problem.ts'
import type { Column } from '../../api/shapes.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { addColumn, patchColumn } from './workbook.api.ts'
import type { ColumnDraft } from './workbook.shapes.ts'

interface Options<Draft> {
  workbookId: string
  /** The column to change; undefined adds one. */
  column: Column | undefined
  /** As it begins when nothing was kept. */
  fresh: () => Draft
  /** Whether what this tab has kept is a draft of this form. */
  isWhole: (kept: NonNullable<Draft>) => boolean
  write: (draft: NonNullable<Draft>, isStored: boolean) => ColumnDraft
  /** `run` asks for the run dialog of the saved column. */
  onSaved: (column: Column, run: boolean) => void
}

export type SavingState = 'save' | 'run' | null

export function useColumnDraft<Draft>({ workbookId, column, fresh, isWhole, write, onSaved }: Options<Draft>) {
  const slot = column?.id ?? 'new'
  const [kept] = useState(() => {
    const found = readDraft<NonNullable<Draft>>(workbookId, slot)
    return found && isWhole(found) ? found : null
  })
  const [restored, setRestored] = useState(kept !== null)
  const [draft, setDraft] = useState<Draft>(() => kept ?? fresh())
  const [saving, setSaving] = useState<SavingState>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** A choice from the catalog is not yet an edit that would have to be kept. */
  function pick(next: Draft) {
    setDraft(next)
    setProblem(null)
  }

  function change(next: Draft) {
    pick(next)
    keepDraft(workbookId, slot, next)
  }

  /** Nothing was changed, or nothing is to be kept of it. */
  function leave() {
    setRestored(false)
    keepDraft(workbookId, slot, null)
  }

  function discard() {
    leave()
    pick(fresh())
  }

  async function save(run: boolean) {
    if (!draft) return
    setSaving(run ? 'run' : 'save')
    setProblem(null)
    const body = write(draft, column !== undefined)
    try {
      const saved = column ? await patchColumn(workbookId, column.id, body) : await addColumn(workbookId, body)
      keepDraft(workbookId, slot, null)
      onSaved(saved, run)
    } catch (error) {
      setProblem(asProblem(error))
      setSaving(null)
    }
  }

  return { draft, pick, change, leave, discard, restored, save, saving, problem, fields: problem?.fields ?? {} }
}

export type ColumnInHand = Pick<
  ReturnType<typeof useColumnDraft>,
  'restored' | 'discard' | 'save' | 'saving' | 'problem'
>
