// The comments of a workbook, or of one row: open or resolved threads, and where a new one is begun.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem } from '../../../api/problem.ts'
import { queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { display } from '../../../grid/marks/display.logic.ts'
import { cellOf, type GridColumn } from '../../../grid/model/grid.types.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { roleReaches, useWorkspace } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { SidePanel } from '../../../ui/overlays/side-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import {
  beginThread,
  type CommentPlace,
  commentsKey,
  type ThreadFilter,
  threadQuery,
  threadsQuery,
} from './comments.api.ts'
import { Composer } from './composer.tsx'
import { ThreadItem } from './thread-item.tsx'
import { shownThreads } from './threads.logic.ts'

interface Props {
  workbookId: string
  /** The row or cell that was commented on; null for all of the workbook. */
  place: CommentPlace | null
  /** The thread that a link led to. */
  threadId: string | null
  rows: Rows
  columns: readonly GridColumn[]
  onPlace: (place: CommentPlace | null) => void
  onGo: (place: CommentPlace) => void
  onClose: () => void
}

export function CommentsPanel({ workbookId, place, threadId, rows, columns, onPlace, onGo, onClose }: Props) {
  const { role } = useWorkspace()
  const [state, setState] = useState<ThreadFilter>('open')
  const [repliedTo, setRepliedTo] = useState<Schemas['CommentThread'] | null>(null)
  // The list has the newest threads of one state; the one that a link names is read by itself.
  const sought = useQuery({ ...threadQuery(workbookId, threadId ?? ''), enabled: threadId !== null })
  const held = useQuery({
    ...threadQuery(workbookId, repliedTo?.id ?? ''),
    enabled: repliedTo !== null,
    placeholderData: repliedTo ?? undefined,
  })
  const list = useInfiniteQuery(threadsQuery(workbookId, place?.rowId ?? null, state))
  const threads = shownThreads(
    list.data?.pages.flatMap((page) => page.items) ?? [],
    repliedTo && (held.data ?? repliedTo),
    threadId,
  )
  const mayWrite = roleReaches(role, 'member')

  function placeWords({ rowId, columnId }: CommentPlace): string {
    const at = rows.indexOf(rowId)
    const row = at === undefined ? undefined : rows.row(at)
    const [first] = columns
    const name = row && first ? display(cellOf(row, first).value, first.kind).text : ''
    const column = columns.find(({ id }) => id === columnId)?.name
    const where = name || (at === undefined ? 'A row' : `Row ${(at + 1).toLocaleString('en-US')}`)
    return columnId === null ? where : `${where} · ${column ?? 'a hidden column'}`
  }
  const placeOf = ({ row_id, column_id }: Schemas['CommentThread']): CommentPlace => ({
    rowId: row_id,
    columnId: column_id,
  })

  return (
    <SidePanel title="Comments" name="comments" onClose={onClose}>
      {place && (
        <div className="mb-4 flex flex-col gap-2">
          <div className="flex items-center gap-2">
            <p dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {placeWords(place)}
            </p>
            <Button size="sm" look="quiet" onClick={() => onPlace(null)}>
              All comments
            </Button>
          </div>
          {mayWrite ? (
            <Composer
              key={`${place.rowId} ${place.columnId}`}
              label="Comment"
              send="Comment"
              draft={{ workbookId, slot: `new.${place.rowId}.${place.columnId ?? ''}` }}
              onSend={(text) => beginThread(workbookId, place, text)}
              onSent={() => {
                setState('open')
                void queries.invalidateQueries({ queryKey: commentsKey(workbookId) })
              }}
            />
          ) : (
            <p className="text-ink-3 text-sm">Viewers read comments. Members of this workspace can write them.</p>
          )}
        </div>
      )}
      {threadId !== null && (
        <section aria-label="Linked thread" className="mb-4">
          <div className="flex items-center gap-2">
            <h3 className="min-w-0 flex-1 truncate font-medium">Linked thread</h3>
            <Button size="sm" look="quiet" onClick={() => onPlace(null)}>
              All comments
            </Button>
          </div>
          {sought.isPending && <Skeleton className="mt-2 h-20" />}
          {sought.data && (
            <ul>
              <ThreadItem
                key={sought.data.id}
                workbookId={workbookId}
                thread={sought.data}
                place={placeWords(placeOf(sought.data))}
                isSought
                onGo={() => onGo(placeOf(sought.data))}
              />
            </ul>
          )}
          {sought.isError &&
            (asProblem(sought.error).status === 404 ? (
              <p className="py-2 text-ink-2">
                This thread is deleted, or its row or column is. Undo brings back the thread of a deleted row or column.
              </p>
            ) : (
              <ErrorState
                title="The thread could not be loaded"
                meaning="The workbook is not affected."
                error={sought.error}
                retry={() => void sought.refetch()}
                className="px-0 py-4"
              />
            ))}
        </section>
      )}
      <Tabs
        label="Which comments"
        value={state}
        onChange={(next) => setState(next as ThreadFilter)}
        tabs={[
          { value: 'open', label: 'Open' },
          { value: 'resolved', label: 'Resolved' },
          { value: 'all', label: 'All' },
        ]}
      />
      {list.isPending && <Skeleton className="mt-4 h-40" />}
      {list.isError && (
        <ErrorState
          title="The comments could not be loaded"
          meaning="The workbook is not affected."
          error={list.error}
          retry={() => void list.refetch()}
          className="px-0 py-4"
        />
      )}
      {list.isSuccess && threads.length === 0 && (
        <p className="py-4 text-ink-2">
          {state === 'resolved'
            ? 'No thread was resolved.'
            : place
              ? 'No comments here yet.'
              : 'No comments yet. Choose “Comment” in the menu of a cell to begin.'}
        </p>
      )}
      <ul aria-label="Threads" className="flex flex-col divide-y">
        {threads.map((thread) => (
          <ThreadItem
            key={thread.id}
            workbookId={workbookId}
            thread={thread}
            place={placeWords(placeOf(thread))}
            onGo={() => onGo(placeOf(thread))}
            onReplying={(isReplying) => setRepliedTo(isReplying ? thread : null)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="sm" className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
    </SidePanel>
  )
}
