// Asks before a lead goes: deleted like any record, or erased so that it does not come back, and then says what a person has to look at.
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { deleteLead, type Erased, eraseLead } from './leads.api.ts'
import { type Lead, nameOf } from './leads.logic.ts'

export type RemoveHow = 'delete' | 'erase'

interface Props {
  lead: Lead
  how: RemoveHow
  onClose: (done: boolean) => void
}

export function RemoveLeadDialog({ lead, how, onClose }: Props) {
  const [left, setLeft] = useState<Erased['to_decide'] | null>(null)
  const goesOn = useRef(false)
  const erases = how === 'erase'
  if (left !== null) return <ToDecide left={left} onClose={() => onClose(true)} />
  return (
    <ConfirmDialog
      title={`${erases ? 'Erase' : 'Delete'} “${nameOf(lead)}”?`}
      action={erases ? 'Erase for good' : 'Delete lead'}
      run={async () => {
        if (!erases) return deleteLead(Number(lead.id))
        const { to_decide } = await eraseLead(Number(lead.id))
        goesOn.current = to_decide.length > 0
        if (goesOn.current) setLeft(to_decide)
      }}
      onClose={(done) => {
        if (!done || !goesOn.current) onClose(done)
      }}
    >
      {erases
        ? 'The lead, the rows linked to it and what is kept of it in history, caches, files and answers go for good. It is refused when it comes again. Uploads that were not committed and finished exports are dropped for everyone.'
        : 'It goes with its timeline. Rows of workbooks stay. This cannot be undone.'}
    </ConfirmDialog>
  )
}

/** What others wrote is not edited behind their backs. */
function ToDecide({ left, onClose }: { left: Erased['to_decide']; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Erased. These still name the person"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>They were written by members, or hold the same full name and nothing else. Change or delete each one.</p>
        <ul className="max-h-64 list-disc overflow-auto pl-5">
          {left.map(({ what, id, workbook_id }) => (
            <li key={`${what} ${id}`}>
              {what} {workbook_id === null ? id : <a href={placeOf(what, id, workbook_id)}>{id}</a>}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

const placeOf = (what: string, id: string, workbookId: string) =>
  `/workbooks/${workbookId}${what === 'row' ? `?row=${id}` : ''}`
