// Asks before a lead goes: deleted like any record, or erased so that it does not come back.
import { ConfirmDialog } from '../../ui/confirm.dialog.tsx'
import { deleteLead, eraseLead } from './leads.api.ts'
import { type Lead, nameOf } from './leads.logic.ts'

export type RemoveHow = 'delete' | 'erase'

interface Props {
  lead: Lead
  how: RemoveHow
  onClose: (done: boolean) => void
}

export function RemoveLeadDialog({ lead, how, onClose }: Props) {
  const erases = how === 'erase'
  return (
    <ConfirmDialog
      title={`${erases ? 'Erase' : 'Delete'} “${nameOf(lead)}”?`}
      action={erases ? 'Erase for good' : 'Delete lead'}
      run={() => (erases ? eraseLead : deleteLead)(Number(lead.id))}
      onClose={onClose}
    >
      {erases
        ? 'The lead, the rows linked to it and what is kept of it in history and caches go for good. It is refused when it comes again.'
        : 'It goes with its timeline. Rows of workbooks stay. This cannot be undone.'}
    </ConfirmDialog>
  )
}
