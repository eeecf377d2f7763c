// The ways to a new workbook (blank, from a file, from pasted domains) with the dialogs they open, for any page that offers them.
import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../../session/use-act.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { chooseFile, PageDrop } from '../../ui/forms/file-drop.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { LazyImportDialog } from '../import/lazy-import.tsx'
import { type NewWorkbookDestination, newWorkbookFrom } from './new-workbook-from.ts'
import { PasteDialog } from './paste.dialog.tsx'
import { useMakers } from './use-makers.ts'
import { usePastedList } from './use-pasted-list.ts'
import { createWorkbook } from './workbooks.queries.ts'

/** `covered`: a dialog of the page itself is open, which what is pasted or dropped is meant for. */
export function useNewWorkbook(mayEdit: boolean, covered = false) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const [busy, act] = useAct()

  const goTo = (id: string) =>
    navigate({ to: '/w/$workspace/workbooks/$workbookId', params: { workspace: workspace.slug, workbookId: id } })

  const { open, dialog, isOpen } = useDialogs({
    paste: (close, text: string) => (
      <PasteDialog
        text={text}
        onClose={close}
        onMade={(id) => void goTo(id)}
        onTable={(table) => {
          close()
          makeFrom(table)
        }}
      />
    ),
    import: (close, destination: NewWorkbookDestination, file: File) => (
      <LazyImportDialog
        destination={destination}
        file={file}
        onCancel={close}
        onDone={() => {
          close()
          void goTo(destination.workbookId())
        }}
      />
    ),
  })

  async function makeBlank() {
    if (busy) return
    await act(async () => goTo((await createWorkbook({ name: 'Untitled workbook' })).id), 'The workbook was not made.')
  }
  const makeFrom = (source: File) => open.import(newWorkbookFrom(source), source)

  usePastedList(mayEdit && !covered && !isOpen, open.paste)
  const blank = () => void makeBlank()
  const file = () => chooseFile((chosen) => makeFrom(chosen))
  const domains = () => open.paste('')
  const makers = useMakers(mayEdit, { blank, file, domains })

  const dialogs = (
    <>
      <PageDrop words="Drop to make a workbook" disabled={!mayEdit || isOpen} onFile={(dropped) => makeFrom(dropped)} />
      {dialog}
    </>
  )
  return { busy, makers, blank, file, domains, dialogs }
}
