// The comments of a workbook, or of one row: open or resolved threads, and where a new one is begun.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { display } from '../../../grid/display.logic.ts'
import { cellOf, type GridColumn } from '../../../grid/grid.types.ts'
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
  type Thread,
  type ThreadFilter,
  threadsQuery,
} from './comments.api.ts'
import { Composer } from './composer.tsx'
import { ThreadItem } from './thread-item.tsx'

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
  const [state, setState] = useState<ThreadFilter>(threadId ? 'all' : 'open')
  const list = useInfiniteQuery(threadsQuery(workbookId, place?.rowId ?? null, state))
  const threads = list.data?.pages.flatMap((page) => page.items) ?? []
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
  const placeOf = ({ row_id, column_id }: Thread): CommentPlace => ({ rowId: row_id, columnId: column_id })

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
              onSend={async (text) => {
                await beginThread(workbookId, place, text)
                setState('open')
                await queries.invalidateQueries({ queryKey: commentsKey(workbookId) })
              }}
            />
          ) : (
            <p className="text-ink-3 text-sm">Viewers read comments. Members of this workspace can write them.</p>
          )}
        </div>
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
            isSought={thread.id === threadId}
            onGo={() => onGo(placeOf(thread))}
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
