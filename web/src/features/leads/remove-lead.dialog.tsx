// Asks before a lead goes: deleted like any record, or erased so that it does not come back, and then says what a person has to look at.

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { capital, counted } from '../../ui/format.ts'
import { Checkbox } from '../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { entityQuery } from '../entities/entities.queries.ts'
import { deleteLead, eraseLead, type LeadErasureResult } from './leads.api.ts'
import { nameOf, recordWords } from './leads.logic.ts'

export type RemoveHow = 'delete' | 'erase'

interface Props {
  lead: Schemas['Lead']
  how: RemoveHow
  /** It is gone, though the dialog may still list what names the person. */
  onRemoved: () => void
  onClose: () => void
}

export function RemoveLeadDialog({ lead, how, onRemoved, onClose }: Props) {
  const [left, setLeft] = useState<LeadErasureResult['to_decide'] | null>(null)
  const [withMerged, setWithMerged] = useState(true)
  const goesOn = useRef(false)
  const erases = how === 'erase'
  const entity = useQuery({ ...entityQuery(lead.entity_id ?? ''), enabled: lead.entity_id !== null })
  const members = entity.data?.members ?? []
  const isMerged = members.length > 1
  if (left !== null) return <ToDecide left={left} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`${erases ? 'Erase' : 'Delete'} “${nameOf(lead)}”?`}
      action={erases ? 'Erase for good' : 'Delete lead'}
      disabled={entity.isLoading}
      run={async () => {
        if (!erases) {
          await deleteLead(Number(lead.id))
          return onRemoved()
        }
        const { to_decide } = await eraseLead(Number(lead.id), isMerged && withMerged)
        goesOn.current = to_decide.length > 0
        onRemoved()
        if (goesOn.current) setLeft(to_decide)
      }}
      onClose={(done) => {
        if (!done || !goesOn.current) onClose()
      }}
    >
      {erases
        ? 'The lead, the rows linked to it and what is kept of it in history, caches, files and answers go for good. It is refused when it comes again. Uploads that were not committed and finished exports are dropped for everyone.'
        : 'It goes with its timeline. Rows of workbooks stay. This cannot be undone.'}
      {isMerged && (
        <div className="flex flex-col gap-2 text-ink">
          <p>
            It was merged from {counted(members.length, 'record')}
            {erases ? '' : ', which are all deleted'}:
          </p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {members.map(({ record_id, values }) => (
              <li key={record_id}>{recordWords(values)}</li>
            ))}
          </ul>
          {erases && (
            <Checkbox
              label="Erase all of them"
              hint="Otherwise the others stay, as records of someone else."
              checked={withMerged}
              onChange={setWithMerged}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

/** What others wrote is not edited behind their backs. */
function ToDecide({ left, onClose }: { left: LeadErasureResult['to_decide']; onClose: () => void }) {
  const home = `/w/${useWorkspace().slug}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Erased. These still name the person"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3 text-ink-2">
        <p>They were written by members, or hold the same full name and nothing else. Change or delete each one.</p>
        <ul className="max-h-64 list-disc overflow-auto pl-5">
          {left.map((one) => {
            const page = pageOf(one)
            return (
              <li key={`${one.what} ${one.id}`} className="[overflow-wrap:anywhere]">
                {page === null ? (
                  titleOf(one)
                ) : (
                  <a
                    href={`${home}/${page}`}
                    target="_blank"
                    rel="noopener"
                    className="text-accent-ink underline-offset-2 hover:underline"
                  >
                    {titleOf(one)}
                  </a>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </Dialog>
  )
}

type Mention = LeadErasureResult['to_decide'][number]

/** Numbers are what people know a lead by; other ids say nothing to them. */
const titleOf = ({ what, id }: Mention) => capital(/^\d+$/.test(id) ? `${what} ${id}` : what)

/** Where it is changed or deleted, within the workspace; null where it has no page. */
function pageOf({ what, id, workbook_id }: Mention): string | null {
  if (workbook_id !== null) return `workbooks/${workbook_id}${what === 'row' ? `?row=${id}` : ''}`
  switch (what) {
    case 'lead':
    case 'merged lead':
      return `leads?lead=${id}`
    case 'lead filter':
      return 'leads'
    case 'sequence':
      return `outreach/sequences/${id}`
    case 'mailbox':
      return 'outreach/mailboxes'
    case 'automation':
      return `automations/${id}`
    case 'incoming webhook':
      return 'automations?tab=incoming'
    case 'function':
      return 'functions'
    case 'recipe':
      return 'recipes'
    case 'provider':
      return 'settings/own-providers'
    default:
      return null
  }
}
