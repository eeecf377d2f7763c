// What an import will do, counted, and each count openable as rows.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Column, ImportOutcome, Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { count, counted } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { planRows } from './import.queries.ts'

interface Props {
  record: Schemas['ImportRecord']
  plan: Schemas['ImportPlan']
  columns: Column[]
  fileColumns: string[]
}

const outcomes: [ImportOutcome, string, string][] = [
  ['create', 'to add', 'Rows that will be added'],
  ['update', 'to update', 'Rows that will be changed, with what changes'],
  ['unchanged', 'unchanged', 'Rows that bring nothing new'],
  ['skip', 'skipped', 'Lines that add no row, and why'],
  ['reject', 'rejected', 'Rows that cannot be imported, and why'],
]

export function PlanView({ record, plan, columns, fileColumns }: Props) {
  const [open, setOpen] = useState<ImportOutcome | null>(() => (plan.reject > 0 ? 'reject' : null))
  const names = new Map([...columns, ...plan.columns_created].map((column) => [column.id, column.name]))
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-5">
        {outcomes.map(([outcome, word]) => (
          <li key={outcome} className="flex bg-raised max-sm:last:col-span-2">
            <button
              type="button"
              disabled={plan[outcome] === 0}
              aria-pressed={open === outcome}
              onClick={() => setOpen(open === outcome ? null : outcome)}
              className={cx(
                'flex-1 px-3 py-2 text-left -outline-offset-2! enabled:hover:bg-hover',
                open === outcome && 'bg-accent-soft',
              )}
            >
              <span className="block font-semibold text-lg tabular-nums">{count(plan[outcome])}</span>
              <span className="block text-ink-3 text-xs">{word}</span>
            </button>
          </li>
        ))}
      </ul>
      <ul className="flex flex-col gap-1 text-ink-2 text-sm">
        {plan.columns_created.length > 0 && (
          <li>
            {counted(plan.columns_created.length, 'new column')}:{' '}
            {plan.columns_created.map(({ name }) => name).join(', ')}
          </li>
        )}
        {plan.duplicates > 0 && (
          <li>
            {counted(plan.duplicates, 'line')} of the file {plan.duplicates === 1 ? 'repeats' : 'repeat'} another.
          </li>
        )}
        {plan.unparsed.map((one) => (
          <li key={one.index}>
            {counted(one.count, 'value')} of “{one.name}” {one.count === 1 ? 'is' : 'are'} not of its type, such as{' '}
            {one.examples.map((example) => `“${example}”`).join(', ')}.
          </li>
        ))}
      </ul>
      {open && plan[open] > 0 && (
        <PlanRows
          key={`${record.id} ${plan.made_at} ${open}`}
          record={record}
          outcome={open}
          title={outcomes.find(([outcome]) => outcome === open)?.[2] ?? ''}
          nameOf={(key) => (open === 'reject' ? fileColumns[Number(key)] : names.get(key)) ?? key}
        />
      )}
    </div>
  )
}

interface RowsProps {
  record: Schemas['ImportRecord']
  outcome: ImportOutcome
  title: string
  nameOf: (key: string) => string
}

function PlanRows({ record, outcome, title, nameOf }: RowsProps) {
  const found = useInfiniteQuery({
    queryKey: ['import plan', record.id, record.plan?.made_at, outcome],
    queryFn: ({ pageParam }) => planRows(record.workbook_id, record.id, outcome, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })
  const rows = found.data?.pages.flatMap((page) => page.items)

  return (
    <div>
      <h3 className="mb-2 font-medium">{title}</h3>
      {found.isError && (
        <p role="alert" className="mb-2 text-bad text-sm">
          The rows could not be fetched.{' '}
          <Button size="sm" onClick={() => void (rows ? found.fetchNextPage() : found.refetch())}>
            Try again
          </Button>
        </p>
      )}
      {found.isPending && <Skeleton className="h-24 w-full" />}
      {rows && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={title}
          className="max-h-72 overflow-auto rounded-md border"
        >
          <table className="w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr className="text-left text-ink-3 text-xs">
                <th scope="col" className="sticky top-0 h-8 w-16 border-b bg-canvas px-3 font-medium">
                  Line
                </th>
                {(outcome === 'skip' || outcome === 'reject') && (
                  <th scope="col" className="sticky top-0 h-8 border-b bg-canvas px-2 font-medium">
                    Why
                  </th>
                )}
                <th scope="col" className="sticky top-0 h-8 border-b bg-canvas px-2 font-medium">
                  {outcome === 'update' ? 'What changes' : 'Values'}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.line}>
                  <td className="border-b px-3 py-1.5 align-top text-ink-3 tabular-nums">{row.line}</td>
                  {(outcome === 'skip' || outcome === 'reject') && (
                    <td className="border-b px-2 py-1.5 align-top">{row.reason}</td>
                  )}
                  <td className="max-w-96 border-b px-2 py-1.5" dir="auto">
                    <p className="line-clamp-2 break-words">
                      {Object.entries(row.values)
                        .filter(([, value]) => value !== '' && value !== null)
                        .map(([key, value], index) => (
                          <span key={key}>
                            {index > 0 && ' · '}
                            <span className="text-ink-3">{nameOf(key)}:</span> {shown(value)}
                          </span>
                        ))}
                    </p>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found.hasNextPage && (
        <Button size="sm" className="mt-2" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
