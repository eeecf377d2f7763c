// The runs of a workbook, and one of them: how it went against what was said before, what went wrong and what to do about it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pause, Play, Redo2, Square, Undo2 } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import { queries } from '../../api/queries.ts'
import type { Column } from '../../api/shapes.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { capital, count, counted, duration, money } from '../../ui/format.ts'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { isOver, outcomes, shareDone, statusSentence } from '../columns/run.logic.ts'
import { byWords, comparisons, rowsWith, scopeWords } from '../columns/runs.logic.ts'
import { getRun } from '../columns/workbook.api.ts'
import { CostSums } from '../money/cost-sums.tsx'
import type { RunActs } from './run-acts.ts'
import { RunErrors } from './run-errors.tsx'
import { listRunPage, panelKey } from './runs.api.ts'

interface Props extends RunActs {
  workbookId: string
  /** Null for the list. */
  runId: string | null
  columns: Column[]
  show: (runId: string | null) => void
  onClose: () => void
}

export function RunPanel(props: Props) {
  const { workbookId, runId, show, onClose } = props
  useEvents({ workbook_id: workbookId, types: ['run.*', 'change.*'] }, () => {
    void queries.invalidateQueries({ queryKey: panelKey(workbookId) })
  })
  return (
    <SidePanel
      name="run"
      title={
        runId ? (
          <span className="-ml-2 flex items-center gap-1">
            <IconButton size="sm" icon={ArrowLeft} label="All runs" onClick={() => show(null)} />
            Run
          </span>
        ) : (
          'Runs'
        )
      }
      onClose={onClose}
    >
      {runId ? <OneRun key={runId} {...props} runId={runId} /> : <RunList {...props} />}
    </SidePanel>
  )
}

function RunList({ workbookId, columns, show }: Props) {
  const list = useInfiniteQuery({
    queryKey: [...panelKey(workbookId), 'list'],
    queryFn: ({ pageParam, signal }) => listRunPage(workbookId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <Skeleton className="h-40" />
  if (list.isError)
    return (
      <ErrorState
        title="The runs could not be loaded"
        meaning="The workbook is not affected."
        error={list.error}
        retry={() => void list.refetch()}
        className="px-0 py-0"
      />
    )
  if (items.length === 0)
    return (
      <p className="text-ink-2">
        Nothing was run here yet. Every run appears here with what it found and what it cost.
      </p>
    )
  return (
    <>
      <ul aria-label="Runs" className="-my-3 flex flex-col divide-y">
        {items.map((run) => (
          <li key={run.run_id}>
            <button
              type="button"
              className="block w-full rounded-md py-3 text-left hover:text-accent-ink"
              onClick={() => show(run.run_id)}
            >
              <span className="flex justify-between gap-3">
                <span className="font-medium">{statusSentence(run)}</span>
                <span className="text-ink-2 tabular-nums">{money(run.cost_usd ?? 0)}</span>
              </span>
              <span className="mt-0.5 block text-ink-2 text-sm">{scopeWords(run, nameIn(columns))}</span>
              <span className="mt-0.5 block text-ink-3 text-sm">
                {run.created_at && <TimeAgo at={run.created_at} />}
                {byWords(run)}
                {outcomes(run, columns).map((one) => ` · ${count(one.count)} ${one.words}`)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="sm" className="mt-6" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  )
}

function OneRun(props: Props & { runId: string }) {
  const { workbookId, runId, columns, canRun, onFilter, onSteer, onUndo } = props
  const asked = useQuery({
    queryKey: [...panelKey(workbookId), runId],
    queryFn: ({ signal }) => getRun(workbookId, runId, signal),
  })
  if (asked.isPending) return <Skeleton className="h-40" />
  if (asked.isError)
    return (
      <ErrorState
        title="The run could not be loaded"
        meaning="The workbook is not affected."
        error={asked.error}
        retry={() => void asked.refetch()}
        className="px-0 py-0"
      />
    )
  const run = asked.data
  const over = isOver(run.status)
  const compared = comparisons(run)
  return (
    <div className="flex flex-col gap-6">
      <section aria-label="How it stands">
        <p className="font-medium text-lg" role="status">
          {statusSentence(run)}
        </p>
        <p className="mt-0.5 text-ink-2">{scopeWords(run, nameIn(columns))}</p>
        <p className="mt-0.5 text-ink-3 text-sm">
          {run.created_at && <TimeAgo at={run.created_at} />}
          {byWords(run)}
          {!over && run.eta_seconds ? ` · ${duration(run.eta_seconds)} left` : ''}
        </p>
        {run.error && <p className="mt-1 text-bad">{run.error}</p>}
        {!over && <Progress className="mt-3" label="Progress of the run" value={shareDone(run)} />}
        {canRun && (
          <div className="mt-3 flex flex-wrap gap-2">
            {!over && run.status !== 'paused' && (
              <Button size="sm" icon={Pause} onClick={() => void onSteer(runId, 'pause')}>
                Pause
              </Button>
            )}
            {run.status === 'paused' && (
              <Button size="sm" look="primary" icon={Play} onClick={() => void onSteer(runId, 'resume')}>
                Resume
              </Button>
            )}
            {!over && (
              <Button size="sm" icon={Square} onClick={() => void onSteer(runId, 'cancel')}>
                Stop
              </Button>
            )}
            {run.undone_at && (
              <Button size="sm" icon={Redo2} onClick={() => void onUndo('redo', runId)}>
                Bring it back
              </Button>
            )}
            {over && !run.undone_at && (run.done ?? 0) > 0 && (
              <Button size="sm" icon={Undo2} onClick={() => void onUndo('undo', runId)}>
                Undo this run
              </Button>
            )}
          </div>
        )}
      </section>

      <PanelPart title="Results">
        {outcomes(run, columns).length === 0 && <p className="text-ink-2 text-sm">Nothing yet.</p>}
        <ul className="flex flex-col text-sm">
          {outcomes(run, columns).map((one) => (
            <li key={one.status} className="flex items-center justify-between gap-3 py-0.5">
              <span>{capital(one.words)}</span>
              {one.status === 'untouched' ? (
                <span className="tabular-nums">{count(one.count)}</span>
              ) : (
                <button
                  type="button"
                  className="text-accent-ink tabular-nums hover:underline"
                  aria-label={`Show the rows: ${count(one.count)} ${one.words}`}
                  onClick={() => onFilter(rowsWith(run, one.status))}
                >
                  {count(one.count)}
                </button>
              )}
            </li>
          ))}
        </ul>
      </PanelPart>

      {compared.length > 0 && (
        <PanelPart title="Estimate and actual">
          <FigureTable
            heads={[{ title: <span className="sr-only">What</span> }, { title: 'Estimate' }, { title: 'Actual' }]}
            rows={compared.map(({ label, expected, actual }) => ({ key: label, cells: [label, expected, actual] }))}
          />
        </PanelPart>
      )}
      {run.actual && run.actual.calls > 0 && (
        <PanelPart title="What it cost">
          <div className="grid gap-4 min-[480px]:grid-cols-2">
            <CostSums title="By provider" items={run.actual.by_provider} />
            <CostSums title="By column" items={run.actual.by_column} />
          </div>
          {run.actual.uncertain_usd > 0 && (
            <p className="mt-1 text-ink-3 text-xs">
              {money(run.actual.uncertain_usd)} more at most, for calls that got no answer.
            </p>
          )}
          {run.actual.unpriced > 0 && (
            <p className="mt-1 text-warn text-xs">
              {counted(run.actual.unpriced, 'call')} at an unknown price {run.actual.unpriced === 1 ? 'is' : 'are'} not
              included.
            </p>
          )}
        </PanelPart>
      )}
      <RunErrors {...props} run={run} />
    </div>
  )
}

function nameIn(columns: Column[]) {
  return (id: string) => columns.find((column) => column.id === id)?.name ?? 'a deleted column'
}
