// Text with references to columns: they are colored, and completed after `{` or, in prompts, after `/`.
import type { Column } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { CompletionList } from '../../ui/forms/completion-list.tsx'
import { useTie } from '../../ui/forms/field.tsx'
import { useCompletion } from '../../ui/forms/use-completion.ts'
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
  const completion = useCompletion({
    value,
    onChange,
    put: (found, choice: Column) => complete(value, found, choice),
    at: (caret) => completionsAt(value, caret, columns, slash),
  })
  const font = cx(TEXT, mono ? 'font-mono text-sm' : 'text-base')

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
        {...tie}
        {...completion.area}
        aria-label={label}
        dir="auto"
        rows={1}
        spellCheck={!mono}
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
          completion.typed(event.target)
        }}
        onKeyDown={(event) => {
          const isForList = completion.onKey(event)
          if (!isForList && event.key === 'Enter' && lines === 1) event.preventDefault()
        }}
      />
      <CompletionList label="Columns" completion={completion} keyOf={(column) => column.id}>
        {(column) => (
          <>
            <span className="text-accent-ink">{column.name}</span>
            <span className="ml-2 text-ink-3 text-xs">
              {String(column.input_type ?? column.type).replaceAll('_', ' ')}
            </span>
          </>
        )}
      </CompletionList>
    </div>
  )
}
