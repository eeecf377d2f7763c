// What a recipe fills, on three rows, beside what it reads; made-up values are told apart.
import type { Schemas } from '../../api/shapes.ts'
import { cx } from '../../ui/classes.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Props {
  preview: Schemas['RecipePreview'] | undefined
  error: Error | null
  /** What is said where there are none. */
  noRows: string
}

export function RecipePreview({ preview, error, noRows }: Props) {
  if (error) return <FormError>{error.message}</FormError>
  if (!preview) return <Skeleton className="h-28 w-full" />
  // What is filled stands behind the first column that is read: others may be many.
  const [first, ...others] = [...preview.columns.keys()].sort(
    (a, b) => Number(isFilled(preview, a)) - Number(isFilled(preview, b)),
  )
  const order =
    first === undefined
      ? []
      : [first, ...others.filter((at) => isFilled(preview, at)), ...others.filter((at) => !isFilled(preview, at))]
  const columns = order.flatMap((at) => preview.columns[at] ?? [])
  const rows = preview.rows.map((row) => order.flatMap((at) => row[at] ?? []))
  if (rows.length === 0) return <p className="text-ink-3 text-sm">{noRows}</p>
  const isMadeUp = rows.some((row) => row.some(({ is_sample }) => is_sample))
  return (
    <section aria-label="What it fills">
      <h3 className="mb-1.5 font-medium text-sm">What it fills</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="overflow-x-auto rounded-md border">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="text-xs">
              {columns.map(({ name, is_filled }) => (
                <th
                  key={name}
                  scope="col"
                  dir="auto"
                  className={cx(
                    'whitespace-nowrap border-b px-2 py-1 font-medium',
                    is_filled ? 'bg-accent-soft text-accent-ink' : 'text-ink-3',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name than their place
              <tr key={at}>
                {row.map(({ value, status, is_sample }, index) => (
                  <td
                    key={columns[index]?.name}
                    dir="auto"
                    className={cx(
                      'max-w-52 truncate px-2 py-1',
                      (is_sample || isBlank(value)) && 'text-ink-3',
                      is_sample && 'italic',
                    )}
                  >
                    {isBlank(value) ? (columns[index]?.is_filled ? WORDS[status] : '') : textOf(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isMadeUp && <p className="mt-1 text-ink-3 text-xs">Values in italics are made up; a run finds the real ones.</p>}
    </section>
  )
}

const isFilled = ({ columns }: Schemas['RecipePreview'], at: number) => columns[at]?.is_filled === true

const WORDS: Record<string, string> = { not_found: 'Not found', skipped: 'Input missing', error: 'Not available here' }

const isBlank = (value: unknown) => value === null || value === ''
const textOf = (value: unknown) =>
  typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
