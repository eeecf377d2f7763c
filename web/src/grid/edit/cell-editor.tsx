// The editor over one cell: grows with its text, commits with Enter or Tab, gives up with Esc.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn, Rect } from '../model/grid.types.ts'
import { ChoiceList, LIST_PX, useChoices } from './choice-list.tsx'
import { today } from './today.ts'

/** `fill` stays too, and means every cell that is selected; `here` gives the keys back to the grid, `stay` leaves them where they went. */
export type EditorMove = 'down' | 'up' | 'right' | 'left' | 'stay' | 'here' | 'fill'

interface Props {
  column: GridColumn
  /** In px, inside the grid's frame. */
  area: Rect
  /** How far down the frame goes, in px. */
  bottom: number
  /** The text to start with; typing over a cell starts blank. */
  text: string
  /** What another user put into the cell meanwhile, and who. */
  theirs?: string | undefined
  who?: string | undefined
  /** More cells are selected than the one that is written in. */
  many: boolean
  onDone: (text: string, move: EditorMove) => void
  onCancel: () => void
}

/** What Glide gives the focus to. */
const GRID = 'canvas, [role=grid]'

const MODES: Partial<Record<GridColumn['kind'], 'decimal' | 'email' | 'tel' | 'url'>> = {
  number: 'decimal',
  currency: 'decimal',
  percent: 'decimal',
  email: 'email',
  phone: 'tel',
  url: 'url',
}

export function CellEditor({ column, area, bottom, text, theirs, who, many, onDone, onCancel }: Props) {
  const [value, setValue] = useState(text)
  const box = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  const isYoung = useRef(true)

  // Before the browser paints, so that the key press that opened the editor is typed into it.
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
    // Glide takes the focus one frame after a click: where a key came first, it would take it from this field.
    const frame = requestAnimationFrame(() => {
      isYoung.current = false
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.style.height = '0'
    field.style.height = `${Math.min(240, Math.max(area.height + 1, field.scrollHeight + 2))}px`
  }, [value, area.height])

  const choices = useChoices(column, text, value)

  function finish(move: EditorMove, as = value) {
    if (over.current) return
    over.current = true
    onDone(as, move)
  }

  function insert(field: HTMLTextAreaElement, added: string) {
    field.setRangeText(added, field.selectionStart, field.selectionEnd, 'end')
    setValue(field.value)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (choices.press(event.key)) {
      event.preventDefault()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      over.current = true
      onCancel()
    } else if (event.key === 'Enter' && many && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      finish('fill', choices.taken)
    } else if (event.key === 'Enter' && (event.altKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      insert(event.currentTarget, '\n')
    } else if (event.key === ';' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      insert(event.currentTarget, today())
    } else if (event.key === 'Enter') {
      event.preventDefault()
      finish(event.shiftKey ? 'up' : 'down', choices.taken)
    } else if (event.key === 'Tab') {
      event.preventDefault()
      finish(event.shiftKey ? 'left' : 'right', choices.taken)
    }
  }

  /** The name is known for some seconds only. */
  const changer = useRef(who)
  changer.current = who ?? changer.current
  return (
    <div
      data-cell-editor
      className="absolute z-10 flex flex-col items-start"
      style={{ left: area.x - 1, top: area.y - 1 }}
    >
      <textarea
        ref={box}
        aria-label={`Edit ${column.name}`}
        value={value}
        rows={1}
        dir="auto"
        spellCheck={column.kind === 'long_text'}
        autoCapitalize="off"
        autoComplete="off"
        enterKeyHint="done"
        inputMode={MODES[column.kind] ?? 'text'}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={press}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!isYoung.current || !relatedTarget?.closest(GRID)) return finish('stay')
          queueMicrotask(() => currentTarget.focus({ preventScroll: true }))
        }}
        className="resize-none overflow-auto border-2 border-accent bg-surface px-[7px] py-[5px] text-ink text-sm leading-5 shadow-lift outline-none pointer-coarse:text-lg"
        style={{ minWidth: area.width + 2, maxWidth: 480 }}
        {...choices.field}
      />
      {column.options && (
        <ChoiceList
          choices={choices}
          name={column.name}
          above={bottom - area.y - area.height < LIST_PX && area.y > LIST_PX}
          onPick={(choice) => {
            const picked = choices.with(choice)
            if (column.kind === 'select') return finish('here', picked)
            setValue(picked)
            choices.settle()
          }}
        />
      )}
      {theirs !== undefined && (
        <div
          role="status"
          className="mt-1 flex max-w-80 items-center gap-2 rounded-md border bg-raised py-1 pr-1 pl-2 text-xs shadow-lift"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {changer.current ?? 'Another user'}{' '}
            {theirs === '' ? 'emptied this cell' : `wrote “${shortened(theirs)}” here`}. Enter keeps yours.
          </span>
          <button
            type="button"
            // The text would be saved when it loses the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              over.current = true
              onCancel()
            }}
            className="min-h-7 shrink-0 rounded-md px-2 font-medium text-accent-ink hover:bg-hover pointer-coarse:min-h-10"
          >
            Take theirs
          </button>
        </div>
      )}
    </div>
  )
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
