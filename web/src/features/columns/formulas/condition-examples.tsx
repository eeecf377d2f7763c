// What a condition comes to on real rows: how many it runs on and some of them, and the same for those it leaves out.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keys } from '../../../api/queries.ts'
import type { Column } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/marks/display.logic.ts'
import { cellOf, type GridRow } from '../../../grid/model/grid.types.ts'
import { count } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { isComputed } from '../columns.logic.ts'
import { fieldsIn } from '../filters/tree.logic.ts'
import { countRows, queryRows } from '../workbook.api.ts'
import type { Filter } from '../workbook.shapes.ts'

/** On each side. */
const SHOWN = 5
const COUNTED = 10_000

interface Props {
  workbookId: string
  columns: Column[]
  /** Null runs on every row. */
  condition: Filter | null
}

export function ConditionExamples({ workbookId, columns, condition }: Props) {
  const { settled, isSettled } = useDebounced(condition)
  const names = namesOf(columns, settled)
  const side = (filter: Filter) =>
    Promise.all([
      countRows(workbookId, { filter, up_to: COUNTED }),
      queryRows(workbookId, { filter, limit: SHOWN, columns: names.map(({ id }) => id) }),
    ]).then(([counted, found]) => ({ ...counted, rows: found.items as unknown as GridRow[] }))
  const asked = useQuery({
    queryKey: [...keys.workbook(workbookId), 'condition examples', settled],
    queryFn: async () => {
      const [on, not] = await Promise.all([side(settled as Filter), side({ not: settled as Filter })])
      return { on, not }
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (condition === null || settled === null) return null
  if (asked.isError) return <p className="mt-2 text-ink-3 text-xs">Examples could not be found for this condition.</p>
  if (!asked.data) return <Skeleton className="mt-2 h-24 w-full" />
  const { on, not } = asked.data
  return (
    <div
      className={`mt-2 grid gap-2 min-[480px]:grid-cols-2 ${isSettled && !asked.isPlaceholderData ? '' : 'opacity-60'}`}
    >
      <Side title="Runs on" {...on} names={names} />
      <Side title="Not on" {...not} names={names} />
    </div>
  )
}

interface SideProps {
  title: string
  count: number
  is_exact: boolean
  rows: GridRow[]
  names: Column[]
}

function Side({ title, count: rowsCount, is_exact, rows, names }: SideProps) {
  const [first, ...others] = names
  return (
    <section aria-label={title} className="min-w-0 rounded-md border px-3 py-2 text-sm">
      <h4 className="font-medium tabular-nums">
        {title} {is_exact ? count(rowsCount) : `more than ${count(rowsCount)}`} {rowsCount === 1 ? 'row' : 'rows'}
      </h4>
      <ul className="mt-1 flex flex-col gap-0.5 text-ink-2 text-xs">
        {rows.map((row) => (
          <li key={row.row_id} className="truncate" dir="auto">
            {first && (textOf(row, first) || '(blank)')}
            {others.map((column) => (
              <span key={column.id} className="text-ink-3">
                {' · '}
                {textOf(row, column) || `no ${column.name}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a row is known by, and what the condition looks at. */
function namesOf(columns: Column[], condition: Filter | null): Column[] {
  const read = fieldsIn(condition)
  const first = columns.find((column) => !isComputed(column)) ?? columns[0]
  return columns
    .filter((column) => column === first || read.has(column.id))
    .sort((a, b) => Number(b === first) - Number(a === first))
}

function textOf(row: GridRow, column: Column): string {
  return rawText(cellOf(row, { id: column.id, computed: isComputed(column) }).value)
}
