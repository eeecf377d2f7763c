// A formula in colours: columns and functions are completed as they are typed, what is wrong is underlined where it is.
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type Completing,
  type Completion,
  callAt,
  complete,
  completionsAt,
  type FunctionHelp,
  type PieceKind,
  piecesOf,
} from './formula.logic.ts'

interface Fault {
  start: number
  end: number
}

interface Props {
  source: string
  columns: readonly { name: string; note: string }[]
  functions: readonly FunctionHelp[]
  faults: readonly Fault[]
  onChange: (source: string) => void
}

const COLOURS: Record<PieceKind, string> = {
  plain: '',
  column: 'rounded-xs bg-accent-soft text-accent-ink',
  unknown: 'rounded-xs bg-bad-soft text-bad',
  text: 'text-ok',
  number: 'text-warn',
  function: 'text-accent-ink',
  sign: 'text-ink-3',
}
const FONT = 'whitespace-pre-wrap break-words px-2.5 py-2 font-mono text-sm leading-5 pointer-coarse:text-lg'

export function FormulaEditor({ source, columns, functions, faults, onChange }: Props) {
  const list = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(source.length)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const found: Completing | null = open ? completionsAt(source, caret, columns, functions) : null
  const items = found?.items ?? []
  const chosen = Math.min(at, items.length - 1)
  const known = new Set(functions.flatMap((one) => [one.name, ...one.also]))
  const names = columns.map((column) => column.name)
  const call = callAt(source, caret)
  const help = call && functions.find((one) => one.name === call.name || one.also.includes(call.name))

  function choose(choice: Completion) {
    if (!found) return
    const done = complete(source, found, choice)
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
    const { selectionStart, selectionEnd } = event.currentTarget
    // The bracket that a completion put in is typed over, not doubled.
    if (event.key === ')' && selectionStart === selectionEnd && source[selectionStart] === ')') {
      event.preventDefault()
      event.currentTarget.setSelectionRange(selectionStart + 1, selectionStart + 1)
      setCaret(selectionStart + 1)
      return
    }
    if (items.length === 0) {
      if (event.key === ' ' && event.ctrlKey) {
        event.preventDefault()
        setOpen(true)
      }
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
    <div className="flex flex-col gap-1.5">
      <div className="relative rounded-md border border-line-strong bg-surface focus-within:border-accent">
        <div aria-hidden className={`${FONT} pointer-events-none min-h-22`}>
          {piecesOf(source, names, known).map((piece) => (
            <span
              key={piece.start}
              className={`${COLOURS[piece.kind]} ${faults.some((one) => touches(piece, one)) ? 'underline decoration-bad decoration-wavy underline-offset-4' : ''}`}
            >
              {piece.text}
            </span>
          ))}
          {'\u200b'}
        </div>
        <textarea
          ref={box}
          aria-label="Formula"
          aria-autocomplete="list"
          aria-controls={list}
          aria-expanded={items.length > 0}
          aria-activedescendant={items.length > 0 ? `${list}-${chosen}` : undefined}
          aria-invalid={faults.length > 0 || undefined}
          role="combobox"
          spellCheck={false}
          autoCapitalize="off"
          maxLength={20_000}
          value={source}
          placeholder={'UPPER({{Company}}) & " Ltd"'}
          className={`${FONT} absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink placeholder:text-ink-3 focus:outline-none`}
          onChange={(event) => {
            onChange(event.target.value)
            setCaret(event.target.selectionStart)
            setOpen(true)
            setAt(0)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKey}
          onBlur={() => setOpen(false)}
        />
        {items.length > 0 && (
          <div
            id={list}
            role="listbox"
            aria-label="Columns and functions"
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-auto rounded-md border bg-raised p-1 shadow-lift"
          >
            {items.map((item, index) => (
              <div
                key={`${item.kind}.${item.name}`}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(item)
                }}
                className={`cursor-default rounded-sm px-2 py-1 text-sm ${index === chosen ? 'bg-hover' : ''}`}
              >
                <span className={`font-mono ${item.kind === 'column' ? 'text-accent-ink' : ''}`}>{item.name}</span>
                <span className="ml-2 text-ink-3 text-xs">{item.note}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <p className="min-h-8 text-ink-3 text-xs">
        {help ? (
          <>
            <span className="font-mono text-ink-2">{help.signature}</span> {help.description}
          </>
        ) : (
          'Type { for a column, or the name of a function. Blank values are no errors.'
        )}
      </p>
    </div>
  )
}

function touches(piece: { start: number; text: string }, fault: Fault): boolean {
  return piece.start < Math.max(fault.end, fault.start + 1) && piece.start + piece.text.length > fault.start
}
