// The review of pairs: one after the other, decided by a click or a key, each decision undoable.
import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck, Copy, GitMerge, ScanSearch, SkipForward, Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { queries } from '../../api/queries.ts'
import { useCommands } from '../../session/commands.ts'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { count, percent } from '../../ui/format.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { DecidedPairs } from './decided-pairs.tsx'
import { MergeLikelyDialog } from './merge-likely.dialog.tsx'
import { type Decision, orderQueue } from './pair.logic.ts'
import type { PairSubject, TakeBack } from './pair-subject.ts'
import { PairView } from './pair-view.tsx'

interface Props {
  subject: PairSubject
  /** False for users who may only read. */
  editable: boolean
  /** The way to what else finds duplicates. */
  aside?: ReactNode
}

interface Choice {
  /** The pair. */
  id: number
  sides: Readonly<Record<string, string>>
}

const LOOKING_MS = 1_000
/** With fewer pairs than these in hand the next page is read. */
const FEW = 10

export function PairReview({ subject, editable, aside }: Props) {
  const queue = useInfiniteQuery({
    queryKey: [...subject.key, 'pending'],
    queryFn: ({ pageParam, signal }) => subject.read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isLooking ? LOOKING_MS : false),
  })
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const [first, setFirst] = useState<number | null>(null)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [done, setDone] = useState<readonly { id: number; takeBack: TakeBack }[]>([])
  const [merging, setMerging] = useState(false)
  const [busy, start] = useAct()
  const refresh = () => queries.invalidateQueries({ queryKey: subject.key })
  useEvents({ types: ['entity.*', 'job.completed'] }, () => void refresh())

  const page = queue.data?.pages[0]
  const left = page?.total ?? 0
  const pairs = orderQueue(
    (queue.data?.pages.flatMap(({ items }) => items) ?? []).filter(({ id }) => !done.some((one) => one.id === id)),
    { skipped, first },
  )
  const pair = pairs[0]
  // Somebody else may have decided the pair that it was made for.
  const chosen = choice !== null && choice.id === pair?.id ? choice.sides : {}
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = queue
  const isShort = pairs.length - skipped.length < FEW
  useEffect(() => {
    // One that failed is read again after the next decision.
    if (isShort && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  async function act(work: () => Promise<unknown>, otherwise: string) {
    if (busy) return
    await start(work, otherwise)
    await refresh()
  }

  const decide = (decision: Decision) =>
    pair &&
    void act(async () => {
      const takeBack = await subject.decide(pair, decision, chosen)
      setDone((before) => [...before, { id: pair.id, takeBack }])
      setFirst(null)
      setChoice(null)
    }, 'Nothing was decided.')

  const skip = () => {
    if (!pair || busy) return
    setSkipped((before) => [...before.filter((id) => id !== pair.id), pair.id])
    setFirst(null)
    setChoice(null)
  }

  const undo = () => {
    const last = done.at(-1)
    if (!last) return
    void act(async () => {
      await last.takeBack()
      setDone((before) => before.slice(0, -1))
      setFirst(last.id)
      setChoice(null)
      toast('Decision undone')
    }, 'The decision stands.')
  }

  const look = () => void act(subject.look, 'No search was started.')

  const group = 'Duplicates'
  useCommands(
    editable
      ? [
          { id: 'pair:merge', group, title: 'Merge the pair', keys: ['m'], run: () => decide('merge') },
          { id: 'pair:reject', group, title: 'Not duplicates', keys: ['r'], run: () => decide('reject') },
          { id: 'pair:skip', group, title: 'Skip the pair', keys: ['s'], run: skip },
          { id: 'pair:undo', group, title: 'Undo the last decision', keys: ['u'], run: undo },
          { id: 'pair:undo-too', group, title: 'Undo', keys: ['mod', 'z'], hidden: true, run: undo },
          ...(subject.likely
            ? [{ id: 'pair:likely', group, title: 'Merge likely pairs', run: () => left > 0 && setMerging(true) }]
            : []),
          { id: 'pair:look', group, title: 'Find duplicates', run: look },
        ]
      : [],
  )

  const lookButton = editable && page?.canLook && (
    <Button icon={ScanSearch} onClick={look} busy={page.isLooking} aria-disabled={busy}>
      Find duplicates
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 sm:px-6">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-xl">Duplicates</h1>
          <p className="text-ink-2 text-sm" aria-live="polite">
            {page?.state ?? ' '}
            {done.length > 0 && ` · ${count(done.length)} decided`}
          </p>
          {aside}
        </div>
        {editable && (
          <>
            <Button icon={Undo2} look="quiet" onClick={undo} disabled={done.length === 0} aria-disabled={busy}>
              Undo
            </Button>
            {subject.likely && (
              <Button icon={CheckCheck} onClick={() => setMerging(true)} disabled={left === 0}>
                Merge likely pairs
              </Button>
            )}
            {lookButton}
          </>
        )}
      </header>
      {done.length > 0 && left > 0 && (
        <progress
          aria-label="Reviewed"
          value={done.length}
          max={done.length + left}
          className="h-1 w-full appearance-none overflow-hidden rounded-full bg-hover accent-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {queue.isPending && <Skeleton className="h-72" />}
      {queue.isError && (
        <ErrorState title="Pairs could not be loaded" error={queue.error} retry={() => void queue.refetch()} />
      )}
      {page && !pair && !isFetching && (
        <EmptyState icon={Copy} title="No duplicates to review" action={lookButton}>
          {subject.aboutEmpty}
        </EmptyState>
      )}
      {pair && (
        <section aria-label="Pair" className="flex flex-col gap-4">
          <p className="text-ink-2" aria-live="polite">
            <strong className="mr-2 font-semibold text-ink tabular-nums">{percent(pair.probability)}</strong>
            <bdi>{pair.why}</bdi>
          </p>
          <PairView
            pair={pair}
            chosen={chosen}
            onChoose={editable ? (key, side) => setChoice({ id: pair.id, sides: { ...chosen, [key]: side } }) : null}
          />
          {editable && (
            <div className="sticky bottom-0 flex flex-wrap gap-2 border-t bg-surface py-3">
              <Button look="primary" icon={GitMerge} onClick={() => decide('merge')} aria-disabled={busy}>
                Merge <Key>M</Key>
              </Button>
              <Button icon={X} onClick={() => decide('reject')} aria-disabled={busy}>
                Not duplicates <Key>R</Key>
              </Button>
              <Button look="quiet" icon={SkipForward} onClick={skip} aria-disabled={busy}>
                Skip <Key>S</Key>
              </Button>
            </div>
          )}
        </section>
      )}
      <DecidedPairs
        subject={subject}
        editable={editable}
        onTakenBack={(id) => setDone((before) => before.filter((one) => one.id !== id))}
        onChange={refresh}
      />
      {merging && subject.likely && (
        <MergeLikelyDialog
          subject={subject}
          likely={subject.likely}
          onMerged={() => void refresh()}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  )
}

const Key = ({ children }: { children: string }) => (
  <span aria-hidden className="pointer-coarse:hidden">
    <Kbd>{children}</Kbd>
  </span>
)
