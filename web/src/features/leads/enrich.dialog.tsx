// Fills many leads: which action, and one sentence that says what it will do and cost before it begins.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted, duration, money } from '../../ui/format.ts'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { actionsQuery, estimateFill, startFill, type WantedFill } from './lead-actions.api.ts'

interface Props {
  leadIds: number[]
  onClose: (jobId: string | null) => void
}

const MODES: { mode: WantedFill['mode']; words: string }[] = [
  { mode: 'missing', words: 'Blank and outdated values' },
  { mode: 'stale', words: 'Outdated values only' },
  { mode: 'all', words: 'All values, also those that are up to date' },
]

export function EnrichDialog({ leadIds, onClose }: Props) {
  const actions = useQuery(actionsQuery())
  const [action, setAction] = useState<Schemas['LeadAction']['action']>('find_emails')
  const [mode, setMode] = useState<WantedFill['mode']>('missing')
  const [cap, setCap] = useState('')
  const { busy, submit, words } = useSubmit()
  const wanted: WantedFill = { lead_ids: leadIds, action, mode }
  const estimate = useQuery({
    queryKey: ['lead-estimate', action, mode, leadIds],
    queryFn: ({ signal }) => estimateFill(wanted, signal),
    gcTime: 0,
  })
  const max = cap.trim() === '' ? null : Number(cap)
  const isCapWrong = max !== null && !(max >= 0)
  const chosen = actions.data?.find((one) => one.action === action)
  const nothing = estimate.data !== undefined && estimate.data.to_run + estimate.data.cached === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose(null)}
      title={`Enrich ${counted(leadIds.length, 'lead')}`}
      about="A better source is never replaced by a worse one. What the job writes can be undone."
      actions={
        <>
          <Button onClick={() => onClose(null)}>Cancel</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={isCapWrong || nothing}
            onClick={() =>
              void submit(async () => {
                const { job_id } = await startFill(wanted, max)
                onClose(job_id)
              })
            }
          >
            Enrich {counted(leadIds.length, 'lead')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Action" hint={chosen?.description}>
          <Select value={action} onChange={(event) => setAction(event.target.value as Schemas['LeadAction']['action'])}>
            {(actions.data ?? []).map((one) => (
              <option key={one.action} value={one.action}>
                {one.title}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Values to fill">
          <Select value={mode} onChange={(event) => setMode(event.target.value as WantedFill['mode'])}>
            {MODES.map((one) => (
              <option key={one.mode} value={one.mode}>
                {one.words}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Cost limit (USD)"
          hint="Leave blank for no limit beyond the budgets of the workspace."
          error={isCapWrong ? 'Enter an amount of 0 or more' : undefined}
        >
          <Input inputMode="decimal" value={cap} onChange={(event) => setCap(event.target.value)} />
        </Field>
        <div aria-live="polite" className="rounded-md border px-3 py-2.5">
          {estimate.isPending && <Skeleton className="h-10" />}
          {estimate.isError && <p className="text-bad text-sm">The estimate could not be computed.</p>}
          {estimate.data && <Sentence estimate={estimate.data} />}
        </div>
        <FormError>{words}</FormError>
      </div>
    </Dialog>
  )
}

function Sentence({ estimate }: { estimate: Schemas['LeadEstimate'] }) {
  const {
    to_run,
    cached,
    already_fresh,
    missing_input,
    condition_false,
    not_ready,
    merged,
    expected_usd,
    low_usd,
    high_usd,
  } = estimate
  const parts = [
    [cached, 'answered from the cache'],
    [already_fresh, 'already up to date'],
    [missing_input, 'lack an input'],
    [condition_false, 'skipped by condition'],
    [not_ready, 'no provider is connected'],
    [
      merged,
      merged === 1 ? 'lead skipped: merged with another of these' : 'leads skipped: merged with others of these',
    ],
  ] as const
  const cost =
    high_usd === 0 ? 'for free' : `for about ${money(expected_usd)} (${money(low_usd)} to ${money(high_usd)})`
  return (
    <>
      <p className="font-medium">
        {to_run === 0
          ? 'Nothing to ask for.'
          : `${counted(to_run, 'lookup')} will run ${cost}, in about ${duration(estimate.seconds_expected)}.`}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-ink-2 text-sm tabular-nums">
        {parts.flatMap(([many, what]) =>
          many > 0
            ? [
                <li key={what}>
                  {count(many)} {what}
                </li>,
              ]
            : [],
        )}
      </ul>
      {estimate.unknown_prices.length > 0 && (
        <p className="mt-1 text-sm text-warn">
          Not in the sum, since their price is unknown: {estimate.unknown_prices.join(', ')}.
        </p>
      )}
    </>
  )
}
