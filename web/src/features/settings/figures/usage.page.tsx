// How providers were used: a chart by day, with its table, and the same by provider. The address says which period.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { api, take } from '../../../api/client.ts'
import { useEvents } from '../../../api/events.ts'
import { everyItem, invalidateSoon, keys } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { useWorkspace } from '../../../session/workspace.ts'
import { DataList, type ListColumn } from '../../../ui/data-list.tsx'
import { count, counted, money } from '../../../ui/format.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useNow } from '../../../ui/time.tsx'
import { providerName } from '../../columns/provider-name.ts'
import { providersQuery } from '../../columns/workbook.queries.ts'
import { Frame, Loaded, SettingsPage } from '../settings-page.tsx'
import { PeriodSelect } from './period-select.tsx'
import { everyDay, firstOf, sumOf, type Use } from './usage.logic.ts'
import { dayWords, UsageChart } from './usage-chart.tsx'

const route = getRouteApi('/w/$workspace/settings/usage')

type Item = Schemas['UsageItem']

const usageQuery = (group: 'day' | 'provider', from: string, to: string) => ({
  queryKey: [...keys.settings('usage'), group, from, to],
  queryFn: () =>
    everyItem<Item>((page) =>
      take(api.GET('/api/settings/usage', { params: { query: { group, from, to, ...page } } })),
    ),
})

export function UsagePage() {
  const workspace = useWorkspace()
  const { days = 30, by = 'day' } = route.useSearch()
  const navigate = useNavigate()
  const to = new Date(useNow()).toISOString().slice(0, 10)
  const from = firstOf(days, to)
  const byDay = useQuery(usageQuery('day', from, to))
  useEvents({ types: ['run.*'] }, () => invalidateSoon(keys.settings('usage')))

  const show = (search: { days?: number; by?: string }) =>
    void navigate({
      to: '/w/$workspace/settings/usage',
      params: { workspace: workspace.slug },
      search: { days, by, ...search },
      replace: true,
    })

  return (
    <SettingsPage page="usage" wide action={<PeriodSelect days={days} onChange={(next) => show({ days: next })} />}>
      <Loaded query={byDay} what="The figures" skeleton={<ListSkeleton rows={8} />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={ChartColumn} title={`No provider was called in the last ${counted(days, 'day')}`}>
              Figures appear here after the first run that calls one.
            </EmptyState>
          ) : (
            <>
              <Sum use={sumOf(items)} />
              <UsageChart days={everyDay(items, from, to)} />
              <Tabs
                label="Figures"
                value={by}
                onChange={(next) => show({ by: next })}
                tabs={[
                  {
                    value: 'day',
                    label: 'By day',
                    content: (
                      <Figures
                        label="Use by day"
                        items={items}
                        first={{
                          title: 'Day (UTC)',
                          words: (item) => dayWords(item.day ?? ''),
                          compare: (a, b) => (b.day ?? '').localeCompare(a.day ?? ''),
                        }}
                      />
                    ),
                  },
                  { value: 'provider', label: 'By provider', content: <ByProvider from={from} to={to} /> },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}

function Sum({ use }: { use: Use }) {
  const facts = [
    ['Calls', count(use.calls)],
    ['Found', count(use.hits)],
    ['Not found', count(use.misses)],
    ['Failed', count(use.errors)],
    ['From the cache', count(use.cached)],
    ['Cost', costOf(use)],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-3 text-xs">{name}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** "$3.20", "$3.20 + 12 of unknown price": what is not known is not zero. */
function costOf({ cost_usd, unpriced }: Use): string {
  return unpriced > 0 ? `${money(cost_usd)} + ${count(unpriced)} of unknown price` : money(cost_usd)
}

function ByProvider({ from, to }: { from: string; to: string }) {
  const use = useQuery(usageQuery('provider', from, to))
  const providers = useQuery(providersQuery())
  const names = new Map(providers.data?.map((one) => [one.id, one.label]))
  const nameOf = (item: Item) => providerName(item.provider ?? '', names)
  return (
    <Loaded query={use} what="The figures" skeleton={<ListSkeleton rows={4} />}>
      {(items) => (
        <Figures
          label="Use by provider"
          items={items}
          first={{ title: 'Provider', words: nameOf, compare: (a, b) => nameOf(a).localeCompare(nameOf(b)) }}
        />
      )}
    </Loaded>
  )
}

interface FiguresProps {
  label: string
  items: Item[]
  first: { title: string; words: (item: Item) => string; compare: (a: Item, b: Item) => number }
}

function Figures({ label, items, first }: FiguresProps) {
  const figure = (
    key: 'calls' | 'hits' | 'misses' | 'errors' | 'cached',
    title: string,
    from?: 'sm' | 'md',
  ): ListColumn<Item> => ({
    key,
    title,
    width: 'w-20 sm:w-24',
    align: 'end',
    sort: (a, b) => b[key] - a[key],
    render: (item) => count(item[key]),
    ...(from ? { from } : {}),
  })
  const columns: ListColumn<Item>[] = [
    {
      key: 'first',
      title: first.title,
      sort: first.compare,
      render: (item) => <span className="font-medium">{first.words(item)}</span>,
    },
    figure('calls', 'Calls'),
    figure('hits', 'Found', 'sm'),
    figure('misses', 'Not found', 'md'),
    figure('errors', 'Failed', 'sm'),
    figure('cached', 'Cached', 'md'),
    {
      key: 'cost',
      title: 'Cost',
      width: 'w-32 sm:w-40',
      align: 'end',
      sort: (a, b) => b.cost_usd - a.cost_usd,
      render: (item) => (
        <>
          <span className="block">{money(item.cost_usd)}</span>
          {item.unpriced > 0 && (
            <span className="block truncate text-ink-3 text-xs">+ {count(item.unpriced)} of unknown price</span>
          )}
        </>
      ),
    },
  ]
  return (
    <Frame>
      <DataList
        label={label}
        items={items}
        id={(item) => item.day ?? item.provider ?? ''}
        name={first.words}
        columns={columns}
        sortedBy={label === 'Use by day' ? 'first' : 'calls'}
      />
    </Frame>
  )
}
