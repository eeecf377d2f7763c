// The review queue: one pair after the other, decided by a click or a key, each decision undoable.
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Copy, GitMerge, ScanSearch, SkipForward, Undo2, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { usePage } from '../../session/page.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AcceptDialog } from './accept.dialog.tsx'
import { DecidedPairs } from './decided-pairs.tsx'
import { decidePair, forgetQueue, queueQuery, reopenPair, splitEntity, startScan } from './entities.queries.ts'
import { PairView } from './pair-view.tsx'
import { orderQueue, type PairOutcome, percent } from './review.logic.ts'

export function ReviewPage() {
  usePage({ title: 'Duplicates' })
  const workspace = useWorkspace()
  const editable = roleReaches(workspace.role, 'editor')
  const queue = useQuery(queueQuery('pending'))
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const [winners, setWinners] = useState<Record<string, number>>({})
  const [done, setDone] = useState<PairOutcome[]>([])
  const [accepting, setAccepting] = useState(false)
  const [busy, start] = useAct()
  useEvents({ types: ['entity.*', 'job.completed'] }, () => void forgetQueue())

  const decided = useMemo(() => new Set(done.map(({ pair_id }) => pair_id)), [done])
  const pairs = orderQueue(
    (queue.data?.items ?? []).filter(({ id }) => !decided.has(id)),
    skipped,
  )
  const pair = pairs[0]
  const left = queue.data?.total ?? 0

  async function act(work: () => Promise<void>) {
    if (busy) return
    await start(work, 'Nothing was decided.')
    await forgetQueue()
  }

  const decide = (decision: 'merge' | 'reject') =>
    pair &&
    act(async () => {
      const outcome = await decidePair(pair.id, decision, decision === 'merge' ? winners : undefined)
      setDone((before) => [...before, outcome])
      setWinners({})
    })

  const skip = () => {
    if (!pair) return
    setSkipped((before) => new Set([...[...before].filter((id) => id !== pair.id), pair.id]))
    setWinners({})
  }

  const undo = () => {
    const last = done.at(-1)
    if (!last) return
    void act(async () => {
      if (last.merge_id !== null) await splitEntity(last.entity_id, last.merge_id)
      else await reopenPair(last.pair_id)
      setDone((before) => before.slice(0, -1))
      toast('Decision undone')
    })
  }

  const scan = () =>
    act(async () => {
      await startScan()
      toast('Looking for duplicates. New pairs appear here.')
    })

  useEffect(() => {
    if (!editable || accepting) return
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [contenteditable], [role=dialog]')) return
      const isUndo = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'z'
      if (!isUndo && (event.metaKey || event.ctrlKey || event.altKey)) return
      const key = event.key.toLowerCase()
      const run =
        isUndo || key === 'u'
          ? undo
          : key === 'm'
            ? () => decide('merge')
            : key === 'r'
              ? () => decide('reject')
              : key === 's'
                ? skip
                : null
      if (!run) return
      event.preventDefault()
      void run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 sm:px-6">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-xl">Duplicates</h1>
          <p className="text-ink-2 text-sm" aria-live="polite">
            {queue.data ? `${counted(left, 'pair')} to review` : ' '}
            {done.length > 0 && ` · ${done.length} decided`}
          </p>
        </div>
        {editable && (
          <>
            <Button icon={Undo2} look="quiet" onClick={undo} disabled={done.length === 0 || busy}>
              Undo
            </Button>
            <Button icon={CheckCheck} onClick={() => setAccepting(true)} disabled={left === 0}>
              Merge likely pairs
            </Button>
            <Button icon={ScanSearch} onClick={() => void scan()} disabled={busy}>
              Find duplicates
            </Button>
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
      {queue.data && !pair && (
        <EmptyState
          icon={Copy}
          title="No duplicates to review"
          action={editable && <Button onClick={() => void scan()}>Find duplicates</Button>}
        >
          Leads that may be the same appear here. New leads are compared as they arrive.
        </EmptyState>
      )}
      {pair && (
        <section aria-label="Pair" className="flex flex-col gap-4">
          <p className="text-ink-2" aria-live="polite">
            <strong className="mr-2 font-semibold text-ink tabular-nums">{percent(pair.probability)}</strong>
            {pair.why}
            {pair.reopened_by && ` Rejected before; now they share ${pair.reopened_by.join(' and ')}.`}
          </p>
          <PairView
            pair={pair}
            winners={winners}
            onWinner={editable ? (field, record) => setWinners((before) => ({ ...before, [field]: record })) : null}
          />
          {editable && (
            <div className="sticky bottom-0 flex flex-wrap gap-2 border-t bg-surface py-3">
              <Button look="primary" icon={GitMerge} onClick={() => void decide('merge')} disabled={busy}>
                Merge <Kbd>M</Kbd>
              </Button>
              <Button icon={X} onClick={() => void decide('reject')} disabled={busy}>
                Not duplicates <Kbd>R</Kbd>
              </Button>
              <Button look="quiet" icon={SkipForward} onClick={skip} disabled={busy}>
                Skip <Kbd>S</Kbd>
              </Button>
            </div>
          )}
        </section>
      )}
      <DecidedPairs editable={editable} />
      {accepting && <AcceptDialog onClose={() => setAccepting(false)} />}
    </div>
  )
}
