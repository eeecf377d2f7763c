// One watch: its state and last error, when it is polled, and what each poll saw.

import { useQuery } from '@tanstack/react-query'
import { Pencil, RotateCw } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { counted, duration } from '../../ui/format.ts'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { PanelPart } from '../../ui/panel-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'
import { forgetWatches, patchWatch, pollNow, pollsQuery, watchQuery } from './monitoring.api.ts'
import { intervalWords, pollWords, TYPE_NAMES, watchName } from './monitoring.logic.ts'
import { SeenLines } from './seen-lines.tsx'
import { StateBadge } from './state-badge.tsx'

interface Props {
  id: string
  titleOf: (kind: string) => string
  mayEdit: boolean
  onClose: () => void
  onEdit: (watch: Schemas['Watch']) => void
}

export function WatchPanel({ id, titleOf, mayEdit, onClose, onEdit }: Props) {
  const query = useQuery(watchQuery(id))
  const polls = useQuery(pollsQuery(id))
  const [busy, start] = useAct()
  const watch = query.data

  const act = (work: () => Promise<unknown>) => start(() => work().then(forgetWatches), 'Nothing was changed.')

  return (
    <SidePanel
      title={watch ? watchName(watch) : 'Watch'}
      name="watch"
      onClose={onClose}
      actions={
        mayEdit && watch && <IconButton icon={Pencil} size="sm" label="Edit watch" onClick={() => onEdit(watch)} />
      }
    >
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && (
        <ErrorState
          title="The watch could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
          className="px-0 py-0"
        />
      )}
      {watch && (
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-center gap-2">
            <StateBadge watch={watch} />
            <span className="text-ink-2">{titleOf(watch.kind)}</span>
            <span className="flex-1" />
            {mayEdit &&
              (watch.state === 'paused' ? (
                <Button size="sm" busy={busy} onClick={() => void act(() => patchWatch(id, { enabled: true }))}>
                  Resume watch
                </Button>
              ) : (
                <Button size="sm" icon={RotateCw} busy={busy} onClick={() => void act(() => pollNow(id))}>
                  Poll now
                </Button>
              ))}
          </div>
          {watch.last_error && (
            <p role="status" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm [overflow-wrap:anywhere]">
              {watch.last_error}
              {watch.state === 'paused'
                ? ` Paused after ${counted(watch.consecutive_failures, 'failure')} in a row: resume it when that is mended.`
                : watch.consecutive_failures > 0 &&
                  ` (${watch.consecutive_failures} of 12 failures until it is paused)`}
            </p>
          )}
          {!watch.last_error && watch.put_off && (
            <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm [overflow-wrap:anywhere]">
              {watch.put_off}
            </p>
          )}
          {watch.unread.length > 0 && (
            <PanelPart title="Not read at the last poll">
              <SeenLines lines={watch.unread} />
            </PanelPart>
          )}
          <dl className="grid grid-cols-[8rem_1fr] gap-y-1.5 text-sm">
            <dt className="text-ink-3">Target</dt>
            <dd className="truncate" title={watch.target}>
              {watch.target}
            </dd>
            <dt className="text-ink-3">Reports</dt>
            <dd>{watch.signal_types.map((type) => TYPE_NAMES[type]).join(', ')}</dd>
            <dt className="text-ink-3">Interval</dt>
            <dd>
              {intervalWords(watch.interval)}
              {isSlowed(watch) && (
                <span className="text-ink-3">
                  {' '}
                  · for now every {duration(watch.poll_every_seconds)}, since nothing changes
                </span>
              )}
            </dd>
            <dt className="text-ink-3">Last poll</dt>
            <dd>
              <TimeAgo at={watch.last_polled_at} />
            </dd>
            <dt className="text-ink-3">Next poll</dt>
            <dd>{watch.next_poll_at ? <TimeAhead at={watch.next_poll_at} /> : 'None'}</dd>
            <dt className="text-ink-3">Last change</dt>
            <dd>
              <TimeAgo at={watch.last_changed_at} />
            </dd>
          </dl>
          {watch.ignores.length > 0 && (
            <PanelPart title="Left out, since it changes at nearly every poll">
              <SeenLines lines={watch.ignores} />
            </PanelPart>
          )}
          <PanelPart title="Polls">
            {polls.data?.items.length === 0 && <p className="text-ink-2">No poll yet. The first one is on its way.</p>}
            <ol className="flex flex-col divide-y">
              {polls.data?.items.map((poll) => (
                <Poll key={poll.id} poll={poll} />
              ))}
            </ol>
          </PanelPart>
        </div>
      )}
    </SidePanel>
  )
}

const SECONDS: Readonly<Record<Schemas['Watch']['interval'], number>> = {
  '15m': 900,
  hourly: 3_600,
  '6h': 21_600,
  daily: 86_400,
  weekly: 604_800,
}
const isSlowed = ({ interval, poll_every_seconds }: Schemas['Watch']) => poll_every_seconds > SECONDS[interval]

function Poll({ poll }: { poll: Schemas['WatchPoll'] }) {
  const lines = poll.changes.length > 0 ? poll.changes : poll.seen
  const asked = [
    `${poll.requests} ${poll.requests === 1 ? 'request' : 'requests'}`,
    ...(poll.not_modified > 0 ? [`${poll.not_modified} unchanged by the server`] : []),
    ...(poll.shared > 0 ? [`${poll.shared} shared`] : []),
  ].join(', ')
  return (
    <li className="flex flex-col gap-1.5 py-2">
      <p className="flex items-baseline gap-2">
        <span className={poll.outcome === 'failed' ? 'text-bad' : poll.outcome === 'changed' ? 'font-medium' : ''}>
          {pollWords(poll)}
        </span>
        <span className="ml-auto shrink-0 text-ink-3 text-xs">
          {poll.cause === 'manual' && 'by hand · '}
          <TimeAgo at={poll.started_at} />
        </span>
      </p>
      {poll.error && (
        <p className={cx('text-sm [overflow-wrap:anywhere]', poll.outcome === 'failed' ? 'text-bad' : 'text-ink-2')}>
          {poll.error}
        </p>
      )}
      {poll.finished_at && <p className="text-ink-3 text-xs">{asked}</p>}
      {lines.length > 0 && <SeenLines lines={lines} />}
    </li>
  )
}
