// What rules did: runs newest first, and one of them with each of its actions beside the list.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Ban, History, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { money } from '../../ui/format.ts'
import { Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Name } from '../../ui/name.tsx'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { Frame } from '../settings/settings-page.tsx'
import { cancelRun, forgetSoon, kindsQuery, retryRun, runQuery, runsQuery } from './automations.api.ts'
import { namesAction, type OfferedAction, statusWord, toneOf } from './draft.logic.ts'
import { JsonView } from './json-view.tsx'

const STATUSES = ['', 'done', 'failed', 'queued', 'waiting', 'skipped', 'cancelled']

/** `run columns → branch: yes → notify` */
const pathWords = (path: Schemas['AutomationRun']['path'], kinds: readonly OfferedAction[]) =>
  path
    .map(
      ({ kind, way }) =>
        `${kindOf(kinds, kind)?.short ?? kind}${way ? `: ${statusWord(way.replaceAll('_', ' ')).toLowerCase()}` : ''}`,
    )
    .join(' → ')

const kindOf = (kinds: readonly OfferedAction[], name: string) => kinds.find(({ kind }) => kind === name)

export function RunLog({ automationId }: { automationId: string | null }) {
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const query = useInfiniteQuery(runsQuery(automationId, status))
  const kinds = useQuery(kindsQuery()).data?.actions ?? []
  useEvents({ types: ['automation.*'] }, () => forgetSoon('runs', 'run'))
  const runs = query.data?.pages.flatMap((page) => page.items) ?? []
  const columns: ListColumn<Schemas['AutomationRun']>[] = [
    {
      key: 'title',
      title: 'Event',
      render: (run) => (
        <div className="py-1.5">
          <button
            type="button"
            className="max-w-full truncate text-left font-medium hover:underline"
            onClick={() => setOpen(run.id)}
          >
            <Name>{run.title || run.object}</Name>
          </button>
          {/* Where the column of automations has no room. */}
          {!automationId && (
            <span className={cx('block truncate text-ink-3 text-xs', !open && 'md:hidden')}>
              <Name>{run.automation_name}</Name>
            </span>
          )}
          {(run.error ?? run.reason) && (
            <span className="block whitespace-normal text-ink-2 text-xs [overflow-wrap:anywhere]">
              <Why run={run} last={kindOf(kinds, run.path.at(-1)?.kind ?? '')} />
            </span>
          )}
        </div>
      ),
    },
    ...(automationId || open
      ? []
      : [
          {
            key: 'rule',
            title: 'Automation',
            width: 'w-56',
            from: 'md' as const,
            render: (run: Schemas['AutomationRun']) => run.automation_name,
          },
        ]),
    {
      key: 'status',
      title: 'Status',
      width: 'w-28',
      render: (run) => <Badge tone={toneOf(run.status)}>{statusWord(run.status)}</Badge>,
    },
    ...(open
      ? []
      : [
          {
            key: 'path',
            title: 'Path',
            from: 'lg' as const,
            render: (run: Schemas['AutomationRun']) => (
              <span title={pathWords(run.path, kinds)}>{pathWords(run.path, kinds)}</span>
            ),
          },
        ]),
    { key: 'cost', title: 'Cost', width: 'w-20', align: 'end', from: 'sm', render: (run) => money(run.cost_usd) },
    timeColumn({ key: 'at', title: 'When', align: 'end', from: 'sm', at: (run) => run.created_at }),
  ]
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <Select aria-label="Status" className="w-44" value={status} onChange={(event) => setStatus(event.target.value)}>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {one === '' ? 'Every status' : statusWord(one)}
            </option>
          ))}
        </Select>
        {query.isError ? (
          <ErrorState title="The runs could not be loaded" error={query.error} retry={() => void query.refetch()} />
        ) : !query.data ? (
          <ListSkeleton rows={6} />
        ) : runs.length === 0 ? (
          <EmptyState icon={History} title={status ? `No runs are ${status}` : 'Nothing has run yet'}>
            Each time an event meets the condition of an automation, a run with its actions, cost and errors is listed
            here.
          </EmptyState>
        ) : (
          <Frame>
            <DataList label="Runs" items={runs} id={(run) => run.id} name={(run) => run.title} columns={columns} />
          </Frame>
        )}
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      {open && <RunPanel id={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Why it failed, was skipped or waits, and until when. */
function Why({
  run,
  last,
}: {
  run: Pick<Schemas['AutomationRun'], 'error' | 'reason' | 'wake_at'>
  /** The kind of the action that it has come to. */
  last: OfferedAction | undefined
}) {
  // An outcome that comes earlier is told; at that time it is only looked for once more.
  const next = last && namesAction(last) ? 'looks again' : 'goes on'
  return (
    <>
      {run.error ?? run.reason ?? ''}
      {run.wake_at && (
        <>
          {` · ${next} `}
          <TimeAhead at={run.wake_at} />
        </>
      )}
    </>
  )
}

export function RunPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const workspace = useWorkspace()
  const run = useQuery(runQuery(id))
  const kinds = useQuery(kindsQuery()).data?.actions ?? []
  const mayEdit = roleReaches(workspace.role, 'admin')
  const [busy, act] = useAct()
  const { data } = run
  const retry = (from?: number) =>
    act(async () => {
      await retryRun(id, from)
      toast('The run begins again')
    }, 'The run is as it was.')
  const cancel = () =>
    act(async () => {
      await cancelRun(id)
      toast('The run is cancelled')
    }, 'The run goes on.')
  const isOver = data && ['done', 'failed', 'skipped', 'cancelled'].includes(data.status)
  return (
    <SidePanel
      title={data ? data.title || data.object : 'Run'}
      name="automation-run"
      onClose={onClose}
      footer={
        mayEdit && isOver ? (
          <Button icon={RotateCw} busy={busy} onClick={() => void retry()}>
            {data.status === 'failed' ? 'Retry from the failed action' : 'Run again'}
          </Button>
        ) : mayEdit && data && !isOver ? (
          <Button icon={Ban} busy={busy} onClick={() => void cancel()}>
            Cancel the run
          </Button>
        ) : undefined
      }
    >
      {run.isError && <ErrorState title="The run could not be loaded" error={run.error} />}
      {!data && !run.isError && <Skeleton className="h-40" />}
      {data && (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
            <Badge tone={toneOf(data.status)}>{statusWord(data.status)}</Badge>
            <span>{data.automation_name}</span>
            <TimeAgo at={data.created_at} />
            <span>{money(data.cost_usd)}</span>
            {data.depth > 0 && <span>started by another automation</span>}
            {data.manual && <span>by hand</span>}
          </p>
          {(data.error ?? data.reason) && (
            <p
              className={cx(
                'rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere]',
                data.status === 'waiting' ? 'bg-sunken text-ink-2' : 'bg-warn-soft text-warn',
              )}
            >
              <Why run={data} last={kindOf(kinds, data.actions.at(-1)?.kind ?? '')} />
            </p>
          )}
          <ol className="flex flex-col gap-3">
            {data.actions.map((action) => (
              <li key={action.id} className="rounded-md border p-3">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{kindOf(kinds, action.kind)?.label ?? action.kind}</span>
                  <span className="text-ink-3 text-sm tabular-nums">Action {action.id}</span>
                  <Badge tone={toneOf(action.status)}>{statusWord(action.status)}</Badge>
                  <span className="ml-auto text-ink-3 text-xs tabular-nums">
                    {action.attempts > 1 && `${action.attempts} attempts · `}
                    {money(action.cost_usd)}
                  </span>
                </p>
                {action.error && <p className="mt-1 text-bad text-sm [overflow-wrap:anywhere]">{action.error}</p>}
                <JsonView title="Input" value={action.input} />
                <JsonView title="Output" value={action.output} />
                {mayEdit && isOver && (
                  <Button
                    size="sm"
                    look="quiet"
                    className="mt-1 -ml-2"
                    busy={busy}
                    onClick={() => void retry(action.id)}
                  >
                    Run again from here
                  </Button>
                )}
              </li>
            ))}
          </ol>
          <JsonView title="What the event brought" value={data.facts} />
        </div>
      )}
    </SidePanel>
  )
}
