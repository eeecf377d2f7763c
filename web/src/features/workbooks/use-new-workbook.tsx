// The ways to a new workbook (blank, from a file, from pasted domains) with the dialogs they open, for any page that offers them.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Workbook } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { chooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { PasteDialog } from './paste.dialog.tsx'
import { nameFromFile } from './pasted.logic.ts'
import { useMakers } from './use-makers.ts'
import { usePastedList } from './use-pasted-list.ts'
import { createWorkbook, deleteWorkbooks } from './workbooks.queries.ts'

/** `covered`: a dialog of the page itself is open, which what is pasted or dropped is meant for. */
export function useNewWorkbook(mayEdit: boolean, covered = false) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [importing, setImporting] = useState<{ workbook: Workbook; file: File } | null>(null)
  const [pasting, setPasting] = useState<string | null>(null)
  const [busy, act] = useAct()

  const open = (id: string) =>
    navigate({ to: '/w/$workspace/workbooks/$workbookId', params: { workspace: workspace.slug, workbookId: id } })

  async function make(body: Parameters<typeof createWorkbook>[0], next: (made: Workbook) => unknown) {
    if (busy) return
    await act(async () => next(await createWorkbook(body)), 'The workbook was not made.')
  }

  const makeBlank = () => make({ name: 'Untitled workbook' }, ({ id }) => open(id))
  const makeFrom = (source: File) =>
    make({ name: nameFromFile(source.name), source_type: 'csv' }, (workbook) =>
      setImporting({ workbook, file: source }),
    )

  usePastedList(mayEdit && !covered && !importing && pasting === null, setPasting)
  const blank = () => void makeBlank()
  const file = () => chooseFile((chosen) => void makeFrom(chosen))
  const domains = () => setPasting('')
  const makers = useMakers(mayEdit, { blank, file, domains })

  const dialogs = (
    <>
      <PageDrop
        words="Drop to make a workbook"
        disabled={!mayEdit || importing !== null}
        onFile={(dropped) => void makeFrom(dropped)}
      />
      {pasting !== null && (
        <PasteDialog
          text={pasting}
          onClose={() => setPasting(null)}
          onMade={(id) => void open(id)}
          onTable={(table) => {
            setPasting(null)
            void makeFrom(table)
          }}
        />
      )}
      {importing && (
        <LazyImportDialog
          workbook={importing.workbook}
          file={importing.file}
          onCancel={() => {
            setImporting(null)
            void deleteWorkbooks([importing.workbook.id]).catch(() => undefined)
          }}
          onDone={() => {
            setImporting(null)
            void open(importing.workbook.id)
          }}
        />
      )}
    </>
  )
  return { busy, makers, blank, file, domains, dialogs }
}
