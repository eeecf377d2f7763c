// Results of the providers of a column on the rows that were run last, and simulations of other orders.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { count, money, percent, tookWords } from '../../ui/format.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { WaterfallMode } from '../columns/workbook.shapes.ts'
import { performanceQuery, type StepFigures } from './intelligence.queries.ts'
import { OrderSimulator } from './order-simulator.tsx'

export interface FiguresProps {
  workbookId: string
  columnId: string
  /** The stop rule, as the column is stored. */
  mode: WaterfallMode
  /** Puts the steps of the form in this order, and turns off those that are not in it. */
  onOrder: (order: string[]) => void
}

export function ColumnFigures({ workbookId, columnId, mode, onOrder }: FiguresProps) {
  // Parts of the rows only on request: five providers by five countries are no small table.
  const [segment, setSegment] = useState('none')
  const asked = useQuery({ ...performanceQuery(workbookId, columnId, segment), placeholderData: (before) => before })
  if (asked.isError)
    return (
      <ErrorState
        title="The figures could not be loaded"
        meaning="The column itself is as it was."
        error={asked.error}
        retry={() => void asked.refetch()}
        className="px-0 py-0"
      />
    )
  const told = asked.data
  if (!told) return <Skeleton className="h-32 w-full" />
  if (told.rows === 0)
    return (
      <p className="text-ink-2 text-sm">
        This column has not run yet. Its figures appear after the first run; running it on ten rows is enough for a
        first look.
      </p>
    )
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="mb-2 flex flex-wrap items-center gap-2 text-ink-2 text-sm">
          <span>
            {told.rows === 1 ? 'The one row that was run.' : `The ${count(told.rows)} rows that were run last.`}
          </span>
        </p>
        <FiguresTable told={told} />
        {told.segmentations.length > 0 && (
          <div className="mt-3">
            <Field label="Tell rows apart by">
              <Select
                value={told.segmentation?.column_id ?? 'none'}
                onChange={(event) => setSegment(event.target.value)}
              >
                <option value="none">Nothing</option>
                {told.segmentations.map((one) => (
                  <option key={one.column_id} value={one.column_id}>
                    {one.name}
                    {one.kind === 'email_domain' ? ': free mail or an own domain' : ''}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        )}
        {told.steps.length > 1 && mode === 'stop' && (
          <p className="mt-2 text-ink-3 text-xs">
            A later provider is called only where those before it had no answer: its rows are the harder ones.
          </p>
        )}
      </div>
      {told.steps.length > 1 && (
        <OrderSimulator workbookId={workbookId} columnId={columnId} mode={mode} steps={told.steps} onOrder={onOrder} />
      )}
    </div>
  )
}

function FiguresTable({ told }: { told: Schemas['ColumnPerformance'] }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="text-left text-ink-3 text-xs">
        <tr>
          <th className="pb-1 font-normal">Provider</th>
          <th
            className="w-20 pb-1 text-right font-normal"
            title="Of the rows it was called for, those whose answer was good enough"
          >
            Accepted
          </th>
          <th className="w-20 pb-1 text-right font-normal" title="What all its calls cost, for each accepted answer">
            Per answer
          </th>
          <th className="w-16 pb-1 text-right font-normal" title="Half of the calls took no longer">
            Time
          </th>
        </tr>
      </thead>
      {told.steps.map((step) => (
        <tbody key={step.step_id} className="border-t">
          <FiguresRow name={step.label} figures={step} />
          {step.asked > 0 &&
            step.segments
              .filter(({ asked }) => asked > 0)
              .map(({ value, ...figures }) => <FiguresRow key={value} name={value} figures={figures} isPart />)}
        </tbody>
      ))}
    </table>
  )
}

type Figures = Pick<
  StepFigures,
  | 'asked'
  | 'accepted'
  | 'accept_rate'
  | 'accept_low'
  | 'accept_high'
  | 'cost_per_accepted_usd'
  | 'p50_ms'
  | 'p95_ms'
  | 'errors'
  | 'verified_rate'
  | 'cached'
>

function FiguresRow({ name, figures, isPart = false }: { name: string; figures: Figures; isPart?: boolean }) {
  const { asked, accepted, accept_rate, accept_low, accept_high, cost_per_accepted_usd, p50_ms, p95_ms } = figures
  const { errors, verified_rate, cached } = figures
  const bounds = `${count(accepted)} of ${count(asked)}; between ${percent(accept_low)} and ${percent(accept_high)} is likely`
  const notes = [
    `${count(accepted)} of ${count(asked)}`,
    ...(verified_rate !== null ? [`${percent(verified_rate)} verified`] : []),
    ...(errors > 0 ? [`${count(errors)} failed`] : []),
    ...(cached > 0 ? [`${count(cached)} from the cache`] : []),
  ]
  return (
    <tr className={isPart ? 'text-ink-2 text-xs' : 'align-top'}>
      <th className={`py-1 pr-2 text-left ${isPart ? 'pl-4 font-normal' : 'font-medium'}`} dir="auto">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        {isPart ? (
          <span className="ml-2 text-ink-3">{`${count(accepted)} of ${count(asked)}`}</span>
        ) : (
          <span className="block font-normal text-ink-3 text-xs">{asked === 0 ? 'not called' : notes.join(' · ')}</span>
        )}
      </th>
      <td className="py-1 text-right" title={asked === 0 ? undefined : bounds}>
        {accept_rate === null ? '' : percent(accept_rate)}
      </td>
      <td className="py-1 text-right">
        {asked === 0
          ? ''
          : cost_per_accepted_usd === null
            ? 'none'
            : cost_per_accepted_usd === 0
              ? 'free'
              : money(cost_per_accepted_usd)}
      </td>
      <td
        className="py-1 text-right"
        title={p95_ms === null ? undefined : `19 of 20 calls within ${tookWords(p95_ms)}`}
      >
        {p50_ms === null ? '' : tookWords(p50_ms)}
      </td>
    </tr>
  )
}
