// The line of totals under the columns: each under its own, with a menu to choose another.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { api, take } from '../../../api/client.ts'
import { useEvents } from '../../../api/events.ts'
import { describeProblem } from '../../../api/problem.ts'
import { freshFor, keys, queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import type { ColumnPlaces } from '../../../grid/column-places.ts'
import type { GridColumn } from '../../../grid/model/grid.types.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import type { RowsQuestion } from '../../columns/workbook.shapes.ts'
import { totalMenu } from './total-menu.ts'
import { shownTotals, type TotalChoices, type TotalKind, totalText, totalWords } from './totals.logic.ts'

/** More rows than these are totalled again less often while they change. */
const MANY = 100_000
const [SOON_MS, LATER_MS] = [1_000, 10_000]

interface Props {
  workbookId: string
  columns: readonly GridColumn[]
  choices: TotalChoices
  /** What the rows on the grid answer; null for all rows. */
  question: RowsQuestion | null
  rows: number
  places: ColumnPlaces
  onChoose: (columnId: string, total: TotalKind | null) => void
}

export function TotalsBar({ workbookId, columns, choices, question, rows, places, onChoose }: Props) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => places.follow(redraw), [places])
  const wanted = shownTotals(columns, choices)
  const { sort: _, ...which } = question ?? {}
  const body = { ...which, totals: wanted.map(({ column_id, total }) => ({ column_id, total })) }
  const key = [...keys.workbook(workbookId), 'totals']
  const asked = useQuery({
    queryKey: [...key, body],
    queryFn: ({ signal }) =>
      take(
        api.POST('/api/workbooks/{workbook_id}/rows/totals', {
          params: { path: { workbook_id: workbookId } },
          body: body as Schemas['RowTotalsQueryInput'],
          signal,
        }),
      ),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: freshFor(5_000),
    retry: false,
  })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  const changes = ['cells.updated', 'rows.*', 'change.*', 'workbook.updated', 'run.completed']
  useEvents({ workbook_id: workbookId, types: changes }, () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = null
        void queries.invalidateQueries({ queryKey: key })
      },
      rows > MANY ? LATER_MS : SOON_MS,
    )
  })

  const textOf = (column: GridColumn, total: TotalKind) => {
    if (asked.isError) return 'Not read'
    const found = asked.data?.items.find((one) => one.column_id === column.id && one.total === total)
    return found ? totalText(total, found.value, column.kind) : '…'
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the totals are one thing to go to
    <div
      role="group"
      aria-label="Totals"
      className="relative h-8 shrink-0 overflow-hidden border-t bg-canvas pointer-coarse:h-10"
      title={asked.isError ? describeProblem(asked.error).what : undefined}
    >
      {columns.map((column, at) => {
        const place = places.of(at)
        if (!place) return null
        const total = choices[column.id]
        const word = total && totalWords(total, column.kind)
        return (
          <div
            key={column.id}
            className={`absolute inset-y-0 ${place.isFrozen ? 'z-1 border-r bg-canvas' : ''}`}
            style={{ left: place.left, width: place.width }}
          >
            <Menu
              items={[
                { heading: `Total of ${column.name}` },
                ...totalMenu(column, total, (one) => onChoose(column.id, one)),
              ]}
              trigger={
                // In a narrow column the word is on a line below, out of sight as a whole, and the value stays.
                <button
                  type="button"
                  title={total && `${word} of ${column.name}: ${textOf(column, total)}`}
                  className="group flex size-full flex-wrap-reverse content-end justify-end gap-x-1.5 overflow-hidden px-2 text-sm *:flex *:h-full *:items-center hover:bg-hover"
                >
                  {total ? (
                    <>
                      <span className="text-ink-3 text-xs">
                        {word}
                        <span className="sr-only"> of {column.name}:</span>
                      </span>
                      <span className="font-medium tabular-nums">{textOf(column, total)}</span>
                    </>
                  ) : (
                    <span className="text-ink-3 text-xs opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
                      Total<span className="sr-only"> of {column.name}, not chosen</span>
                    </span>
                  )}
                </button>
              }
            />
          </div>
        )
      })}
    </div>
  )
}
