// The list of running work: what is done, in which workbook, its progress, and a button to cancel it where possible.
import { Link } from '@tanstack/react-router'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { api, take } from '../api/client.ts'
import type { Workbook } from '../api/shapes.ts'
import { showError } from '../session/show-error.ts'
import { useAct } from '../session/use-act.ts'
import { roleReaches, useWorkspace } from '../session/workspace.ts'
import { Button } from '../ui/button.tsx'
import { count, counted, duration } from '../ui/format.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { Progress } from '../ui/progress.tsx'
import { type BackgroundWork, cancelRun, cancelWork } from './background-work.ts'
import type { RunningWork } from './running-work.ts'

interface Props {
  runs: readonly RunningWork[]
  work: readonly BackgroundWork[]
  /** Where something runs of which no more is known. */
  others: readonly Workbook[]
  names: ReadonlyMap<string, string>
}

export function RunningList({ runs, work, others, names }: Props) {
  const editable = roleReaches(useWorkspace().role, 'editor')
  const nameOf = (id: string) => names.get(id) ?? 'Workbook'
  const open = runs.length + others.length
  return (
    <>
      <ul className="flex flex-col gap-3">
        {runs.map((one) => (
          <Item
            key={one.run_id}
            workbookId={one.workbook_id}
            title={nameOf(one.workbook_id)}
            words="Run"
            share={one.total ? one.done / one.total : null}
            far={`${count(one.done)} of ${count(one.total)} cells${one.eta_seconds === null ? '' : `, ${duration(one.eta_seconds)} left`}`}
            cancel={editable ? () => cancelRun(one.workbook_id, one.run_id) : null}
          />
        ))}
        {work.map((one) => (
          <Item
            key={`${one.kind} ${one.id}`}
            workbookId={one.workbook_id}
            title={one.kind === 'job' || one.workbook_id === null ? 'Job' : nameOf(one.workbook_id)}
            jobId={one.kind === 'job' ? one.id : undefined}
            words={one.words}
            share={one.total ? (one.done ?? 0) / one.total : null}
            far={farOf(one)}
            cancel={one.can_cancel && (editable || one.kind === 'export') ? () => cancelWork(one) : null}
          />
        ))}
        {others.map((one) => (
          <Item key={one.id} workbookId={one.id} title={one.name} words="Run" share={null} far="" cancel={null} />
        ))}
      </ul>
      {editable && open > 0 && <StopRuns />}
    </>
  )
}

/** An end to all runs at once, also of those that no more is known of, and to columns that would begin new ones. */
function StopRuns() {
  const [isAsked, setAsked] = useState(false)
  const [busy, act] = useAct()
  async function stop() {
    await act(async () => {
      const { cancelled, disarmed } = await take(api.POST('/api/runs/stop'))
      const ended =
        cancelled.length === 0
          ? 'Nothing is running here.'
          : `${counted(cancelled.length, 'run')} stopped. What was found stays.`
      const off = disarmed === 0 ? '' : ` Turned off: ${counted(disarmed, 'column')} with auto-run.`
      toast(ended + off)
    }, 'The runs go on.')
    setAsked(false)
  }
  if (!isAsked)
    return (
      <Button size="sm" icon={Square} className="mt-3 w-full" onClick={() => setAsked(true)}>
        Stop everything in the workspace
      </Button>
    )
  return (
    <div className="mt-3 flex flex-col gap-2 border-t pt-3">
      <p className="text-ink-2 text-sm">
        Every run in all workbooks ends, and auto-run is turned off for every column until a member turns it on again.
        What was found stays.
      </p>
      <span className="flex justify-end gap-2">
        <Button size="sm" autoFocus onClick={() => setAsked(false)}>
          Go on
        </Button>
        <Button size="sm" look="danger" busy={busy} onClick={() => void stop()}>
          Stop everything
        </Button>
      </span>
    </div>
  )
}

function farOf({ done, total }: BackgroundWork): string {
  if (done === null) return ''
  return total === null ? `${count(done)} done` : `${count(done)} of ${count(total)}`
}

interface ItemProps {
  workbookId: string | null
  /** Id of a job, which has a page of its own. */
  jobId?: string | undefined
  title: string
  words: string
  share: number | null
  far: string
  cancel: (() => Promise<void>) | null
}

const LINK = 'min-w-0 flex-1 truncate rounded-md font-medium hover:text-accent-ink'

function Item({ workbookId, jobId, title, words, share, far, cancel }: ItemProps) {
  const workspace = useWorkspace()
  const [busy, setBusy] = useState(false)
  async function end() {
    setBusy(true)
    try {
      await cancel?.()
    } catch (error) {
      showError(error, 'It goes on.')
      setBusy(false)
    }
  }
  return (
    <li className="flex flex-col">
      <span className="flex items-center gap-2">
        {jobId !== undefined || workbookId === null ? (
          <Link
            to="/w/$workspace/jobs"
            params={{ workspace: workspace.slug }}
            search={jobId === undefined ? {} : { job: jobId }}
            className={LINK}
          >
            {title}
          </Link>
        ) : (
          <Link
            to="/w/$workspace/workbooks/$workbookId"
            params={{ workspace: workspace.slug, workbookId }}
            className={LINK}
          >
            {title}
          </Link>
        )}
        {cancel && (
          <Button size="sm" look="quiet" busy={busy} aria-label={`Cancel: ${words}`} onClick={() => void end()}>
            Cancel
          </Button>
        )}
      </span>
      <span className="text-ink-2 text-sm [overflow-wrap:anywhere]">{words}</span>
      <Progress className="my-1.5" label={words} value={share} />
      {far !== '' && <span className="text-ink-3 text-xs tabular-nums">{far}</span>}
    </li>
  )
}
