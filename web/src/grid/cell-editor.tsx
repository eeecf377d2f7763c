// The editor over one cell: grows with its text, commits with Enter or Tab, gives up with Esc.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { GridColumn, Rect } from './grid.types.ts'

export type EditorMove = 'down' | 'up' | 'right' | 'left' | 'stay'

interface Props {
  column: GridColumn
  /** In px, inside the grid's frame. */
  area: Rect
  /** The text to start with; typing over a cell starts blank. */
  text: string
  onDone: (text: string, move: EditorMove) => void
  onCancel: () => void
}

const MODES: Partial<Record<GridColumn['kind'], 'decimal' | 'email' | 'tel' | 'url'>> = {
  number: 'decimal',
  currency: 'decimal',
  percent: 'decimal',
  email: 'email',
  phone: 'tel',
  url: 'url',
}

export function CellEditor({ column, area, text, onDone, onCancel }: Props) {
  const [value, setValue] = useState(text)
  const box = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)

  // Before the browser paints, so that the key press that opened the editor is typed into it.
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = box.current
    if (!field) return
    field.style.height = '0'
    field.style.height = `${Math.min(240, Math.max(area.height + 1, field.scrollHeight + 2))}px`
  }, [value, area.height])

  function finish(move: EditorMove) {
    if (over.current) return
    over.current = true
    onDone(value, move)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      over.current = true
      onCancel()
    } else if (event.key === 'Enter' && (event.altKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      const field = event.currentTarget
      field.setRangeText('\n', selectionStart, selectionEnd, 'end')
      setValue(field.value)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      finish(event.shiftKey ? 'up' : 'down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      finish(event.shiftKey ? 'left' : 'right')
    }
  }

  return (
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
      onBlur={() => finish('stay')}
      className="absolute z-10 resize-none overflow-auto border-2 border-accent bg-surface px-[7px] py-[5px] text-ink text-sm leading-5 shadow-lift outline-none pointer-coarse:text-lg"
      style={{ left: area.x - 1, top: area.y - 1, minWidth: area.width + 2, maxWidth: 480 }}
    />
  )
}
