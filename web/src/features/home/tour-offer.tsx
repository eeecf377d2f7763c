// The offer of the tour on the start page: begun, gone on with, or put away for good.

import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { showError } from '../../session/show-error.ts'
import { useAct } from '../../session/use-act.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { beginTour, updateTour } from './home.queries.ts'

export function TourOffer({ tour }: { tour: Schemas['Tour'] }) {
  const { slug } = useWorkspace()
  const navigate = useNavigate()
  const [busy, act] = useAct()
  if (tour.status === 'done' || tour.status === 'dismissed') return null

  const begin = () =>
    act(async () => {
      const { workbook_id } = await beginTour()
      if (workbook_id)
        await navigate({
          to: '/w/$workspace/workbooks/$workbookId',
          params: { workspace: slug, workbookId: workbook_id },
        })
    }, 'The tour did not begin.')

  return (
    <section aria-label="Tour" className="flex flex-col items-start gap-2 rounded-md border p-3">
      <div className="-my-1 flex w-full items-center justify-between gap-2">
        <h2 className="font-semibold">Learn it in five steps</h2>
        <IconButton
          icon={X}
          size="sm"
          label="Do not show the tour"
          onClick={() => void updateTour({ dismissed: true }).catch((error) => showError(error, 'It stays.'))}
        />
      </div>
      <p className="text-ink-2 text-sm">
        {tour.status === 'active'
          ? `${tour.done.length} of 5 steps are done.`
          : 'Import a list, add a column, read the estimate, run on test data, explain and undo a value. Nothing is spent.'}
      </p>
      <Button busy={busy} onClick={() => void begin()}>
        {tour.status === 'active' ? 'Go on with the tour' : 'Take the tour'}
      </Button>
    </section>
  )
}
