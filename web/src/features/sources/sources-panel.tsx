// The sources of a workbook at the right: each with its state, next and last run; one of them with its runs.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, DatabaseZap, Plus } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon, queries } from '../../api/queries.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Switch } from '../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { cancelJob, retryJob } from '../jobs/jobs.api.ts'
import { SourceDialog } from './source.dialog.tsx'
import { SourceRuns } from './source-runs.tsx'
import { changeSource, getSources, removeSource, runSource, sourcesKey } from './sources.api.ts'
import { isOpenRun, MODES, runWords, STATE_TONES, STATE_WORDS, scheduleWords } from './sources.logic.ts'

interface Props {
  workbookId: string
  columns: Column[]
  sourceId: string | null
  editable: boolean
  show: (sourceId: string | null) => void
  onClose: () => void
}

export function SourcesPanel({ workbookId, columns, sourceId, editable, show, onClose }: Props) {
  const list = useQuery({ queryKey: sourcesKey(workbookId), queryFn: () => getSources(workbookId) })
  const [editing, setEditing] = useState<Schemas['WorkbookSource'] | 'new' | null>(null)
  useEvents({ types: ['job.*'] }, (event) => {
    if (event.workbook_id === workbookId || list.data?.some(({ last_run }) => last_run?.job_id === event.job_id))
      invalidateSoon(sourcesKey(workbookId))
  })
  const open = list.data?.find(({ id }) => id === sourceId)
  const add = (
    <Button size="sm" look="primary" icon={Plus} onClick={() => setEditing('new')}>
      Add source
    </Button>
  )
  return (
    <SidePanel
      name="sources"
      title={open ? open.name : 'Sources'}
      actions={
        open ? (
          <IconButton size="sm" icon={ArrowLeft} label="All sources" onClick={() => show(null)} />
        ) : (
          editable && Boolean(list.data?.length) && add
        )
      }
      onClose={onClose}
    >
      {list.isPending && <Skeleton className="h-40" />}
      {list.isError && (
        <ErrorState title="The sources could not be loaded" error={list.error} retry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <EmptyState icon={DatabaseZap} title="No sources yet" action={editable && add} className="px-0 py-8">
          A source fills this workbook from a register, a job board, a feed, a file or any API, by hand or by schedule.
        </EmptyState>
      )}
      {open ? (
        <One {...{ workbookId, editable }} source={open} onEdit={() => setEditing(open)} onGone={() => show(null)} />
      ) : (
        <ul className="-mx-2 flex flex-col">
          {list.data?.map((source) => (
            <li key={source.id}>
              <button
                type="button"
                className="flex w-full flex-col gap-0.5 rounded-md px-2 py-2 text-left hover:bg-hover"
                onClick={() => show(source.id)}
              >
                <span className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
                    {source.name}
                  </span>
                  <Badge tone={STATE_TONES[source.state]}>{STATE_WORDS[source.state]}</Badge>
                </span>
                <span className="truncate text-ink-3 text-sm tabular-nums">
                  {counted(source.records, 'record')} · {scheduleWords(source.schedule as never)}
                </span>
                <span className="truncate text-ink-3 text-sm tabular-nums">
                  {source.last_run ? (
                    <>
                      {runWords(source.last_run)}
                      {source.last_run.warnings.length > 0 && (
                        <span className="text-warn">, {counted(source.last_run.warnings.length, 'warning')}</span>
                      )}{' '}
                      <TimeAgo at={source.last_run.created_at} />
                    </>
                  ) : (
                    'Has not run yet'
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <SourceDialog
          {...{ workbookId, columns }}
          source={editing === 'new' ? undefined : editing}
          onClose={(saved) => {
            setEditing(null)
            if (saved) show(saved.id)
          }}
        />
      )}
    </SidePanel>
  )
}

function One({
  workbookId,
  source,
  editable,
  onEdit,
  onGone,
}: {
  workbookId: string
  source: Schemas['WorkbookSource']
  editable: boolean
  onEdit: () => void
  onGone: () => void
}) {
  const [busy, start] = useAct()
  const [asking, setAsking] = useState(false)
  const { last_run: last } = source
  const renew = () => queries.invalidateQueries({ queryKey: sourcesKey(workbookId) })
  const act = (work: () => Promise<unknown>, otherwise: string) => start(() => work().then(renew), otherwise)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-1.5 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={STATE_TONES[source.state]}>{STATE_WORDS[source.state]}</Badge>
          <span className="text-ink-2 tabular-nums">{counted(source.records, 'record')}</span>
        </p>
        <p className="text-ink-2">
          {source.adapter_title}. {MODES[source.mode][0]}. {scheduleWords(source.schedule as never)}
          {source.next_run_at && (
            <>
              , next <TimeAgo at={source.next_run_at} />
            </>
          )}
          .
        </p>
        {source.state === 'capped' && (
          <p className="text-warn">
            The last run stopped at {counted(source.max_rows, 'record')}; the source may have more. Raise the cap to get
            them.
          </p>
        )}
        {last?.error && (
          <p className="rounded-md bg-bad-soft px-3 py-2 text-bad [overflow-wrap:anywhere]">{last.error}</p>
        )}
      </div>
      {editable && (
        <div className="flex flex-wrap items-center gap-2">
          {isOpenRun(last) ? (
            <Button
              size="sm"
              busy={busy}
              onClick={() => void act(() => cancelJob(last?.job_id ?? ''), 'The run goes on.')}
            >
              Cancel run
            </Button>
          ) : (
            <Button
              size="sm"
              look="primary"
              busy={busy}
              onClick={() => void act(() => runSource(workbookId, source.id), 'The source was not started.')}
            >
              Run now
            </Button>
          )}
          {last?.status === 'failed' && (
            <Button
              size="sm"
              busy={busy}
              onClick={() => void act(() => retryJob(last.job_id), 'The run was not continued.')}
            >
              Continue failed run
            </Button>
          )}
          <Button size="sm" onClick={onEdit}>
            Edit source
          </Button>
          <Button size="sm" look="quiet" onClick={() => setAsking(true)}>
            Remove source
          </Button>
          {source.schedule && (
            <Switch
              label="Scheduled"
              checked={source.enabled}
              disabled={busy}
              onChange={(enabled) =>
                void act(() => changeSource(workbookId, source.id, { enabled }), 'The schedule was not changed.')
              }
            />
          )}
        </div>
      )}
      <PanelPart title="Runs">
        <SourceRuns workbookId={workbookId} source={source} />
      </PanelPart>
      {asking && (
        <ConfirmDialog
          title={`Remove ${source.name}?`}
          action="Remove source"
          run={() => removeSource(workbookId, source.id)}
          onClose={(done) => {
            setAsking(false)
            if (!done) return
            onGone()
            void renew()
          }}
        >
          <p>It brings no more rows. Those that it brought stay.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
