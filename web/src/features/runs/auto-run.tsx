// A column that runs by itself: what a row would cost, the most it may spend in a day, and the switch.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { keys, queries } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { costOfRow } from '../columns/runs.logic.ts'
import { BudgetsLeft } from '../money/budgets-left.tsx'
import { armAutoRun, disarmAutoRun, getAutoRun } from './runs.api.ts'

export function AutoRunSection({ workbookId, columnId }: { workbookId: string; columnId: string }) {
  const key = [...keys.workbook(workbookId), 'auto run', columnId]
  const asked = useQuery({ queryKey: key, queryFn: ({ signal }) => getAutoRun(workbookId, columnId, signal) })
  useEvents({ workbook_id: workbookId, types: ['workbook.auto_run'] }, () => {
    void queries.invalidateQueries({ queryKey: key })
  })
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, submit, fields, words } = useSubmit()
  const now = asked.data
  if (!now) return null
  const free = now.per_row?.high_usd === 0
  const limit = typed ?? String(now.max_usd_per_day ?? (free ? 0 : 5))
  const amount = Number(limit)
  const put = (work: () => Promise<Schemas['AutoRun']>) =>
    void submit(async () => {
      queries.setQueryData(key, await work())
      setTyped(null)
    })
  return (
    <section aria-label="Auto-run" className="mt-6 border-t pt-4">
      <h3 className="font-medium text-ink-2 text-sm">Auto-run</h3>
      <p className="mt-1 text-ink-2 text-sm">
        {now.armed
          ? 'Runs on new rows, and again on rows where something it reads was changed.'
          : 'Off. When it is on, the column runs on new rows, and again on rows where something it reads was changed.'}{' '}
        {costOfRow(now.per_row)}
      </p>
      {now.disarmed_because && (
        <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          It was turned off: {now.disarmed_because}. Turn it on to let it run on your behalf.
        </p>
      )}
      {now.armed && !free && (
        <p className="mt-1 text-ink-2 text-sm tabular-nums">
          {money(now.spent_today_usd)} of {money(now.max_usd_per_day ?? 0)} spent today.
          {now.waiting_for_tomorrow && ' What is left runs after midnight UTC.'}
        </p>
      )}
      <form
        className="mt-3 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          put(() => armAutoRun(workbookId, columnId, amount))
        }}
      >
        {!free && (
          <Field label="At most a day, in US dollars" error={fields.max_usd_per_day}>
            <Input
              type="number"
              min={0}
              step="any"
              className="w-36"
              value={limit}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        {(!now.armed || typed !== null) && (
          <Button type="submit" busy={busy} disabled={limit.trim() === '' || !(amount >= 0)}>
            {now.armed ? 'Change the limit' : 'Turn on'}
          </Button>
        )}
        {now.armed && (
          <Button busy={busy} onClick={() => put(() => disarmAutoRun(workbookId, columnId))}>
            Turn off
          </Button>
        )}
      </form>
      {!free && <BudgetsLeft workbookId={workbookId} columnIds={[columnId]} />}
      {words && !fields.max_usd_per_day && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {words}
        </p>
      )}
    </section>
  )
}
