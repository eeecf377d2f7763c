// The list of watches with their state, the groups that keep many of them, and the record beside it.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, Pause, Play, Plus, RotateCw, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useOffered } from '../../session/commands.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../ui/data-list.tsx'
import { counted } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.dialog.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { GroupDialog } from './group.dialog.tsx'
import { GroupList } from './group-list.tsx'
import {
  forgetWatches,
  groupsQuery,
  kindsQuery,
  monitoringKey,
  patchWatch,
  pollNow,
  removeGroup,
  removeWatch,
  syncGroup,
  watchesQuery,
} from './monitoring.api.ts'
import { intervalWords, troubleOf, watchName } from './monitoring.logic.ts'
import { StateBadge } from './state-badge.tsx'
import { WatchDialog } from './watch.dialog.tsx'
import { WatchPanel } from './watch-panel.tsx'

type Open =
  | { kind: 'add' }
  | { kind: 'group' }
  | { kind: 'edit' | 'remove'; watch: Schemas['Watch'] }
  | { kind: 'remove group'; group: Schemas['WatchGroup'] }
  | null

/** The columns that fit beside an open record. */
const BESIDE_PANEL = new Set(['target', 'kind', 'state'])

export function WatchesView({
  open: openId,
  onOpen,
}: {
  open: string | undefined
  onOpen: (id: string | null) => void
}) {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>(null)
  useOffered(mayEdit, 'new-watch', () => setOpen({ kind: 'add' }))
  const kinds = useQuery(kindsQuery())
  const watches = useInfiniteQuery(watchesQuery(search))
  const groups = useQuery(groupsQuery())
  useEvents({ types: ['watch.*'] }, () => invalidateSoon(monitoringKey('watches')))
  const items = (watches.data?.pages ?? []).flatMap((page) => page.items)
  const titleOf = (kind: string) => kinds.data?.find((one) => one.kind === kind)?.title ?? kind

  async function act(work: () => Promise<unknown>, said: string) {
    try {
      await work()
      toast(said)
      await forgetWatches()
    } catch (error) {
      showError(error, 'Nothing was changed.')
    }
  }

  const columns: ListColumn<Schemas['Watch']>[] = [
    {
      key: 'target',
      title: 'Watch',
      sort: (a, b) => watchName(a).localeCompare(watchName(b)),
      render: (one) => (
        <div className="min-w-0 py-1">
          <button
            type="button"
            className="block max-w-full truncate text-left font-medium hover:underline"
            onClick={() => onOpen(one.id)}
          >
            {watchName(one)}
          </button>
          {troubleOf(one) && (
            <p
              className="line-clamp-3 whitespace-normal text-ink-2 text-xs [overflow-wrap:anywhere]"
              title={troubleOf(one) ?? ''}
            >
              {troubleOf(one)}
            </p>
          )}
        </div>
      ),
    },
    {
      key: 'kind',
      title: 'Kind',
      width: 'w-32',
      from: 'sm',
      sort: (a, b) => a.kind.localeCompare(b.kind),
      render: (one) => titleOf(one.kind),
    },
    {
      key: 'state',
      title: 'State',
      width: 'w-28',
      sort: (a, b) => a.state.localeCompare(b.state),
      render: (one) => <StateBadge watch={one} />,
    },
    { key: 'interval', title: 'Interval', width: 'w-36', from: 'lg', render: (one) => intervalWords(one.interval) },
    timeColumn({ key: 'last', title: 'Last poll', from: 'md', at: (one) => one.last_polled_at }),
    timeColumn({ key: 'next', title: 'Next poll', from: 'lg', at: (one) => one.next_poll_at, isAhead: true }),
    {
      key: 'signals',
      title: 'Signals',
      width: 'w-20',
      align: 'end',
      from: 'sm',
      sort: (a, b) => b.signals - a.signals,
      render: (one) => one.signals,
    },
  ]
  const menu = (one: Schemas['Watch']): MenuItem[] => [
    {
      label: 'Poll now',
      icon: RotateCw,
      onSelect: () => void act(() => pollNow(one.id), 'The site is asked now, or as soon as it may be.'),
    },
    { label: 'Edit watch', icon: Eye, onSelect: () => setOpen({ kind: 'edit', watch: one }) },
    one.state === 'paused'
      ? {
          label: 'Resume watch',
          icon: Play,
          onSelect: () => void act(() => patchWatch(one.id, { enabled: true }), 'The watch goes on.'),
        }
      : {
          label: 'Pause watch',
          icon: Pause,
          onSelect: () => void act(() => patchWatch(one.id, { enabled: false }), 'The watch is paused.'),
        },
    'separator',
    { label: 'Delete watch', icon: Trash2, danger: true, onSelect: () => setOpen({ kind: 'remove', watch: one }) },
  ]

  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
          <Field label="Search watches" hideLabel className="min-w-40 flex-1 max-sm:basis-full sm:max-w-72">
            <Input
              type="search"
              placeholder="Search watches"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Field>
          <span className="flex-1 max-sm:hidden" />
          {mayEdit && (
            <>
              <Button icon={Users} onClick={() => setOpen({ kind: 'group' })}>
                Watch many leads
              </Button>
              <Button look="primary" icon={Plus} onClick={() => setOpen({ kind: 'add' })}>
                Add watch
              </Button>
            </>
          )}
        </div>
        {groups.data && groups.data.length > 0 && (
          <GroupList
            groups={groups.data}
            titleOf={titleOf}
            mayEdit={mayEdit}
            onSync={(group) => void act(() => syncGroup(group.id), 'The group is being brought in step.')}
            onRemove={(group) => setOpen({ kind: 'remove group', group })}
          />
        )}
        {watches.isError ? (
          <ErrorState
            title="The watches could not be loaded"
            error={watches.error}
            retry={() => void watches.refetch()}
          />
        ) : watches.isPending ? (
          <ListSkeleton rows={8} />
        ) : items.length === 0 ? (
          <EmptyState
            icon={Eye}
            title={search ? 'No watch matches' : 'Nothing is watched yet'}
            action={
              mayEdit &&
              !search && (
                <Button look="primary" icon={Plus} onClick={() => setOpen({ kind: 'add' })}>
                  Add watch
                </Button>
              )
            }
          >
            {!search && 'A watch looks at a company, page, feed or repository again and again, and tells what changed.'}
          </EmptyState>
        ) : (
          <>
            <DataList
              label="Watches"
              items={items}
              id={(one) => one.id}
              name={watchName}
              columns={openId ? columns.filter(({ key }) => BESIDE_PANEL.has(key)) : columns}
              {...(mayEdit && { menu })}
            />
            {watches.hasNextPage && (
              <p className="p-3 text-center">
                <Button look="quiet" busy={watches.isFetchingNextPage} onClick={() => void watches.fetchNextPage()}>
                  Show more
                </Button>
              </p>
            )}
          </>
        )}
      </div>
      {openId && (
        <WatchPanel
          key={openId}
          id={openId}
          titleOf={titleOf}
          mayEdit={mayEdit}
          onClose={() => onOpen(null)}
          onEdit={(watch) => setOpen({ kind: 'edit', watch })}
        />
      )}
      {kinds.data && open?.kind === 'add' && (
        <WatchDialog
          kinds={kinds.data}
          onClose={(id) => {
            setOpen(null)
            if (id) onOpen(id)
          }}
        />
      )}
      {kinds.data && open?.kind === 'edit' && (
        <WatchDialog kinds={kinds.data} watch={open.watch} onClose={() => setOpen(null)} />
      )}
      {kinds.data && open?.kind === 'group' && <GroupDialog kinds={kinds.data} onClose={() => setOpen(null)} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title="Delete this watch?"
          action="Delete watch"
          run={() => removeWatch(open.watch.id)}
          onClose={(done) => {
            setOpen(null)
            if (!done) return
            if (open.watch.id === openId) onOpen(null)
            void forgetWatches()
          }}
        >
          <p>The history of its polls goes with it. Its {counted(open.watch.signals, 'signal')} stay.</p>
        </ConfirmDialog>
      )}
      {open?.kind === 'remove group' && (
        <ConfirmDialog
          title={`Delete the group ${open.group.name}?`}
          action={`Delete ${counted(open.group.watches, 'watch', 'watches')}`}
          run={() => removeGroup(open.group.id)}
          onClose={(done) => {
            setOpen(null)
            if (done) void forgetWatches()
          }}
        >
          <p>Its watches go with it. Signals stay.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
