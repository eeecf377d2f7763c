// The bar of Ctrl+H over the grid: a text, another one in its place, what that changes, and replacing one or all.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, Replace, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEvents } from '../../../api/events.ts'
import { describeProblem } from '../../../api/problem.ts'
import { invalidateSoon, keys, queries } from '../../../api/queries.ts'
import { invalidWords } from '../../../grid/marks/invalid-value.logic.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { showError } from '../../../session/show-error.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { count, counted } from '../../../ui/format.ts'
import { Checkbox, Select } from '../../../ui/forms/field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { RowsQuestion } from '../../columns/workbook.shapes.ts'
import { tellUndoable } from '../../history/use-undo.ts'
import { previewReplace, type ReplacePreview, type ReplaceQuestion, replaceInRows } from './replace.api.ts'
import { foundWords, isNothing, pieceOf } from './replace.logic.ts'

interface Props {
  workbookId: string
  columns: readonly GridColumn[]
  /** Those of the selection. */
  chosen: readonly GridColumn[]
  /** What the rows on the screen answer; null for all rows. */
  question: RowsQuestion | null
  /** What was looked for last. */
  text: string
  /** Grows each time Ctrl+H is pressed, so that the text is selected again. */
  asked: number
  onShow: (match: ReplacePreview['examples'][number]) => void
  onClose: () => void
}

export function ReplaceBar({ workbookId, columns, chosen, question, text, asked, onShow, onClose }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const inputs = columns.filter(({ computed }) => !computed)
  const [picked] = useState(() => chosen.filter(({ computed }) => !computed))
  const [find, setFind] = useState(text)
  const [other, setOther] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [whole, setWhole] = useState(false)
  const [where, setWhere] = useState(picked.length > 1 ? 'chosen' : 'all')
  const [busy, setBusy] = useState<'all' | string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again, the text is to be typed over
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [asked])

  const ids = where === 'all' ? inputs : where === 'chosen' ? picked : inputs.filter(({ id }) => id === where)
  const { view_id, filter, search } = question ?? {}
  const wanted: ReplaceQuestion = {
    find,
    replace_with: other,
    match_case: matchCase,
    whole_cell: whole,
    columns: ids.map(({ id }) => id),
    ...(view_id && { view_id }),
    ...(filter && { filter }),
    ...(search && { search }),
  }
  const { settled, isSettled } = useDebounced(wanted)
  const key = [...keys.workbook(workbookId), 'replace']
  const isAsked = settled.find !== '' && ids.length > 0
  const preview = useQuery({
    queryKey: [...key, settled],
    queryFn: ({ signal }) => previewReplace(workbookId, settled, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A bar that opens again, or a text typed again, never offers what was found before a change.
    gcTime: 0,
    retry: false,
  })
  useEvents({ workbook_id: workbookId, types: ['rows.*', 'change.*', 'workbook.updated'] }, () => invalidateSoon(key))
  const shown = isAsked && find !== '' ? preview.data : undefined
  const isCurrent = isSettled && !preview.isPlaceholderData && !preview.isError && shown !== undefined

  /** All that is found, or the one match. */
  async function replace(match?: ReplacePreview['examples'][number]) {
    setBusy(match ? keyOf(match) : 'all')
    const { view_id: _v, filter: _f, search: _s, ...one } = settled
    try {
      const body = match ? { ...one, row_ids: [match.row_id], columns: [match.column_id] } : settled
      const done = await replaceInRows(workbookId, body)
      const words = done.job_id
        ? 'Replacing in the background'
        : done.cells === 0
          ? 'Nothing was replaced: what was found is gone'
          : `Replaced ${counted(done.cells, 'value')} in ${counted(done.rows, 'row')}`
      const left = done.erased > 0 ? `. ${counted(done.erased, 'row')} would name an erased person and stayed` : ''
      tellUndoable(`${words}${left}`, [done.change_id])
      if (done.job_id) onClose()
      // What was found before this change could be replaced a second time.
      else await queries.invalidateQueries({ queryKey: key })
    } catch (error) {
      showError(error, 'Nothing was replaced.')
    } finally {
      setBusy(null)
    }
  }

  const nameOf = (id: string) => columns.find((one) => one.id === id)?.name ?? 'a hidden column'
  const computed = columns.length - inputs.length
  return (
    <search
      aria-label="Find and replace"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      className="absolute inset-x-2 top-10 z-20 flex max-h-[calc(100%-3rem)] flex-col gap-2 rounded-md border bg-raised p-2 shadow-lift sm:left-auto sm:w-104"
    >
      <div className="flex items-center gap-1 pl-0.5">
        <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Box label="Find" text={find} onText={setFind} box={box} />
        <span role="status" className="whitespace-nowrap text-ink-2 text-xs tabular-nums">
          {find === '' ? '' : preview.isError ? 'Not read' : isCurrent ? foundWords(shown) : 'Searching'}
        </span>
        <IconButton size="sm" icon={X} label="Close" keys={['esc']} onClick={onClose} />
      </div>
      <div className="flex items-center gap-1 border-t pt-1 pl-0.5">
        <Replace aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Box label="Replace with" text={other} onText={setOther} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Checkbox label="Match case" checked={matchCase} onChange={setMatchCase} />
        <Checkbox label="Whole cell" checked={whole} onChange={setWhole} />
        <Select
          aria-label="Columns to look in"
          value={where}
          onChange={(event) => setWhere(event.target.value)}
          className="min-w-36 flex-1"
        >
          <option value="all">{`All shown columns (${inputs.length})`}</option>
          {picked.length > 1 && <option value="chosen">{`The ${picked.length} selected columns`}</option>}
          {inputs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {(computed > 0 || (question && (filter || search || view_id))) && (
        <p className="text-ink-3 text-xs">
          {question && (filter || search || view_id) ? 'Only in the rows of this view. ' : ''}
          {computed > 0 &&
            `${counted(computed, 'computed column')} ${computed === 1 ? 'is' : 'are'} left as ${computed === 1 ? 'it is' : 'they are'}.`}
        </p>
      )}
      {preview.isError && find !== '' && <p className="text-bad text-sm">{describeProblem(preview.error).what}</p>}
      {shown && shown.examples.length > 0 && (
        <ul aria-label="What would change" className="-mx-1 max-h-72 min-h-0 overflow-y-auto border-y">
          {shown.examples.map((match) => (
            <Match key={keyOf(match)} name={nameOf(match.column_id)} match={match} onShow={() => onShow(match)}>
              <Button
                size="sm"
                look="quiet"
                busy={busy === keyOf(match)}
                disabled={!isCurrent || busy !== null}
                onClick={() => void replace(match)}
              >
                Replace
              </Button>
            </Match>
          ))}
        </ul>
      )}
      {shown && shown.unfit > 0 && (
        <div>
          <p className="text-sm text-warn">
            {counted(shown.unfit, 'value')} {shown.unfit === 1 ? 'stays' : 'stay'}: the result would not fit the column.
          </p>
          <ul aria-label="What stays" className="-mx-1">
            {shown.unfit_examples.slice(0, 3).map((match) => (
              <Match key={keyOf(match)} name={nameOf(match.column_id)} match={match} onShow={() => onShow(match)}>
                <span className="shrink-0 pr-1 text-ink-3 text-xs">
                  {match.reason === 'too_long'
                    ? 'Too long'
                    : invalidWords(match.reason).replace(': kept as it came', '')}
                </span>
              </Match>
            ))}
          </ul>
        </div>
      )}
      <div className="flex items-center justify-end gap-2">
        {shown && (!shown.complete || shown.cells > shown.examples.length) && (
          <p className="min-w-0 flex-1 text-ink-3 text-xs">
            {shown.complete
              ? `The first ${count(shown.examples.length)} are shown.`
              : `Counted in the first ${count(shown.checked_rows)} of ${count(shown.total_rows)} rows; all are replaced.`}
          </p>
        )}
        <Button
          size="sm"
          look="primary"
          busy={busy === 'all'}
          disabled={!isCurrent || busy !== null || isNothing(shown)}
          onClick={() => void replace()}
        >
          {isCurrent && shown.cells > 0 && shown.complete ? `Replace all ${count(shown.cells)}` : 'Replace all'}
        </Button>
      </div>
    </search>
  )
}

const keyOf = ({ row_id, column_id }: { row_id: string; column_id: string }) => `${row_id} ${column_id}`

interface BoxProps {
  label: string
  text: string
  onText: (text: string) => void
  box?: React.Ref<HTMLInputElement>
}

function Box({ label, text, onText, box }: BoxProps) {
  return (
    <input
      ref={box}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={1000}
      dir="auto"
      onChange={(event) => onText(event.target.value)}
      className="h-7 min-w-0 flex-1 bg-transparent outline-none pointer-coarse:h-9"
    />
  )
}

interface MatchProps {
  name: string
  match: { before?: unknown; after?: unknown }
  onShow: () => void
  children: ReactNode
}

function Match({ name, match, onShow, children }: MatchProps) {
  const { was, is } = pieceOf(match)
  return (
    <li className="flex items-center gap-1 rounded-sm hover:bg-hover">
      <button type="button" onClick={onShow} className="min-w-0 flex-1 px-1 py-1 text-left text-sm">
        <span dir="auto" className="block truncate text-ink-3 text-xs">
          {name}
        </span>
        <span className="flex min-w-0 items-center gap-1">
          <del dir="auto" className="min-w-0 truncate text-ink-3">
            {was}
          </del>
          <ArrowRight aria-hidden className="size-3 shrink-0 text-ink-3" />
          <span className="sr-only">becomes</span>
          <ins dir="auto" className="min-w-0 truncate no-underline">
            {is === '' ? <span className="text-ink-3">blank</span> : is}
          </ins>
        </span>
      </button>
      {children}
    </li>
  )
}
