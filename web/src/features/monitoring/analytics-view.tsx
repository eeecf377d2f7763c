// Analytics of signals: by week, by type, and the companies with most intent. Each chart answers its title, with the table under it.

import { useQuery } from '@tanstack/react-query'
import { ChartColumn, FileDown } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { capital, counted } from '../../ui/format.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useNow } from '../../ui/time.tsx'
import { Frame, Loaded, Section } from '../settings/settings-page.tsx'
import { analyticsQuery } from './monitoring.api.ts'
import { TYPE_NAMES, weeksOf } from './monitoring.logic.ts'
import { WeekChart } from './week-chart.tsx'

type ByType = Schemas['SignalAnalytics']['by_type'][number]
type Top = Schemas['SignalAnalytics']['top'][number]

export function AnalyticsView() {
  const [weeks, setWeeks] = useState(12)
  const analytics = useQuery(analyticsQuery(weeks))
  const now = new Date(useNow())
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-5xl flex-col gap-8 px-4 py-6 md:px-8">
        <Field label="Period" hideLabel>
          <Select value={weeks} className="max-w-44" onChange={(event) => setWeeks(Number(event.target.value))}>
            {[4, 12, 26, 52].map((one) => (
              <option key={one} value={one}>
                Last {counted(one, 'week')}
              </option>
            ))}
          </Select>
        </Field>
        <Loaded query={analytics} what="The figures" skeleton={<ListSkeleton rows={6} />}>
          {(data) =>
            data.total === 0 ? (
              <EmptyState icon={ChartColumn} title="No signals in this period">
                Add watches or scan your leads; what they find is counted here.
              </EmptyState>
            ) : (
              <>
                <Section title="How many signals came each week?">
                  <WeekChart weeks={weeksOf(data.by_week, weeks, now)} types={data.by_type.map(({ type }) => type)} />
                </Section>
                <Section
                  title="Which types led to conversations?"
                  about="Leads with such a signal, and how far the conversation with them is now."
                  action={
                    <Button icon={FileDown} onClick={() => saveFile(csvOf(data.by_type), 'signals by type.csv')}>
                      Export
                    </Button>
                  }
                >
                  <Frame>
                    <DataList
                      label="Types"
                      items={data.by_type}
                      id={(one) => one.type}
                      name={(one) => TYPE_NAMES[one.type]}
                      columns={TYPE_COLUMNS}
                    />
                  </Frame>
                </Section>
                {data.top.length > 0 && (
                  <Section title="Which companies have the most intent?">
                    <Frame>
                      <DataList
                        label="Leads"
                        items={data.top}
                        id={(one) => String(one.lead_id)}
                        name={(one) => one.name}
                        columns={TOP_COLUMNS}
                      />
                    </Frame>
                  </Section>
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </div>
  )
}

const figure = (key: string, title: string, of: (one: ByType) => number, from?: 'sm' | 'md'): ListColumn<ByType> => ({
  key,
  title,
  width: 'w-24',
  align: 'end',
  sort: (a, b) => of(b) - of(a),
  render: of,
  ...(from && { from }),
})

const TYPE_COLUMNS: ListColumn<ByType>[] = [
  { key: 'type', title: 'Type', render: (one) => TYPE_NAMES[one.type] },
  figure('count', 'Signals', (one) => one.count),
  figure('actioned', 'Done', (one) => one.actioned, 'sm'),
  figure('dismissed', 'Dismissed', (one) => one.dismissed, 'sm'),
  figure('leads', 'Leads', (one) => one.leads.all, 'sm'),
  figure('contacted', 'Contacted', (one) => one.leads.contacted, 'md'),
  figure('qualified', 'Qualified', (one) => one.leads.qualified, 'md'),
  figure('converted', 'Converted', (one) => one.leads.converted),
]

const TOP_COLUMNS: ListColumn<Top>[] = [
  { key: 'name', title: 'Lead', render: (one) => <span dir="auto">{one.name}</span> },
  {
    key: 'status',
    title: 'Status',
    width: 'w-32',
    from: 'sm',
    render: (one) => (one.lead_status ? capital(one.lead_status) : 'New'),
  },
  { key: 'signals', title: 'Signals', width: 'w-24', align: 'end', render: (one) => one.signals },
  {
    key: 'intent',
    title: 'Intent',
    width: 'w-32',
    align: 'end',
    render: (one) => (
      <span className="inline-flex w-full items-center justify-end gap-2 tabular-nums">
        <span aria-hidden className="h-1.5 w-14 overflow-hidden rounded-full bg-hover">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${one.intent}%` }} />
        </span>
        {Math.round(one.intent)}
      </span>
    ),
  },
]

function csvOf(types: readonly ByType[]): Blob {
  const rows = types.map(({ type, count, actioned, dismissed, leads }) =>
    [TYPE_NAMES[type], count, actioned, dismissed, leads.all, leads.contacted, leads.qualified, leads.converted].join(
      ',',
    ),
  )
  const head = 'Type,Signals,Done,Dismissed,Leads,Contacted,Qualified,Converted'
  return new Blob([`${[head, ...rows].join('\r\n')}\r\n`], { type: 'text/csv' })
}
