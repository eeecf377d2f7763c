// The line under the leads: how many there are, and the actions on the selected ones.
import { Link } from '@tanstack/react-router'
import { Contact, ListChecks, Pencil, Sparkles, Target, Trash2 } from 'lucide-react'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted } from '../../ui/format.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { BulkEditDialog } from './bulk-edit.dialog.tsx'
import { EnrichDialog } from './enrich.dialog.tsx'
import { deleteLeads, foundBy, MOST_EDITED, MOST_ENRICHED } from './lead-actions.api.ts'
import type { LeadQuery } from './leads.logic.ts'

interface Props {
  words: string
  /** What is shown, and how many leads that is; null where it is not counted. */
  asked: LeadQuery
  total: number | null
  /** Leads whose rows are selected as a whole; null where none is. */
  chosen: number[] | null
  /** The lead of the cell with the cursor. */
  current: number | null
  editable: boolean
  onOpen: (id: number) => void
  onChanged: () => void
  onJob: (jobId: string) => void
}

export function SelectionBar({ words, asked, total, chosen, current, editable, onOpen, onChanged, onJob }: Props) {
  const workspace = useWorkspace()
  const ids = chosen ?? (current === null ? [] : [current])
  const isShown = editable && ids.length > 0
  const all = chosen === null && total !== null && total > 0 ? total : null
  const { open, dialog } = useDialogs({
    enrich: (close) => (
      <EnrichDialog
        leadIds={ids}
        onClose={(jobId) => {
          close()
          if (jobId) onJob(jobId)
        }}
      />
    ),
    edit: (close) => (
      <BulkEditDialog
        which={{ lead_ids: ids }}
        count={ids.length}
        onClose={(saved) => {
          close()
          if (saved === null) return
          toast(`${counted(saved.changed, 'lead')} changed.`)
          onChanged()
        }}
      />
    ),
    editAll: (close, count: number) => (
      <BulkEditDialog
        which={{ which: foundBy(asked) }}
        count={count}
        onClose={(saved) => {
          close()
          if (saved?.job_id) onJob(saved.job_id)
        }}
      />
    ),
    delete: (close) => (
      <ConfirmDialog
        title={`Delete ${counted(ids.length, 'lead')}?`}
        action={`Delete ${counted(ids.length, 'lead')}`}
        run={() => deleteLeads(ids)}
        onClose={(done) => {
          close()
          if (done) onChanged()
        }}
      >
        <p>With their timelines, for good. Rows of workbooks that were linked to them stay.</p>
      </ConfirmDialog>
    ),
  })
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-2 border-t px-4 py-0.5 text-ink-2 text-xs tabular-nums">
      <span>{chosen ? `${counted(chosen.length, 'lead')} selected` : words}</span>
      <span className="flex-1" />
      {editable && all !== null && (
        <Button size="sm" look="quiet" icon={ListChecks} onClick={() => open.editAll(all)}>
          Edit all {count(all)}
        </Button>
      )}
      {isShown && (
        <>
          <Button
            size="sm"
            look="quiet"
            icon={Sparkles}
            disabled={ids.length > MOST_ENRICHED}
            title={ids.length > MOST_ENRICHED ? `At most ${MOST_ENRICHED} leads at once` : undefined}
            onClick={() => open.enrich()}
          >
            Enrich
          </Button>
          <Button size="sm" look="quiet" icon={Pencil} disabled={ids.length > MOST_EDITED} onClick={() => open.edit()}>
            Edit
          </Button>
          {chosen && (
            <Button
              size="sm"
              look="quiet"
              icon={Trash2}
              disabled={ids.length > MOST_EDITED}
              onClick={() => open.delete()}
            >
              Delete
            </Button>
          )}
        </>
      )}
      {current !== null && (
        <Button size="sm" look="quiet" icon={Contact} onClick={() => onOpen(current)}>
          Open lead
        </Button>
      )}
      <Link
        to="/w/$workspace/leads/scoring"
        params={{ workspace: workspace.slug }}
        className="inline-flex items-center gap-1.5 rounded-md px-2 py-1 hover:bg-hover hover:text-ink"
      >
        <Target aria-hidden className="size-3.5" />
        Scoring
      </Link>
      {dialog}
    </div>
  )
}
