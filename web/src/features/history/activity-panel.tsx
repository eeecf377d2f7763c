// The changes of the workbook with user and time, each with its undo; a value that an undo skipped links to its cell.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useEvents } from '../../api/events.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { counted } from '../../ui/format.ts'
import { SidePanel } from '../../ui/overlays/side-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { listActivity } from './history.api.ts'
import { reasonWords, skippedWords } from './undo.logic.ts'
import type { Undo } from './use-undo.ts'

interface Props {
  workbookId: string
  columns: Column[]
  editable: boolean
  onUndo: Undo
  onOpenCell: (rowId: string, columnId: string) => void
  onClose: () => void
}

const activityKey = (id: string) => [...keys.workbook(id), 'activity']
/** At most this often while much is happening, in ms. */
const REFRESH_MS = 1_500

export function ActivityPanel({ workbookId, columns, editable, onUndo, onOpenCell, onClose }: Props) {
  const list = useInfiniteQuery({
    queryKey: activityKey(workbookId),
    queryFn: ({ pageParam, signal }) => listActivity(workbookId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  useRefresh(workbookId)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <SidePanel title="Activity" name="activity" onClose={onClose}>
      {list.isPending && <Skeleton className="h-40" />}
      {list.isError && (
        <ErrorState
          title="The activity could not be loaded"
          meaning="The workbook is not affected."
          error={list.error}
          retry={() => void list.refetch()}
          className="px-0 py-0"
        />
      )}
      {list.isSuccess && items.length === 0 && (
        <p className="text-ink-2">
          Nothing yet. Edits, imports, runs and changes of columns appear here for 30 days, each with its undo.
        </p>
      )}
      <ul aria-label="Activity" className="-my-3 flex flex-col divide-y">
        {items.map((item) => (
          <Act
            key={item.id}
            item={item}
            columns={columns}
            editable={editable}
            onUndo={onUndo}
            onOpenCell={onOpenCell}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="sm" className="mt-6" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older
        </Button>
      )}
    </SidePanel>
  )
}

type ActProps = Pick<Props, 'columns' | 'editable' | 'onUndo' | 'onOpenCell'> & { item: Schemas['WorkbookActivity'] }

function Act({ item, columns, editable, onUndo, onOpenCell }: ActProps) {
  const isUndone = item.state === 'undone'
  return (
    <li className="py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className={cx('[overflow-wrap:anywhere]', isUndone && 'text-ink-3 line-through')}>{item.words}</p>
          <p className="mt-0.5 text-ink-3 text-sm">
            {item.actor?.name ?? 'Millrace'} · <TimeAgo at={item.created_at} />
            {isUndone && ' · undone'}
            {item.progress && ` · ${underWay(item)}`}
          </p>
        </div>
        {editable && item.can_undo && (
          <Button size="sm" look="quiet" icon={Undo2} onClick={() => void onUndo('undo', item.id)}>
            Undo
          </Button>
        )}
        {editable && item.can_redo && (
          <Button size="sm" look="quiet" icon={Redo2} onClick={() => void onUndo('redo', item.id)}>
            Redo
          </Button>
        )}
      </div>
      {item.skipped_count > 0 && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer text-ink-2">{skippedWords(item)}</summary>
          <ul className="mt-1 flex flex-col gap-1 pl-4">
            {item.skipped.map((place) => (
              <Left
                key={`${place.row_id} ${place.column_id} ${place.name}`}
                place={place}
                columns={columns}
                onOpenCell={onOpenCell}
              />
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Left({
  place,
  columns,
  onOpenCell,
}: { place: Schemas['SkippedPlace'] } & Pick<Props, 'columns' | 'onOpenCell'>) {
  const { row_id, column_id } = place
  const name = columns.find(({ id }) => id === column_id)?.name
  const opens = row_id !== null && column_id !== null && name !== undefined && place.reason === 'changed_since'
  const words = `${name ?? place.name ?? (row_id ? 'A row' : 'A column')}: ${reasonWords(place)}`
  return (
    <li>
      {opens ? (
        <button
          type="button"
          className="text-left text-accent-ink hover:underline"
          onClick={() => onOpenCell(row_id, column_id)}
        >
          {words}
        </button>
      ) : (
        <span className="text-ink-2">{words}</span>
      )}
    </li>
  )
}

function underWay({ state, progress }: Schemas['WorkbookActivity']): string {
  const doing = state === 'undoing' ? 'being undone' : 'being redone'
  const done = (progress?.rows ?? 0) > 0 ? counted(progress?.rows ?? 0, 'row') : counted(progress?.cells ?? 0, 'cell')
  return `${doing}, ${done} so far`
}

/** Whatever happens in the workbook may be a new line, or a line that moves on. */
function useRefresh(workbookId: string) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEvents({ workbook_id: workbookId, types: ['cells.updated', 'rows.*', 'workbook.*', 'change.*', 'run.*'] }, () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void queries.invalidateQueries({ queryKey: activityKey(workbookId) })
    }, REFRESH_MS)
  })
}
