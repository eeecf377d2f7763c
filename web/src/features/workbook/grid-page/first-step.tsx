// What a workbook without columns and rows teaches: bring a list by a file or a paste, or begin to type one.
import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAct } from '../../../session/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { usePagePaste } from '../../../ui/use-page-paste.ts'
import { addColumn, addRows } from '../../columns/workbook.api.ts'
import { fileOfPasted } from '../../workbooks/pasted.logic.ts'

interface Props {
  workbookId: string
  editable: boolean
  onImport: (file?: File) => void
  /** There is a first column and a row to type into. */
  onBegun: () => void
  /** The grid stands where this stood, and the focus, if it was here, went with it. */
  onGone: () => void
}

export function FirstStep({ workbookId, editable, onImport, onBegun, onGone }: Props) {
  const [busy, act] = useAct()
  usePagePaste(editable, (text) => onImport(fileOfPasted(text)))
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(
    () => () => {
      // Another user may have begun: then the focus of this user stays where it is.
      if (document.activeElement === document.body) gone.current()
    },
    [],
  )

  const begin = () =>
    act(async () => {
      await addColumn(workbookId, { type: 'input', name: 'Name', input_type: 'text' })
      await addRows(workbookId, { rows: [{ data: {} }] })
      onBegun()
    }, 'The workbook is still empty.')

  return (
    <EmptyState
      icon={FileUp}
      title="Start with a list"
      className="flex-1"
      action={
        editable && (
          <Button look="primary" onClick={() => onImport()}>
            Import a file
          </Button>
        )
      }
    >
      Import companies or people from a file, or paste them here from a spreadsheet. Then add columns that find what is
      missing.
      {editable && (
        <>
          {' '}
          You can also{' '}
          <button
            type="button"
            disabled={busy}
            className="font-medium text-accent-ink hover:underline"
            onClick={() => void begin()}
          >
            type them in
          </button>
          .
        </>
      )}
    </EmptyState>
  )
}
