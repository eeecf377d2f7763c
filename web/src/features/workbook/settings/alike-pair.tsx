// Two rows that may be the same, column by column, with the reasons, to be merged or marked as different.

import { GitMerge, X } from 'lucide-react'
import type { Schemas } from '../../../api/shapes.ts'
import { rawText } from '../../../grid/display.logic.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { percent } from '../../../ui/format.ts'
import type { RowPairs } from './alike.api.ts'

interface Props {
  pair: Schemas['RowPair']
  columns: RowPairs['columns']
  editable: boolean
  busy: boolean
  onDecide: (decision: 'merge' | 'reject') => void
}

export function AlikePair({ pair, columns, editable, busy, onDecide }: Props) {
  const { first, second, fields } = pair
  const shown = columns.filter(({ id }) => !isBlank(first.values[id]) || !isBlank(second.values[id]))
  const agreementOf = (id: string) => fields.filter(({ field }) => field === id)
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3">
      <p className="text-ink-2 text-sm">
        <strong className="mr-2 font-semibold text-ink tabular-nums">{percent(pair.probability)}</strong>
        <span dir="auto">{pair.why}</span>
        {pair.reopened_by && ` Marked as different before; now they share ${pair.reopened_by.join(' and ')}.`}
      </p>
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">The two rows</caption>
        <colgroup>
          <col className="w-24 sm:w-36" />
          <col />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Row that stays</th>
            <th scope="col">Row that is merged into it</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name }) => {
            const compared = agreementOf(id)
            const said = compared.map(({ agreement }) => agreement).join(', ')
            return (
              <tr key={id} className="border-t">
                <th scope="row" title={said} className="truncate py-1 pr-2 text-left align-top font-normal text-ink-3">
                  <span aria-hidden className={cx('mr-2 inline-block size-2 rounded-full', toneOf(compared))} />
                  <span dir="auto">{name}</span>
                  {said !== '' && <span className="sr-only">, {said}</span>}
                </th>
                {[first, second].map((side) => (
                  <td key={side.row_id} dir="auto" className="py-1 pr-2 align-top [overflow-wrap:anywhere]">
                    {isBlank(side.values[id]) ? <span className="text-ink-3">–</span> : rawText(side.values[id])}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {editable && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={GitMerge} disabled={busy} onClick={() => onDecide('merge')}>
            Merge
          </Button>
          <Button size="sm" look="quiet" icon={X} disabled={busy} onClick={() => onDecide('reject')}>
            They are different
          </Button>
        </div>
      )}
    </li>
  )
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function toneOf(compared: readonly { is_same: boolean; weight: number }[]): string {
  if (compared.length === 0) return 'bg-line'
  if (compared.every(({ is_same }) => is_same)) return 'bg-ok'
  return compared.some(({ weight }) => weight > 0) ? 'bg-warn-mark' : 'bg-bad'
}
