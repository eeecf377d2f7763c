// One job: how far it is, what it brought, its log, and what can be done with it.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { capital, money } from '../../ui/format.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { nameOf } from '../leads/leads.logic.ts'
import { cancelJob, deleteJob, getJob, getJobLeads, getJobLog, jobKey, jobsKey, retryJob, undoJob } from './jobs.api.ts'
import { broughtWords, isOpen, progressWords, STATUS_WORDS, TONES, undoneWords } from './jobs.logic.ts'

export function JobPanel({ id, editable, onClose }: { id: string; editable: boolean; onClose: () => void }) {
  const job = useQuery({ queryKey: jobKey(id), queryFn: () => getJob(id) })
  useEvents({ types: ['job.*'] }, (event) => {
    if (event.job_id === id) invalidateSoon(jobKey(id))
  })
  return (
    <SidePanel title={job.data?.title ?? 'Job'} name="job" onClose={onClose}>
      {job.isPending && <Skeleton className="h-40" />}
      {job.isError && (
        <ErrorState
          title="The job could not be loaded"
          error={job.error}
          retry={() => void job.refetch()}
          className="px-0 py-0"
        />
      )}
      {job.data && (
        <div className="flex flex-col gap-6">
          <State job={job.data} />
          {editable && <Acts job={job.data} onGone={onClose} />}
          <Brought job={job.data} />
          <PanelPart title="Log">
            <Log id={id} done={job.data.done} status={job.data.status} />
          </PanelPart>
        </div>
      )}
    </SidePanel>
  )
}

function State({ job }: { job: Schemas['Job'] }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[job.status]}>{STATUS_WORDS[job.status]}</Badge>
        <span className="text-ink-2 text-sm tabular-nums">{progressWords(job)}</span>
        <span className="text-ink-3 text-sm tabular-nums">{money(job.cost_usd)}</span>
      </p>
      {isOpen(job) && <Progress label={job.title} value={job.total ? job.done / job.total : null} />}
      {job.error && <p className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">{job.error}</p>}
      {broughtWords(job) !== '' && <p className="text-ink-2 text-sm">{capital(broughtWords(job))}</p>}
      <p className="text-ink-3 text-xs">
        Started by {job.created_by?.name ?? 'System'} <TimeAgo at={job.created_at} />
        {job.finished_at && (
          <>
            , ended <TimeAgo at={job.finished_at} />
          </>
        )}
      </p>
    </div>
  )
}

function Acts({ job, onGone }: { job: Schemas['Job']; onGone: () => void }) {
  const [busy, start] = useAct()
  const renew = () => queries.invalidateQueries({ queryKey: jobsKey() })
  const act = (work: () => Promise<unknown>, otherwise: string) => start(() => work().then(renew), otherwise)
  const { open, dialog } = useDialogs({
    undo: (close) => (
      <ConfirmDialog
        title="Undo this job?"
        action="Undo job"
        run={async () => {
          const undone = await undoJob(job.id)
          toast(
            'job_id' in undone
              ? 'A job undoes it: it is in the list, with its progress.'
              : undoneWords(job.kind, undone),
          )
          await renew()
        }}
        onClose={close}
      >
        <p>
          What the job changed gets back the values it had, and leads or rows that it created are deleted. Values that
          were changed since stay.
        </p>
      </ConfirmDialog>
    ),
    delete: (close) => (
      <ConfirmDialog
        title="Delete this job?"
        action="Delete job"
        run={() => deleteJob(job.id)}
        onClose={(done) => {
          close()
          if (!done) return
          onGone()
          void renew()
        }}
      >
        <p>Its log is deleted. The leads that it added or filled stay.</p>
      </ConfirmDialog>
    ),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {job.can_cancel && (
        <Button size="sm" busy={busy} onClick={() => void act(() => cancelJob(job.id), 'The job goes on.')}>
          Cancel job
        </Button>
      )}
      {job.can_retry && (
        <Button
          size="sm"
          look="primary"
          busy={busy}
          onClick={() => void act(() => retryJob(job.id), 'The job was not started.')}
        >
          Continue job
        </Button>
      )}
      {job.can_undo && (
        <Button size="sm" onClick={() => open.undo()}>
          Undo job
        </Button>
      )}
      {!isOpen(job) && (
        <Button size="sm" look="quiet" onClick={() => open.delete()}>
          Delete job
        </Button>
      )}
      {dialog}
    </div>
  )
}

/** The leads of a job; a job that is over and brought none, such as a scan, has nothing to show. */
function Brought({ job }: { job: Schemas['Job'] }) {
  const { id, done } = job
  const workspace = useWorkspace()
  const leads = useQuery({
    queryKey: [...jobKey(id), 'leads', done],
    queryFn: () => getJobLeads(id),
    placeholderData: (old) => old,
  })
  if (!isOpen(job) && leads.data?.items.length === 0) return null
  return (
    <PanelPart title="Leads">
      {leads.isPending && <Skeleton className="h-20" />}
      {leads.isError && <p className="text-ink-3 text-sm">The leads could not be loaded.</p>}
      {leads.data?.items.length === 0 && <p className="text-ink-3 text-sm">No leads yet.</p>}
      {leads.data && leads.data.items.length > 0 && <LeadLinks leads={leads.data} slug={workspace.slug} />}
    </PanelPart>
  )
}

function LeadLinks({ leads, slug }: { leads: Awaited<ReturnType<typeof getJobLeads>>; slug: string }) {
  return (
    <ul className="-mx-2 text-sm">
      {leads.items.map(({ job: state, ...lead }) => (
        <li key={String(lead.id)}>
          <Link
            to="/w/$workspace/leads"
            params={{ workspace: slug }}
            search={{ lead: Number(lead.id) }}
            className="flex min-h-8 flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1 hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {nameOf(lead as never)}
            </span>
            <span className="shrink-0 text-ink-3 text-xs">
              {state.outcome === null ? capital(state.status) : capital(state.outcome.replaceAll('_', ' '))}
              {state.fields.length > 0 && `: ${state.fields.join(', ')}`}
            </span>
            {state.detail && <span className="basis-full truncate text-ink-3 text-xs">{state.detail}</span>}
          </Link>
        </li>
      ))}
      {leads.next_cursor && <li className="px-2 py-1 text-ink-3">The first 100 are shown.</li>}
    </ul>
  )
}

const LEVEL = { info: 'text-ink-2', warning: 'text-warn', error: 'text-bad' } as const

function Log({ id, done, status }: { id: string; done: number; status: string }) {
  const log = useQuery({
    queryKey: [...jobKey(id), 'log', done, status],
    queryFn: () => getJobLog(id),
    placeholderData: (old) => old,
  })
  if (log.isPending) return <Skeleton className="h-10" />
  if (log.isError) return <p className="text-ink-3 text-sm">The log could not be loaded.</p>
  if (log.data.length === 0) return <p className="text-ink-3 text-sm">Nothing to report.</p>
  return (
    <ol className="flex flex-col gap-1 text-sm" aria-live="polite">
      {log.data.map((line) => (
        <li key={line.id} className={`${LEVEL[line.level]} [overflow-wrap:anywhere]`}>
          {line.message}{' '}
          <span className="text-ink-3 text-xs">
            <TimeAgo at={line.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
