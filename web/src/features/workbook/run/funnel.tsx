// From everything in scope down to what runs: how many cells fall away at each step, and the rows of each number.
import type { Schemas } from '../../../api/shapes.ts'
import { cx } from '../../../ui/classes.ts'
import { count } from '../../../ui/format.ts'
import { funnel } from '../../columns/run.logic.ts'

interface Props {
  estimate: Schemas['RunEstimate']
  /** The count whose rows are being looked for. */
  looking: Schemas['RunRowsRequest']['planned'] | null
  onPick: (planned: Schemas['RunRowsRequest']['planned'], words: string) => void
}

export function Funnel({ estimate, looking, onPick }: Props) {
  const top = Math.max(1, estimate.cells_in_scope)
  return (
    <table className="mt-5 w-full text-sm">
      <caption className="mb-1 text-left font-medium text-ink-2">What will run</caption>
      <tbody>
        {funnel(estimate).map(({ label, kind, count: cells, hint, planned }) => {
          const number = `${kind === 'less' && cells > 0 ? '−' : ''}${count(cells)}`
          return (
            <tr key={label} title={hint} className={kind === 'less' && cells === 0 ? 'text-ink-3' : ''}>
              <th
                scope="row"
                className={`w-44 py-0.5 text-left ${kind === 'less' ? 'pl-3 font-normal' : 'font-medium'}`}
              >
                {label}
              </th>
              <td className="w-20 py-0.5 pr-3 text-right tabular-nums">
                {planned && cells > 0 ? (
                  <button
                    type="button"
                    aria-label={`Show the rows of ${label.toLowerCase().replace(':', ',')}, ${number}`}
                    aria-busy={looking === planned || undefined}
                    disabled={looking !== null}
                    onClick={() => onPick(planned, label.toLowerCase())}
                    className={cx('rounded-sm text-accent-ink hover:underline', looking === planned && 'opacity-60')}
                  >
                    {number}
                  </button>
                ) : (
                  number
                )}
              </td>
              <td className="py-0.5">
                <span
                  aria-hidden
                  className={`block h-2 rounded-full ${kind === 'less' ? 'bg-line-strong' : 'bg-accent'}`}
                  style={{ width: `${(cells / top) * 100}%`, minWidth: cells > 0 ? 2 : 0 }}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
