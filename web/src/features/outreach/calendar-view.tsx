// What will be sent when: a bar for each day, with its table.

import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { count, counted } from '../../ui/format.ts'
import { Field, Input } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Frame, Loaded } from '../settings/settings-page.tsx'
import { calendarQuery } from './outreach.queries.ts'

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Between two moments of a day, on the clock of the sequence. */
function between(first: string, last: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone })
  const [from, until] = [clock.format(new Date(first)), clock.format(new Date(last))]
  return from === until ? from : `${from} – ${until}`
}

const DAYS = [
  { title: 'Day' },
  { title: 'Messages', width: 'w-1/2' },
  { title: 'New leads', align: 'end', from: 'sm' },
  { title: 'Between', align: 'end', from: 'md', isQuiet: true },
] as const

export function CalendarView({ sequence }: { sequence: Schemas['Sequence'] }) {
  const [add, setAdd] = useState(0)
  const calendar = useQuery(calendarQuery(sequence.id, useDebounced(add).settled))
  return (
    <div className="flex flex-col gap-4">
      <Field label="Simulate extra leads" className="w-64">
        <Input
          type="number"
          min={0}
          max={100000}
          value={add}
          onChange={(event) => setAdd(Math.max(0, Math.min(100_000, Math.round(Number(event.target.value)))))}
        />
      </Field>
      <Loaded query={calendar} what="The calendar" skeleton={<ListSkeleton rows={5} />}>
        {({ items, unsent, assumes }) => {
          const most = Math.max(1, ...items.map(({ messages }) => messages))
          return items.length === 0 ? (
            <EmptyState icon={CalendarDays} title="Nothing is planned">
              {unsent > 0
                ? 'No mailbox can send, or the window never opens.'
                : 'Enroll leads, or enter a number above to see when their messages would leave.'}
            </EmptyState>
          ) : (
            <>
              <Frame>
                <FigureTable
                  framed
                  heads={DAYS}
                  rows={items.map((one) => ({
                    key: one.date,
                    cells: [
                      <span key="day" className="whitespace-nowrap">
                        {day.format(new Date(one.date))}
                      </span>,
                      <span key="messages" className="flex items-center gap-2">
                        <span
                          className="h-3 rounded-sm bg-accent"
                          style={{ width: `${Math.max(1, (one.messages / most) * 80)}%` }}
                        />
                        {count(one.messages)}
                      </span>,
                      count(one.new_leads),
                      between(one.first_at, one.last_at, sequence.settings.time_zone),
                    ],
                  }))}
                />
              </Frame>
              {unsent > 0 && <p className="text-warn">{counted(unsent, 'message')} do not fit into these days.</p>}
              <p className="max-w-2xl text-ink-3 text-xs">{assumes}</p>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
