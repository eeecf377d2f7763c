// What a real lead would get, as the steps stand now; and the leads for which it goes worst.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { findLeads, previewQuery, worstQuery } from './outreach.queries.ts'
import { KINDS } from './steps.logic.ts'

export function SequencePreview({
  sequence,
  steps,
}: {
  sequence: Schemas['Sequence']
  steps: Schemas['SequenceStep'][]
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const [worst, setWorst] = useState(false)
  const asked = useDebounced(search).settled
  const leads = useQuery({ queryKey: ['outreach leads', sequence.id, asked], queryFn: () => findLeads(asked) })
  const leadId = chosen ?? (leads.data?.[0]?.id as number | undefined) ?? null
  const shownSteps = useDebounced(steps).settled
  const preview = useQuery({
    ...previewQuery(sequence.id, leadId ?? 0, shownSteps),
    enabled: leadId !== null && shownSteps.length > 0,
    placeholderData: keepPreviousData,
  })
  return (
    <aside aria-label="Preview" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Preview for" className="min-w-0 flex-1 basis-40">
          <Select value={leadId ?? ''} onChange={(event) => setChosen(Number(event.target.value))}>
            {leads.data?.length === 0 && <option value="">No lead found</option>}
            {leads.data?.map((lead) => (
              <option key={String(lead.id)} value={String(lead.id)}>
                {nameOf(lead)}
              </option>
            ))}
            {chosen !== null && !leads.data?.some(({ id }) => id === chosen) && (
              <option value={chosen}>Lead {chosen}</option>
            )}
          </Select>
        </Field>
        <Field label="Find a lead" className="w-40">
          <Input
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setChosen(null)
            }}
          />
        </Field>
        <Button onClick={() => setWorst(!worst)} aria-pressed={worst}>
          Show ten worst
        </Button>
      </div>
      {worst && <Worst sequence={sequence} onPick={setChosen} />}
      {leadId === null && !leads.isPending && <p className="text-ink-2">Add leads to preview their messages.</p>}
      {leadId !== null && shownSteps.length > 0 && !preview.data && !preview.isError && (
        <Skeleton className="h-48 w-full" />
      )}
      {preview.isError && <p className="text-bad">The preview could not be made: {preview.error.message}</p>}
      {preview.data?.items.map((one) => (
        <article key={one.step_id} className="rounded-md border bg-raised">
          {one.kind !== 'email' ? (
            <header className="border-b px-4 py-2 text-ink-3 text-xs">
              Step {one.step_number}: {KINDS.find(({ value }) => value === one.kind)?.label ?? one.kind}, a task for you
            </header>
          ) : (
            <header className="border-b px-4 py-2">
              <p className="text-ink-3 text-xs">
                Step {one.step_number} to {preview.data.to ?? 'no address'}
              </p>
              <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
                {one.subject || <span className="text-ink-3">No subject</span>}
              </p>
            </header>
          )}
          {one.problems.length > 0 && (
            <p role="status" className="flex items-start gap-2 border-b bg-bad-soft px-4 py-2 text-bad text-sm">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span>Not sent to this lead: {one.problems.join('; ')}.</span>
            </p>
          )}
          <p className="whitespace-pre-wrap px-4 py-3 text-sm [overflow-wrap:anywhere]" dir="auto">
            {one.text}
          </p>
        </article>
      ))}
    </aside>
  )
}

function Worst({ sequence, onPick }: { sequence: Schemas['Sequence']; onPick: (lead: number) => void }) {
  const worst = useQuery(worstQuery(sequence.id))
  if (!worst.data) return <Skeleton className="h-24 w-full" />
  if (worst.data.items.length === 0)
    return (
      <p className="rounded-md border px-4 py-3 text-ink-2">
        No problems for the {worst.data.checked} leads that were checked, with the saved messages.
      </p>
    )
  return (
    <ul className="divide-y rounded-md border">
      {worst.data.items.map((one) => (
        <li key={one.lead_id}>
          <button
            type="button"
            className="w-full px-4 py-2 text-left hover:bg-hover"
            onClick={() => onPick(one.lead_id)}
          >
            <span className="block truncate font-medium" dir="auto">
              {one.name}
            </span>
            <span className="block text-ink-3 text-xs">{one.problems.slice(0, 3).join('; ')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export function nameOf(lead: Record<string, unknown>): string {
  const name = [lead.contact_person, lead.company, lead.email].filter((one) => typeof one === 'string' && one !== '')
  return name.slice(0, 2).join(', ') || `Lead ${lead.id}`
}
