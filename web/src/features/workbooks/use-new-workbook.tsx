// The ways to a new workbook (blank, from a file, from pasted domains) with the dialogs they open, for any page that offers them.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { describeProblem } from '../../api/problem.ts'
import type { Workbook } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { chooseFile, PageDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast.tsx'
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
  const [busy, setBusy] = useState(false)

  const open = (id: string) =>
    navigate({ to: '/w/$workspace/workbooks/$workbookId', params: { workspace: workspace.slug, workbookId: id } })

  async function make(body: Parameters<typeof createWorkbook>[0]): Promise<Workbook | null> {
    if (busy) return null
    setBusy(true)
    try {
      return await createWorkbook(body)
    } catch (error) {
      const problem = describeProblem(error)
      toast(`The workbook was not made. ${problem.what} ${problem.next}`, { tone: 'bad' })
      return null
    } finally {
      setBusy(false)
    }
  }

  async function makeBlank() {
    const made = await make({ name: 'Untitled workbook' })
    if (made) await open(made.id)
  }

  async function makeFrom(file: File) {
    const made = await make({ name: nameFromFile(file.name), source_type: 'csv' })
    if (made) setImporting({ workbook: made, file })
  }

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
