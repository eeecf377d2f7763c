// The feed: a queue at the left, one signal large beside it; j and k move, one key decides, each decision can be undone.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Radar, ScanSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useCommands } from '../../session/commands.ts'
import { showError } from '../../session/show-error.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { counted } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { Name } from '../../ui/name.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { type FeedSearch, feedQuery, forgetSignals, mark, monitoringKey, startScan } from './monitoring.api.ts'
import { afterRemoval, DECISIONS, STATUS_NAMES, TYPE_NAMES, TYPES } from './monitoring.logic.ts'
import { SignalDetail } from './signal-detail.tsx'

interface Props {
  onAddWatch: () => void
  onWatch: (id: string) => void
}

export function FeedView({ onAddWatch, onWatch }: Props) {
  const workspace = useWorkspace()
  const mayEdit = roleReaches(workspace.role, 'editor')
  const [asked, setAsked] = useState<FeedSearch>({ status: 'open', type: '', search: '' })
  const [openId, setOpenId] = useState<string | null>(null)
  const [isFull, setFull] = useState(false)
  /** Decided here and not yet sent to the server: they leave the queue at once. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const feed = useInfiniteQuery(feedQuery(asked))
  // Another list may be of just those that were decided.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status filter clears it
  useEffect(() => setGone(new Set()), [asked.status])
  useEvents({ types: ['signal.*'] }, () => invalidateSoon(monitoringKey('signals')))
  const items = (feed.data?.pages ?? []).flatMap((page) => page.items).filter(({ id }) => !gone.has(id))
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === openId),
  )
  const open = items[at]
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function move(by: number) {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (next) setOpenId(next.id)
    if (at + by >= items.length - 5 && feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage()
  }

  async function decide({ status, done }: (typeof DECISIONS)[number]) {
    if (!open || !mayEdit) return
    const { id, status: before } = open
    const next = items.filter((one) => one.id !== id)[afterRemoval(at, items.length)]
    setGone((all) => new Set([...all, id]))
    setOpenId(next?.id ?? null)
    const back = () => setGone((all) => new Set([...all].filter((one) => one !== id)))
    try {
      await mark([id], status)
      toast(done, {
        action: {
          label: 'Undo',
          run: () => {
            back()
            setOpenId(id)
            void mark([id], before === 'snoozed' ? 'seen' : before).then(forgetSignals, (error) =>
              showError(error, 'The signal is as it was.'),
            )
          },
        },
      })
      await forgetSignals()
    } catch (error) {
      back()
      setOpenId(id)
      showError(error, 'The signal is as it was.')
    }
  }

  useCommands([
    { id: 'signal-next', title: 'Next signal', group: 'Signals', keys: ['j'], hidden: true, run: () => move(1) },
    {
      id: 'signal-previous',
      title: 'Previous signal',
      group: 'Signals',
      keys: ['k'],
      hidden: true,
      run: () => move(-1),
    },
    ...(mayEdit
      ? DECISIONS.map((one) => ({
          id: `signal-${one.status}`,
          title: one.label,
          group: 'Signals',
          keys: [one.key],
          run: () => void decide(one),
        }))
      : []),
  ])

  async function scan() {
    try {
      await startScan()
      toast('Scanning your leads. New signals appear here as they are found.')
    } catch (error) {
      showError(error, 'No scan was started.')
    }
  }

  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label="Queue"
        className={cx('flex min-h-0 w-full flex-col md:w-96 md:shrink-0 md:border-r', isFull && 'max-md:hidden')}
      >
        <div className="flex flex-wrap items-center gap-2 border-b p-3">
          <Field label="Status" hideLabel>
            <Select
              value={asked.status}
              onChange={(event) => setAsked({ ...asked, status: event.target.value as FeedSearch['status'] })}
            >
              {Object.entries(STATUS_NAMES).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Type" hideLabel>
            <Select
              value={asked.type}
              onChange={(event) => setAsked({ ...asked, type: event.target.value as Schemas['Signal']['type'] | '' })}
            >
              <option value="">All types</option>
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {TYPE_NAMES[type]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Search signals" hideLabel className="min-w-32 flex-1">
            <Input
              type="search"
              placeholder="Search"
              value={asked.search}
              onChange={(event) => setAsked({ ...asked, search: event.target.value })}
            />
          </Field>
        </div>
        {feed.isError ? (
          <ErrorState title="The signals could not be loaded" error={feed.error} retry={() => void feed.refetch()} />
        ) : feed.isPending ? (
          <ListSkeleton rows={8} />
        ) : items.length === 0 ? (
          <NoSignals
            isFiltered={asked.type !== '' || asked.search !== '' || asked.status !== 'open'}
            mayEdit={mayEdit}
            onScan={scan}
            onAddWatch={onAddWatch}
          />
        ) : (
          <>
            <p className="flex items-center gap-2 px-4 py-1.5 text-ink-3 text-xs">
              <span className="flex-1">
                {feed.hasNextPage
                  ? `The first ${counted(items.length, 'signal')}`
                  : `${counted(items.length, 'signal')} left`}
              </span>
              {mayEdit && (
                <Button look="quiet" size="sm" icon={ScanSearch} onClick={() => void scan()}>
                  Scan leads
                </Button>
              )}
            </p>
            <ol ref={list} className="min-h-0 flex-1 overflow-y-auto">
              {items.map((one) => (
                <li key={one.id}>
                  <Entry
                    signal={one}
                    isOpen={one.id === open?.id}
                    onOpen={() => {
                      setOpenId(one.id)
                      setFull(true)
                    }}
                  />
                </li>
              ))}
              {feed.hasNextPage && (
                <li className="p-2 text-center">
                  <Button
                    look="quiet"
                    size="sm"
                    busy={feed.isFetchingNextPage}
                    onClick={() => void feed.fetchNextPage()}
                  >
                    Show more
                  </Button>
                </li>
              )}
            </ol>
          </>
        )}
      </section>
      <section aria-label="Signal" className={cx('min-h-0 min-w-0 flex-1 overflow-y-auto', !isFull && 'max-md:hidden')}>
        {open && (
          <SignalDetail
            signal={open}
            onDecide={mayEdit ? decide : undefined}
            onBack={() => setFull(false)}
            onWatch={onWatch}
            onOpen={setOpenId}
          />
        )}
      </section>
    </div>
  )
}

function Entry({ signal, isOpen, onOpen }: { signal: Schemas['Signal']; isOpen: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      onClick={onOpen}
      className={cx(
        'flex w-full flex-col gap-0.5 border-b px-4 py-2.5 text-left -outline-offset-2!',
        isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-baseline gap-2 text-ink-3 text-xs">
        <span className="min-w-0 flex-1 truncate">
          {TYPE_NAMES[signal.type]} · <Name>{signal.lead_name ?? signal.company}</Name>
        </span>
        <span className="shrink-0">
          <TimeAgo at={signal.occurred_at} />
        </span>
      </span>
      <span dir="auto" className={cx('line-clamp-2', signal.status === 'new' && 'font-medium')}>
        {signal.title}
      </span>
    </button>
  )
}

interface NoSignalsProps {
  isFiltered: boolean
  mayEdit: boolean
  onScan: () => void
  onAddWatch: () => void
}

function NoSignals({ isFiltered, mayEdit, onScan, onAddWatch }: NoSignalsProps) {
  if (isFiltered) return <EmptyState icon={Radar} title="No signal matches" />
  return (
    <EmptyState
      icon={Radar}
      title="No open signals"
      action={
        mayEdit && (
          <>
            <Button look="primary" onClick={onAddWatch}>
              Watch a company
            </Button>
            <Button icon={ScanSearch} onClick={onScan}>
              Scan leads for open jobs
            </Button>
          </>
        )
      }
    >
      Signals are what changes at companies: jobs, funding, people, technologies, pages. Watches find them, each with
      its evidence.
    </EmptyState>
  )
}
