// What a column holds: how full it is, its figures, its statuses and most frequent values. Each leads to its rows.

import { useQuery } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { freshFor, keys } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { display } from '../../../grid/marks/display.logic.ts'
import { STATUS_WORDS } from '../../../grid/marks/marks.logic.ts'
import { count, counted, percent } from '../../../ui/format.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { Filter, ShownRows } from '../../columns/workbook.shapes.ts'

interface Props {
  workbookId: string
  column: { id: string; name: string }
  /** The rows on the screen when they are not all rows. */
  shown: ShownRows | null
  onClose: () => void
  /** One more condition on the rows that are shown. */
  onFilter: (filter: Filter) => void
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

export function StatsDialog({ workbookId, column, shown, onClose, onFilter }: Props) {
  const which = shown?.isPart ? shown.which : {}
  const asked = useQuery({
    queryKey: [...keys.workbook(workbookId), 'column stats', column.id, which],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/workbooks/{workbook_id}/columns/{column_id}/stats', {
          params: {
            path: { workbook_id: workbookId, column_id: column.id },
            query: {
              ...(which.view_id ? { view_id: which.view_id } : {}),
              ...(which.search ? { search: which.search } : {}),
              ...(which.filter ? { filter: JSON.stringify(which.filter) } : {}),
            },
          },
          signal,
        }),
      ),
    staleTime: freshFor(5_000),
  })
  const stats = asked.data
  const pick = (filter: Filter) => {
    onFilter(filter)
    onClose()
  }
  const empty = stats ? stats.rows - stats.filled : 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={column.name}
      about={shown?.isPart ? `What the shown rows hold. ${shown.words}.` : 'What this column holds in all rows.'}
    >
      {asked.isError && (
        <ErrorState
          title="The figures could not be read"
          meaning="Nothing was changed."
          error={asked.error}
          retry={() => void asked.refetch()}
        />
      )}
      {asked.isPending && <Skeleton className="h-60 w-full" />}
      {stats && (
        <div className="flex flex-col gap-5">
          {stats.is_sampled && (
            <p className="text-ink-3 text-sm">From a sample of {counted(stats.rows, 'row')} all over the workbook.</p>
          )}
          <Bars
            label="Fill"
            of={stats.rows}
            lines={[
              { words: 'Has a value', rows: stats.filled, filter: { field: column.id, op: 'not_empty' } },
              { words: 'Empty', rows: empty, filter: { field: column.id, op: 'is_empty' } },
            ]}
            onPick={pick}
          />
          {stats.number && (
            <Figures
              figures={[
                ['Smallest', numbers.format(stats.number.min)],
                ['Average', numbers.format(stats.number.avg)],
                ['Largest', numbers.format(stats.number.max)],
                ['Sum', numbers.format(stats.number.sum)],
              ]}
            />
          )}
          {stats.date && (
            <Figures
              figures={[
                ['Earliest', display(stats.date.earliest, 'date').text],
                ['Latest', display(stats.date.latest, 'date').text],
              ]}
            />
          )}
          {stats.statuses && Object.keys(stats.statuses).length > 0 && (
            <Bars
              label="Status"
              of={stats.rows}
              lines={Object.entries(stats.statuses).map(([status, rows]) => ({
                words: STATUS_WORDS[status as Schemas['EnrichmentOverlay']['status']] ?? status,
                rows,
                filter: { field: column.id, on: 'status', op: 'eq', value: status },
              }))}
              onPick={pick}
            />
          )}
          {stats.filled > 1 && stats.top.every((one) => one.count === 1) && (
            <p className="text-ink-3 text-sm">No value occurs twice{stats.is_sampled ? ' in the sample' : ''}.</p>
          )}
          {stats.top.some((one) => one.value !== null && one.count > 1) && (
            <Bars
              label="Most frequent values"
              of={stats.rows}
              lines={stats.top
                .filter((one) => one.value !== null)
                .map((one) => ({
                  words: display(one.value, 'text').text,
                  rows: one.count,
                  filter: (one.filter as Filter | null) ?? null,
                }))}
              onPick={pick}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

function Figures({ figures }: { figures: [string, string][] }) {
  return (
    <dl className="grid grid-cols-2 gap-2 rounded-md border px-3 py-2 tabular-nums sm:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-3 text-xs">{label}</dt>
          <dd className="truncate font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface BarsProps {
  label: string
  of: number
  lines: { words: string; rows: number; filter: Filter | null }[]
  onPick: (filter: Filter) => void
}

function Bars({ label, of, lines, onPick }: BarsProps) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-medium text-ink-2 text-sm">{label}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line.words}>
            <button
              type="button"
              title="Show only these rows"
              disabled={line.filter === null || line.rows === 0}
              onClick={() => line.filter && onPick(line.filter)}
              className="grid w-full grid-cols-[minmax(0,1fr)_8rem_5.5rem] items-center gap-3 rounded-sm px-1 py-1 text-left text-sm enabled:hover:bg-hover pointer-coarse:py-2.5 max-sm:grid-cols-[minmax(0,1fr)_4rem_5rem]"
            >
              <span dir="auto" className="truncate">
                {line.words}
              </span>
              <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${of === 0 ? 0 : (line.rows / of) * 100}%` }}
                />
              </span>
              <span className="whitespace-nowrap text-right text-ink-2 tabular-nums">
                {count(line.rows)}
                <span className="ml-1.5 text-ink-3 text-xs">{of === 0 ? '' : percent(line.rows / of)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
