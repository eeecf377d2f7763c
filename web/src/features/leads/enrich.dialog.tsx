// Fills many leads: which action, and one sentence that says what it will do and cost before it begins.

import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { count, counted, duration, money } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import { SchemaForm } from '../../ui/forms/schema-form.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { actionsQuery, estimateFill, type FillRequest, startFill } from './lead-actions.api.ts'

interface Props {
  leadIds: number[]
  onClose: (jobId: string | null) => void
}

const MODES: FormField['options'] = [
  { value: 'missing', label: 'Blank and outdated values' },
  { value: 'stale', label: 'Outdated values only' },
  { value: 'all', label: 'All values, also those that are up to date' },
]

export function EnrichDialog({ leadIds, onClose }: Props) {
  const actions = useQuery(actionsQuery())
  const { values, busy, submit, tied, words } = useForm({ action: 'find_emails', mode: 'missing', cap: '' })
  const { action, mode, cap } = values
  const wanted = { lead_ids: leadIds, action, mode } as FillRequest
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
        <SchemaForm
          {...tied}
          fields={[
            {
              name: 'action',
              kind: 'choice',
              label: 'Action',
              hint: chosen?.description,
              options: (actions.data ?? []).map((one) => ({ value: one.action, label: one.title })),
            },
            { name: 'mode', kind: 'choice', label: 'Values to fill', options: MODES },
            {
              name: 'cap',
              kind: 'number',
              label: 'Cost limit (USD)',
              hint: 'Leave blank for no limit beyond the budgets of the workspace.',
            },
          ]}
          errors={isCapWrong ? { cap: 'Enter an amount of 0 or more' } : tied.errors}
        />
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
    [missing_input, 'skipped: no input'],
    [condition_false, 'skipped: condition'],
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
