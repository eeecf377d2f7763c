// The leads in the sequence, the state of each, and the reason.

import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { counted } from '../../ui/format.ts'
import { Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { TimeAhead } from '../../ui/time.tsx'
import { Frame } from '../settings/settings-page.tsx'
import { createDraft, enrollmentsQuery, resumeEnrollment, stopEnrollment } from './outreach.queries.ts'
import { ENROLLMENT_STATUSES, EnrollmentStatus } from './status-badges.tsx'

const REASONS: Record<string, string> = {
  company_replied: 'A colleague replied',
  replied_elsewhere: 'Replied to another sequence',
  maybe_unsubscribe: 'May want no more mail: decide in the inbox',
  unclear_return: 'Something came back that a person has to read',
  suppressed: 'The address is suppressed',
  merged: 'Merged with another lead of this sequence',
  uncertain: 'A message may have been sent',
  person: 'Stopped by a person',
  unverified: 'The address is unverified',
  invalid_email: 'The address takes no mail',
  inactive_lead: 'The lead is marked as dead',
  no_consent_source: 'No consent source',
  country_rule: 'Blocked by a country rule',
  address_changed: 'The address of the lead changed',
  window_over: 'The last day of the sequence is over',
  draft_rejected: 'The draft was rejected',
}

export function PeopleView({ sequence, mayEdit }: { sequence: Schemas['Sequence']; mayEdit: boolean }) {
  const [status, setStatus] = useState('')
  const people = useInfiniteQuery(enrollmentsQuery(sequence.id, status))
  const items = people.data?.pages.flatMap((page) => page.items)
  const total = people.data?.pages[0]?.total ?? 0
  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toast(done)
    } catch (error) {
      toast((error as Error).message, { tone: 'bad' })
    }
  }
  const columns: ListColumn<Schemas['Enrollment']>[] = [
    {
      key: 'name',
      title: 'Lead',
      render: (one) => (
        <span className="flex items-center gap-3">
          <Avatar name={one.name} />
          <span className="min-w-0">
            <span className="block truncate font-medium" dir="auto">
              {one.name}
            </span>
            <span className="block truncate text-ink-3 text-xs">{one.email}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      width: 'w-40',
      render: (one) => (
        <>
          <EnrollmentStatus status={one.status} />
          {one.status_reason && (
            <span className="mt-0.5 block truncate text-ink-3 text-xs" title={one.status_reason}>
              {REASONS[one.status_reason] ?? one.status_reason}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'consent',
      title: 'Consent source',
      width: 'w-44',
      from: 'lg',
      render: (one) => <span className="block truncate text-ink-2">{one.consent_source || '–'}</span>,
    },
    { key: 'sent', title: 'Sent', width: 'w-16', align: 'end', from: 'sm', render: (one) => one.sent },
    {
      key: 'next',
      title: 'Next',
      width: 'w-40',
      from: 'md',
      render: (one) =>
        one.next_at ? (
          <span className="text-ink-2">
            Step {one.next_step}, <TimeAhead at={one.next_at} />
          </span>
        ) : (
          '–'
        ),
    },
  ]
  if (people.isError && !items)
    return (
      <ErrorState title="The people could not be loaded" error={people.error} retry={() => void people.refetch()} />
    )
  if (!items) return <ListSkeleton rows={5} />
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Select aria-label="Status" value={status} className="w-44" onChange={(event) => setStatus(event.target.value)}>
          <option value="">All</option>
          {ENROLLMENT_STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <p className="text-ink-3 text-sm">{counted(total, 'lead')}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState icon={Users} title={status ? 'No leads with this status' : 'No leads enrolled yet'}>
          Enroll leads to see which of them qualify, and why the others do not, before anything is sent.
        </EmptyState>
      ) : (
        <Frame>
          <DataList
            label="People"
            items={items}
            id={(one) => one.id}
            name={(one) => one.name}
            columns={columns}
            {...(mayEdit && {
              menu: (one: Schemas['Enrollment']) => [
                ...(one.status === 'paused' || one.status === 'blocked'
                  ? [{ label: 'Resume', onSelect: () => void run(resumeEnrollment(one.id), 'Resumed') }]
                  : []),
                ...(one.next_at
                  ? [
                      {
                        label: 'Draft the next message',
                        onSelect: () => void run(createDraft(one.id), 'The draft waits for approval under To do'),
                      },
                    ]
                  : []),
                ...(one.ended_at
                  ? []
                  : [{ label: 'Stop', danger: true, onSelect: () => void run(stopEnrollment(one.id), 'Stopped') }]),
              ],
            })}
          />
        </Frame>
      )}
      {people.hasNextPage && (
        <Button className="self-center" busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
