// A formula in colours: columns and functions are completed as they are typed, what is wrong is underlined where it is.
import type { KeyboardEvent } from 'react'
import { CompletionList } from '../../../ui/forms/completion-list.tsx'
import { useCompletion } from '../../../ui/forms/use-completion.ts'
import {
  type Completion,
  callAt,
  complete,
  completionsAt,
  type FunctionHelp,
  type PieceKind,
  piecesOf,
} from '../../columns/formulas/formula.logic.ts'

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
  const completion = useCompletion({
    value: source,
    onChange,
    put: (found, choice: Completion) => complete(source, found, choice),
    at: (caret) => completionsAt(source, caret, columns, functions),
  })
  const known = new Set(functions.flatMap((one) => [one.name, ...one.also]))
  const names = columns.map((column) => column.name)
  const call = callAt(source, completion.caret)
  const help = call && functions.find((one) => one.name === call.name || one.also.includes(call.name))

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    // The bracket that a completion put in is typed over, not doubled.
    if (event.key === ')' && selectionStart === selectionEnd && source[selectionStart] === ')') {
      event.preventDefault()
      event.currentTarget.setSelectionRange(selectionStart + 1, selectionStart + 1)
      completion.setCaret(selectionStart + 1)
      return
    }
    completion.onKey(event)
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
          {...completion.area}
          aria-label="Formula"
          aria-invalid={faults.length > 0 || undefined}
          spellCheck={false}
          maxLength={20_000}
          value={source}
          placeholder={'UPPER({{Company}}) & " Ltd"'}
          className={`${FONT} absolute inset-0 size-full resize-none overflow-hidden bg-transparent text-transparent caret-ink placeholder:text-ink-3 focus:outline-none`}
          onChange={(event) => {
            onChange(event.target.value)
            completion.typed(event.target)
          }}
          onKeyDown={onKey}
        />
        <CompletionList
          label="Columns and functions"
          completion={completion}
          keyOf={(item) => `${item.kind}.${item.name}`}
        >
          {(item) => (
            <>
              <span className={`font-mono ${item.kind === 'column' ? 'text-accent-ink' : ''}`}>{item.name}</span>
              <span className="ml-2 text-ink-3 text-xs">{item.note}</span>
            </>
          )}
        </CompletionList>
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
