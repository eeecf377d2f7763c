// The pairs that were decided last, each with the way back.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAct } from '../../session/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { PairDecision, PairSubject } from './pair-subject.ts'

interface Props {
  subject: PairSubject
  editable: boolean
  /** The pair is to be reviewed again. */
  onTakenBack: (id: number) => void
  onChange: () => Promise<unknown>
}

export function DecidedPairs({ subject, ...rest }: Props) {
  return subject.decided.map(({ title, read }) => (
    <Decided key={title} {...{ title, read }} keptUnder={[...subject.key, 'decided', title]} {...rest} />
  ))
}

interface DecidedProps extends Omit<Props, 'subject'> {
  title: string
  read: PairSubject['decided'][number]['read']
  keptUnder: readonly unknown[]
}

function Decided({ title, read, keptUnder, editable, onTakenBack, onChange }: DecidedProps) {
  const pairs = useInfiniteQuery({
    queryKey: keptUnder,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const [busy, act] = useAct()
  const items = pairs.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null

  async function takeBack(pair: PairDecision) {
    const isDone = await act(pair.takeBack, 'The decision stands.')
    if (isDone) {
      onTakenBack(pair.id)
      toast('Decision undone')
    }
    await onChange()
  }

  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h2 className="font-semibold">
        {title} <span className="font-normal text-ink-3 tabular-nums">{count(pairs.data?.pages[0]?.total ?? 0)}</span>
      </h2>
      <ul className="divide-y rounded-lg border">
        {items.map((pair) => (
          <li key={pair.id} className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">
              <bdi>{pair.names[0]}</bdi> <span className="text-ink-3">and</span> <bdi>{pair.names[1]}</bdi>
            </span>
            {pair.by !== null && <span className="shrink-0 text-ink-3 max-sm:hidden">{pair.by}</span>}
            {editable && (
              <Button
                size="sm"
                look="quiet"
                disabled={busy}
                aria-label={`Undo ${pair.names.join(' and ')}`}
                onClick={() => void takeBack(pair)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {pairs.hasNextPage && (
        <Button
          size="sm"
          look="quiet"
          className="self-start"
          busy={pairs.isFetchingNextPage}
          onClick={() => void pairs.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}
