// A column being made or changed: its draft kept in this tab until it is saved, and what saving comes to.
import { useState } from 'react'
import type { Column } from '../../api/shapes.ts'
import { keepDraft, readDraft } from '../../ui/forms/kept-draft.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
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
  const [{ draft, restored }, setState] = useState<{ draft: Draft; restored: boolean }>(() => {
    const kept = readDraft<NonNullable<Draft>>(workbookId, slot)
    return kept && isWhole(kept) ? { draft: kept, restored: true } : { draft: fresh(), restored: false }
  })
  const { busyBy, submit, problem, fields, forget } = useSubmit()

  /** A choice from the catalog is not yet an edit that would have to be kept. */
  function pick(next: Draft) {
    setState((before) => ({ ...before, draft: next }))
    forget()
  }

  function change(next: Draft) {
    pick(next)
    keepDraft(workbookId, slot, next)
  }

  /** Nothing was changed, or nothing is to be kept of it. */
  function leave() {
    setState((before) => ({ ...before, restored: false }))
    keepDraft(workbookId, slot, null)
  }

  function discard() {
    leave()
    pick(fresh())
  }

  async function save(run: boolean) {
    if (!draft) return
    const body = write(draft, column !== undefined)
    await submit(
      async () => {
        const saved = column ? await patchColumn(workbookId, column.id, body) : await addColumn(workbookId, body)
        keepDraft(workbookId, slot, null)
        onSaved(saved, run)
      },
      run ? 'run' : 'save',
    )
  }

  return { draft, pick, change, leave, discard, restored, save, saving: busyBy as SavingState, problem, fields }
}

export type ColumnInHand = Pick<
  ReturnType<typeof useColumnDraft>,
  'restored' | 'discard' | 'save' | 'saving' | 'problem'
>
