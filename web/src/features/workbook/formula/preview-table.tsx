// How a computed column would turn out: ten rows, some of them lacking what is read, with what was read beside the result.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { describeProblem } from '../../../api/problem.ts'
import type { Column } from '../../../api/shapes.ts'
import { display } from '../../../grid/marks/display.logic.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type Preview, type PreviewedColumn, previewQuery } from '../../columns/formulas/formula.queries.ts'

const READ_SHOWN = 2

/** The preview of a column that is being typed, a moment after the last change. */
export function usePreview(workbookId: string, column: PreviewedColumn | null) {
  const { settled, isSettled } = useDebounced(column)
  const asked = useQuery({ ...previewQuery(workbookId, settled), placeholderData: keepPreviousData })
  return { ...asked, isSettled: isSettled && !asked.isPlaceholderData }
}

interface Props {
  asked: ReturnType<typeof usePreview>
  columns: readonly Column[]
}

export function PreviewTable({ asked, columns }: Props) {
  const preview: Preview | undefined = asked.data
  if (asked.isError) {
    const problem = describeProblem(asked.error)
    return (
      <p role="alert" className="text-bad text-sm">
        {problem.what} {problem.next}
      </p>
    )
  }
  if (!preview) return asked.isFetching ? <Skeleton className="h-40 w-full" /> : null
  if (preview.rows.length === 0)
    return preview.problems.length > 0 ? null : (
      <p className="text-ink-3 text-sm">There are no rows to try it on yet.</p>
    )
  const read = preview.reads.slice(0, READ_SHOWN)
  const name = (id: string) => columns.find((column) => column.id === id)?.name ?? id
  return (
    <section aria-label="Preview">
      <h3 className="mb-1 flex items-center gap-2 font-medium text-ink-2 text-sm">
        Preview
        {preview.value_type && preview.value_type !== 'any' && <Badge>{preview.value_type}</Badge>}
        {preview.volatile && <span className="font-normal text-ink-3 text-xs">computed again every night</span>}
      </h3>
      <div className="overflow-x-auto rounded-md border">
        <table className={`w-full text-sm ${asked.isSettled ? '' : 'opacity-60'}`}>
          <thead>
            <tr className="border-b bg-canvas text-left text-ink-3 text-xs">
              {read.map((id) => (
                <th key={id} scope="col" className="max-w-32 truncate px-2 py-1 font-medium">
                  {name(id)}
                </th>
              ))}
              <th scope="col" className="px-2 py-1 font-medium">
                Result
              </th>
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row) => (
              <tr key={row.row_id} className="border-b last:border-b-0">
                {read.map((id) => (
                  <td key={id} dir="auto" className="max-w-32 truncate px-2 py-1 text-ink-2">
                    {display(row.inputs[id], 'text').text || <Blank />}
                  </td>
                ))}
                <td dir="auto" className="max-w-44 truncate px-2 py-1">
                  {row.error ? (
                    <span className="text-bad" title={row.error.message}>
                      {row.error.message}
                    </span>
                  ) : (
                    display(row.value, 'text').text || <Blank />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const Blank = () => <span className="text-ink-3">blank</span>
