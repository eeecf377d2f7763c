// Text with references to columns: they are coloured, and completed behind `{` or, in prompts, behind `/`.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { useTie } from '../../ui/field.tsx'
import { complete, completionsAt, piecesOf } from './references.logic.ts'

interface Props {
  value: string
  columns: readonly Column[]
  onChange: (value: string) => void
  /** Said aloud where no Field stands around it. */
  label?: string
  placeholder?: string
  /** Height in lines at least; one line takes no line breaks. */
  lines?: number
  /** `/` opens references, too. */
  slash?: boolean
  mono?: boolean
  maxLength?: number
  /** Text that was pasted as a whole and is taken care of elsewhere. */
  onPaste?: (text: string) => boolean
}

const COLOURS = {
  plain: '',
  column: 'rounded-xs bg-accent-soft text-accent-ink',
  unknown: 'rounded-xs bg-bad-soft text-bad',
}
const TEXT =
  'whitespace-pre-wrap px-2.5 py-1.5 leading-5 [overflow-wrap:anywhere] pointer-coarse:py-2.5 pointer-coarse:text-lg'

export function ReferenceEditor({ value, columns, onChange, label, placeholder, lines = 1, ...more }: Props) {
  const { slash = false, mono = false, maxLength = 20_000, onPaste } = more
  const tie = useTie()
  const list = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(value.length)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found = open ? completionsAt(value, caret, columns, slash) : null
  const items = found?.items ?? []
  const chosen = Math.min(at, items.length - 1)
  const font = cx(TEXT, mono ? 'font-mono text-sm' : 'text-base')

  function choose(choice: Column) {
    if (!found) return
    const done = complete(value, found, choice)
    // At once, so that what is typed next lands where one goes on.
    flushSync(() => {
      onChange(done.source)
      setOpen(false)
      setAt(0)
      setCaret(done.caret)
    })
    box.current?.focus()
    box.current?.setSelectionRange(done.caret, done.caret)
  }

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (items.length === 0) {
      if (event.key === ' ' && event.ctrlKey) setOpen(true)
      else if (!(event.key === 'Enter' && lines === 1)) return
      event.preventDefault()
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((chosen + step + items.length) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const choice = items[chosen]
      if (choice) choose(choice)
    } else if (event.key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      className={cx(
        'relative w-full min-w-0 rounded-md border bg-surface focus-within:border-accent',
        tie['aria-invalid'] ? 'border-bad' : 'border-line-strong hover:border-ink-3',
      )}
    >
      <div
        aria-hidden
        dir="auto"
        className={cx(font, 'pointer-events-none')}
        style={{ minHeight: `${lines * 1.25 + 0.7}rem` }}
      >
        {piecesOf(value, columns).map((piece) => (
          <span key={piece.start} className={COLOURS[piece.kind]}>
            {piece.text}
          </span>
        ))}
        {'\u200b'}
      </div>
      <textarea
        ref={box}
        {...tie}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={list}
        aria-expanded={items.length > 0}
        aria-activedescendant={items.length > 0 ? `${list}-${chosen}` : undefined}
        role="combobox"
        dir="auto"
        rows={1}
        spellCheck={!mono}
        autoCapitalize="off"
        maxLength={maxLength}
        value={value}
        placeholder={placeholder}
        className={cx(
          font,
          'absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink placeholder:text-ink-3 focus:outline-none',
        )}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
        onChange={(event) => {
          onChange(lines === 1 ? event.target.value.replace(/\s*\n\s*/g, ' ') : event.target.value)
          setCaret(event.target.selectionStart)
          setOpen(true)
          setAt(0)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKey}
        onBlur={() => setOpen(false)}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Columns"
        hidden={items.length === 0}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-auto rounded-md border bg-raised p-1 shadow-lift"
      >
        {items.map((column, index) => (
          <div
            key={column.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(column)
            }}
            className={cx('cursor-default truncate rounded-sm px-2 py-1 text-sm', index === chosen && 'bg-hover')}
          >
            <span className="text-accent-ink">{column.name}</span>
            <span className="ml-2 text-ink-3 text-xs">
              {String(column.input_type ?? column.type).replaceAll('_', ' ')}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
