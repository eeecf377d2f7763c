// Finds a text anywhere in the workbook: asks the server for the rows that hold it and goes from cell to cell.
import { useEffect, useRef, useState } from 'react'
import { describeProblem, isAborted } from '../../../api/problem.ts'
import type { GridColumn, Point } from '../../../grid/model/grid.types.ts'
import { locate } from '../../../grid/rows/locate.ts'
import type { Rows } from '../../../grid/rows/shown-rows.types.ts'
import { countRows, queryRows } from '../../columns/workbook.api.ts'
import type { RowsQuestion } from '../../columns/workbook.shapes.ts'
import { goOn } from '../views/go-on.ts'
import { type MatchCount, matchingColumns, placeWords } from './find.logic.ts'

const REST_MS = 250
const PAGE = 100
const COUNTED = 1_000
/** Rows of a view are looked through page by page, as far as this. */
const WALKED = 10_000

interface Options {
  workbookId: string
  rows: Rows
  columns: GridColumn[]
  /** What the rows on the screen answer; null for all rows in their order. */
  question: RowsQuestion | null
  /** Closed, it keeps what was found, and looks for nothing. */
  isOpen: boolean
  onFound: (at: Point) => void
}

export interface Match {
  row_id: string
  position: number
}

interface Answer {
  text: string
  matches: Match[]
  cursor: string | null
  counted: MatchCount | null
}

export function useFind({ workbookId, rows, columns, question, isOpen, onFound }: Options) {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [at, setAt] = useState(0)
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  /** Which of the matching cells of the row. */
  const cellAt = useRef(0)
  const going = useRef<AbortController | null>(null)
  const asked = { ...(question ?? {}), search: text }
  const key = JSON.stringify(asked)
  /** The question that the answer is to. */
  const answered = useRef<string | null>(null)

  /** The next rows that hold the text, however long it takes to come upon one. */
  const search = async (cursor: string | undefined, signal: AbortSignal) => {
    const part = (more: object) => queryRows(workbookId, { ...asked, columns: [], ...place(cursor), ...more }, signal)
    const found = await goOn(part, PAGE, 1)
    // Cells are gone to that hold what was typed: no other word will do.
    return found.corrected_search === null ? found : { ...found, items: [], next_cursor: null }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the question
  useEffect(() => {
    if (!isOpen) {
      going.current?.abort()
      return setBusy(false)
    }
    if (answered.current === key) return
    going.current?.abort()
    answered.current = null
    setAnswer(null)
    setWords('')
    if (text.trim() === '') return setBusy(false)
    const stop = new AbortController()
    going.current = stop
    setBusy(true)
    const timer = setTimeout(async () => {
      try {
        const found = await search(undefined, stop.signal)
        const first: Answer = { text, matches: matchesOf(found.items), cursor: found.next_cursor, counted: null }
        const known = found.next_cursor === null ? { count: first.matches.length, is_exact: true } : null
        setAnswer({ ...first, counted: known })
        answered.current = key
        cellAt.current = 0
        await goTo({ ...first, counted: known }, 0, 'first', stop.signal)
        // What takes long to find takes as long to count.
        if (known || found.is_partial) return
        const { sort: _, ...which } = asked
        const counted = await countRows(workbookId, { ...which, up_to: COUNTED }, stop.signal)
        setAnswer((before) => (before?.text === text ? { ...before, counted } : before))
      } catch (error) {
        if (!isAborted(error)) setWords(describeProblem(error).what)
      } finally {
        if (!stop.signal.aborted) setBusy(false)
      }
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, workbookId, isOpen])

  async function goTo(of: Answer, index: number, cell: 'first' | 'last', signal: AbortSignal) {
    const match = of.matches[index]
    setAt(index)
    setWords('')
    if (!match) return
    const row = await reachRow(rows, match, question !== null, signal)
    if (signal.aborted) return
    if (row === null) return setWords(question ? 'Too far down in this view' : 'This row is gone')
    await rows.ensure(row, row, signal)
    const held = rows.row(row)
    const cells = held ? matchingColumns(held, columns, of.text) : []
    cellAt.current = cell === 'first' ? 0 : Math.max(0, cells.length - 1)
    const col = cells[cellAt.current]
    if (col === undefined) setWords('In a hidden column')
    onFound({ col: col ?? 0, row })
  }

  async function step(by: 1 | -1) {
    const match = answer?.matches[at]
    if (!answer || !match) return
    const index = rows.indexOf(match.row_id)
    const held = index === undefined ? undefined : rows.row(index)
    const cells = held ? matchingColumns(held, columns, answer.text) : []
    const col = cells[cellAt.current + by]
    if (index !== undefined && col !== undefined) {
      cellAt.current += by
      return onFound({ col, row: index })
    }
    going.current?.abort()
    const stop = new AbortController()
    going.current = stop
    setBusy(true)
    try {
      let of = answer
      let next = at + by
      if (next >= of.matches.length && of.cursor) {
        const more = await search(of.cursor, stop.signal)
        of = { ...of, matches: [...of.matches, ...matchesOf(more.items)], cursor: more.next_cursor }
        setAnswer(of)
      }
      if (next >= of.matches.length) next = 0
      if (next < 0) next = of.matches.length - 1
      await goTo(of, next, by === 1 ? 'first' : 'last', stop.signal)
    } catch (error) {
      if (!isAborted(error)) setWords(describeProblem(error).what)
    } finally {
      if (!stop.signal.aborted) setBusy(false)
    }
  }

  const where = answer ? placeWords(at, answer.counted, answer.matches.length) : ''
  return {
    text,
    setText,
    busy,
    words: [where, words].filter(Boolean).join(' · '),
    canStep: (answer?.matches.length ?? 0) > 0,
    step: (by: 1 | -1) => void step(by),
  }
}

const place = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

const matchesOf = (items: readonly Match[]): Match[] => items.map(({ row_id, position }) => ({ row_id, position }))

/** The place of a row on the grid; null where it is gone, or too far down in a view. */
export const reachRow = (rows: Rows, match: Match, inView: boolean, signal: AbortSignal) =>
  inView ? walk(rows, match.row_id, signal) : locate(rows, match, signal)

/** In a view the place of a row is known only by going there. */
async function walk(rows: Rows, rowId: string, signal: AbortSignal): Promise<number | null> {
  for (let from = 0; from < Math.min(rows.total, WALKED); from += rows.pageSize) {
    const known = rows.indexOf(rowId)
    if (known !== undefined) return known
    await rows.ensure(from, Math.min(from + rows.pageSize, rows.total) - 1, signal)
  }
  return rows.indexOf(rowId) ?? null
}
