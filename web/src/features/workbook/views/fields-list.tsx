// The columns as a list: found by name, shown and hidden, pinned, put in another order and renamed, by pointer or by keys.
import { GripVertical, Pencil, Pin } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Column } from '../../../api/shapes.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Checkbox, Input } from '../../../ui/forms/field.tsx'
import { useDragOrder } from '../../columns/use-drag-order.ts'
import { ColumnName } from '../column/column-name.tsx'
import type { ViewLayout } from './use-layout.ts'

interface Props {
  /** In the order they are looked at in. */
  columns: readonly Column[]
  layout: ViewLayout
  /** Whether they can be renamed. */
  editable: boolean
  /** The column to be renamed when the list opens. */
  begin: string | null
}

export function FieldsList({ columns, layout, editable, begin }: Props) {
  const { hidden, pinned } = layout
  const [text, setText] = useState('')
  const [renaming, setRenaming] = useState(begin)
  /** The order while one is being dragged. */
  const [dragging, setDragging] = useState<string[] | null>(null)
  const known = new Map(columns.map((column) => [column.id, column]))
  const stored = [
    ...columns.filter(({ id }) => pinned.includes(id)),
    ...columns.filter(({ id }) => !pinned.includes(id)),
  ]
  const order = dragging ?? stored.map(({ id }) => id)
  const wanted = text.trim().toLowerCase()
  const found = order.flatMap((id) => known.get(id) ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
  const ids = found.map(({ id }) => id)

  const moved = (from: number, to: number) => {
    const next = [...order]
    next.splice(to, 0, ...next.splice(from, 1))
    return next
  }
  const { dragged, grab } = useDragOrder(
    (from, to) => setDragging(moved(from, to)),
    () => {
      if (dragging) void layout.reorder(dragging)
      setDragging(null)
    },
  )

  return (
    <div className="flex max-h-[min(32rem,70vh)] flex-col gap-2">
      <Input
        type="search"
        autoFocus={begin === null && matchMedia('(pointer: fine)').matches}
        aria-label="Find a column"
        placeholder={`Find among ${counted(columns.length, 'column')}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="shrink-0"
      />
      <ol className="-mx-1 flex min-h-0 flex-col overflow-y-auto">
        {found.map((column, index) => (
          <Line
            key={column.id}
            column={column}
            place={wanted === '' ? { index, count: found.length } : null}
            isShown={!hidden.includes(column.id)}
            isPinned={pinned.includes(column.id)}
            isDragged={dragged === index}
            isRenamed={renaming === column.id}
            editable={editable}
            onShow={(on) => layout.hide([column.id], !on)}
            onPin={(on) => void layout.change(column.id, { pinned: on })}
            onGrab={(event) => grab(event, index)}
            onMove={(to) => to >= 0 && to < order.length && void layout.reorder(moved(index, to))}
            onRename={() => setRenaming(column.id)}
            onRenamed={(name) => {
              setRenaming(null)
              if (name !== null) void layout.change(column.id, { name })
            }}
          />
        ))}
        {found.length === 0 && <li className="px-1 text-ink-3 text-sm">No column has this name.</li>}
      </ol>
      <div className="flex shrink-0 items-center gap-1 border-t pt-2">
        <Button
          size="sm"
          look="quiet"
          disabled={!ids.some((id) => hidden.includes(id))}
          onClick={() => layout.hide(ids, false)}
        >
          Show all
        </Button>
        <Button
          size="sm"
          look="quiet"
          disabled={ids.every((id) => hidden.includes(id))}
          onClick={() => layout.hide(ids, true)}
        >
          Hide all
        </Button>
        {hidden.length > 0 && <span className="ml-auto text-ink-3 text-xs">{hidden.length} hidden</span>}
      </div>
    </div>
  )
}

interface LineProps {
  column: Column
  /** Null: a part of the list is shown, so that there is no place to move to. */
  place: { index: number; count: number } | null
  isShown: boolean
  isPinned: boolean
  isDragged: boolean
  isRenamed: boolean
  editable: boolean
  onShow: (on: boolean) => void
  onPin: (on: boolean) => void
  onGrab: (event: PointerEvent<HTMLElement>) => void
  onMove: (to: number) => void
  onRename: () => void
  onRenamed: (name: string | null) => void
}

function Line({ column, place, isShown, isPinned, isDragged, isRenamed, editable, ...acts }: LineProps) {
  const { name } = column
  function press(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !place) return
    event.preventDefault()
    acts.onMove(place.index + by)
  }
  return (
    <li
      data-step={place?.index}
      className={`group/line flex h-8 shrink-0 items-center gap-1 rounded-sm pr-1 pointer-coarse:h-11 ${isDragged ? 'bg-accent-soft' : 'hover:bg-hover'}`}
    >
      {place && (
        <button
          type="button"
          aria-label={`Move ${name}, column ${place.index + 1} of ${place.count}. Arrow up and down move it.`}
          onKeyDown={press}
          onPointerDown={acts.onGrab}
          className="flex h-full w-5 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-3 active:cursor-grabbing pointer-coarse:w-8"
        >
          <GripVertical aria-hidden className="size-3.5" />
        </button>
      )}
      {isRenamed ? (
        <ColumnName name={name} onDone={acts.onRenamed} className="mx-1 h-7" />
      ) : (
        <Checkbox
          label={
            <span dir="auto" className={`block truncate ${isShown ? '' : 'text-ink-3'}`}>
              {name}
            </span>
          }
          className={`min-w-0 flex-1 [&>span:last-child]:min-w-0 ${place ? '' : 'pl-1'}`}
          checked={isShown}
          onChange={acts.onShow}
        />
      )}
      {editable && !isRenamed && (
        <IconButton
          size="sm"
          icon={Pencil}
          label={`Rename ${name}`}
          onClick={acts.onRename}
          className="opacity-0 focus-visible:opacity-100 group-hover/line:opacity-100 pointer-coarse:opacity-100"
        />
      )}
      <IconButton
        size="sm"
        icon={Pin}
        label={isPinned ? `Unpin ${name}` : `Pin ${name} at the left`}
        pressed={isPinned}
        onClick={() => acts.onPin(!isPinned)}
        className={
          isPinned ? '' : 'opacity-0 focus-visible:opacity-100 group-hover/line:opacity-100 pointer-coarse:opacity-100'
        }
      />
    </li>
  )
}
