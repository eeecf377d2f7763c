// The tour beside the page: the step that is next, a button that does it, and where all steps stand.

import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, take } from '../../api/client.ts'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { runWhenOffered } from '../../session/commands.ts'
import { useAct } from '../../session/use-act.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { homeKey, homeQuery, updateTour } from './home.queries.ts'
import { STEPS, sampleFile } from './tour.logic.ts'

export function TourCard() {
  const { data } = useQuery({ ...homeQuery(), staleTime: 60_000 })
  const tour = data?.tour
  const isActive = tour?.status === 'active'
  // A step that was done on this page is answered; the tour that ended earlier says nothing.
  const was = useRef(isActive)
  useEffect(() => {
    if (was.current && tour?.status === 'done') toast('That was the tour. The workbook stays until you delete it.')
    was.current = isActive
  }, [isActive, tour?.status])
  return isActive ? <Card tour={tour} /> : null
}

const TRACES = ['workbook.updated', 'rows.created', 'import.*', 'run.completed', 'change.*', 'workbook.changed']

function Card({ tour }: { tour: Schemas['Tour'] }) {
  const { slug } = useWorkspace()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [busy, start] = useAct()
  const { workbook_id, column_id, run_id } = tour
  useEvents({ ...(workbook_id && { workbook_id }), types: TRACES }, () => invalidateSoon(homeKey()))
  const isHere = workbook_id !== null && pathname.endsWith(workbook_id)
  const at = STEPS.findIndex(({ step }) => step === tour.step)
  const current = STEPS[at]
  if (!current || workbook_id === null) return null
  const { step, title, text, action } = current

  const show = (search: Record<string, string> = {}) =>
    navigate({
      to: '/w/$workspace/workbooks/$workbookId',
      params: { workspace: slug, workbookId: workbook_id },
      search,
    })

  const act = (work: () => Promise<unknown>) => start(work, 'The tour stays at this step.')

  const run = (test: boolean) => runWhenOffered('run', { test, ...(column_id && { column_ids: [column_id] }) })
  const acts: Record<typeof step, () => Promise<unknown>> = {
    async import() {
      await show()
      runWhenOffered('import', sampleFile())
    },
    column: () => show({ column: 'new' }),
    async estimate() {
      await show()
      run(false)
      await updateTour({ estimated: true })
    },
    async run() {
      await show()
      run(true)
    },
    async undo() {
      await show()
      runWhenOffered('undo-change', run_id)
    },
  }

  /** The panel of the first cell that the run filled. */
  async function explain() {
    if (!workbook_id) return
    const { rows } = await take(
      api.GET('/api/workbooks/{workbook_id}', { params: { path: { workbook_id }, query: { page_size: 1 } } }),
    )
    const row = rows[0]?.row_id
    if (row && column_id) await show({ row, cell: column_id })
  }

  return (
    <aside
      aria-label="Tour"
      className={cx(
        'fixed bottom-10 left-3 z-30 flex max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg border bg-raised shadow-lift md:left-64',
        isHere ? 'w-80 flex-col gap-2 p-3' : 'items-center gap-1 py-1 pr-1 pl-3',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <p className="text-ink-3 text-xs">
          Step {at + 1} of {STEPS.length}
        </p>
        {/* Elsewhere it must not cover what the user came for. */}
        {!isHere && (
          <Button size="sm" look="quiet" onClick={() => void show()}>
            Back to the tour
          </Button>
        )}
        <IconButton
          icon={X}
          size="sm"
          label="Put the tour away"
          onClick={() =>
            void act(async () => {
              await updateTour({ dismissed: true })
              toast('The tour is put away. Bring it back with “Take the tour” in the search.')
            })
          }
        />
      </div>
      {isHere && (
        <>
          <StepList tour={tour} at={at} />
          <h2 className="flex items-center gap-1.5 font-semibold">
            {tour.done.includes(step) && <Check aria-hidden className="size-4 text-ok" />}
            {title}
          </h2>
          <p className="text-ink-2 text-sm">{text}</p>
          <div className="flex flex-wrap gap-2">
            {step === 'undo' && (
              <Button size="sm" look="primary" disabled={busy} onClick={() => void act(explain)}>
                Explain a value
              </Button>
            )}
            <Button
              size="sm"
              look={step === 'undo' ? 'plain' : 'primary'}
              busy={busy}
              onClick={() => void act(acts[step])}
            >
              {action}
            </Button>
          </div>
        </>
      )}
    </aside>
  )
}

function StepList({ tour, at }: { tour: Schemas['Tour']; at: number }) {
  return (
    <ol aria-label="Steps" className="flex gap-1">
      {STEPS.map((one, place) => {
        const isDone = tour.done.includes(one.step)
        return (
          <li
            key={one.step}
            title={one.title}
            aria-current={place === at ? 'step' : undefined}
            className={cx('h-1 flex-1 rounded-full', isDone ? 'bg-ok' : place === at ? 'bg-accent' : 'bg-hover')}
          >
            <span className="sr-only">
              {one.title}: {isDone ? 'done' : place === at ? 'next' : 'to come'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
