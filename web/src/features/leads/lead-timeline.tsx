// What happened to a lead, newest first: who changed what of it, and from where.

import { useInfiniteQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { rawText } from '../../grid/marks/display.logic.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { getTimeline, leadKey } from './leads.api.ts'
import { changeWords, type LeadField } from './leads.logic.ts'

export function LeadTimeline({ id, fields }: { id: number; fields: readonly LeadField[] }) {
  const list = useInfiniteQuery({
    queryKey: [...leadKey(id), 'timeline'],
    queryFn: ({ pageParam }) => getTimeline(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  if (list.isPending) return <Skeleton className="h-20" />
  if (list.isError)
    return (
      <ErrorState
        title="The timeline could not be loaded"
        error={list.error}
        retry={() => void list.refetch()}
        className="px-0 py-0"
      />
    )
  return (
    <>
      <ol className="flex flex-col gap-3 border-l pl-4">
        {list.data.pages
          .flatMap((page) => page.items)
          .map((change) => (
            <li
              key={change.id}
              className="relative before:absolute before:top-2 before:-left-4.75 before:size-1.5 before:rounded-full before:bg-line-strong"
            >
              <p>
                {changeWords(change)}
                <span className="text-ink-3 text-xs">
                  {' '}
                  · {change.actor ? `${change.actor.name} · ` : ''}
                  <TimeAgo at={change.at} />
                </span>
              </p>
              {change.note && <p className="text-ink-2 text-sm">“{change.note}”</p>}
              <Fields change={change} labelOf={labelOf} />
            </li>
          ))}
      </ol>
      {list.hasNextPage && (
        <Button
          size="sm"
          look="quiet"
          className="mt-2"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </>
  )
}

function Fields({ change, labelOf }: { change: Schemas['LeadChange']; labelOf: (name: string) => string }) {
  return (
    <ul className="text-sm">
      {change.fields.map(({ field, before, after }) => (
        <li key={field} className="text-ink-2 [overflow-wrap:anywhere]">
          {labelOf(field)}: {before === null ? '' : <s className="text-ink-3">{rawText(before).slice(0, 120)}</s>}{' '}
          {after === null ? <span className="text-ink-3">cleared</span> : rawText(after).slice(0, 120)}
        </li>
      ))}
    </ul>
  )
}
