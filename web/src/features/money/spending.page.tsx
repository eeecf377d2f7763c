// What was spent: a chart by day, sums by whatever people ask, and the ledger with a line for every call.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileDown, ReceiptText } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { DataList, type ListColumn } from '../../ui/data-list.tsx'
import { count, counted, money } from '../../ui/format.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useNow } from '../../ui/time.tsx'
import { PeriodSelect } from '../settings/figures/period-select.tsx'
import { firstOf } from '../settings/figures/usage.logic.ts'
import { dayWords } from '../settings/figures/usage-chart.tsx'
import { Frame, Loaded, SettingsPage } from '../settings/settings-page.tsx'
import { Ledger } from './ledger-list.tsx'
import { forgetMoneySoon, type Group, ledgerFile, spendingQuery } from './money.queries.ts'
import { everyDay } from './spending.logic.ts'
import { SpendingChart } from './spending-chart.tsx'

const route = getRouteApi('/w/$workspace/settings/spending')
const groups: { value: Group; label: string; first: string }[] = [
  { value: 'provider', label: 'Provider', first: 'Provider' },
  { value: 'workbook', label: 'Workbook', first: 'Workbook' },
  { value: 'column', label: 'Column', first: 'Column' },
  { value: 'user', label: 'Person', first: 'Started by' },
  { value: 'day', label: 'Day', first: 'Day (UTC)' },
]

export function SpendingPage() {
  const workspace = useWorkspace()
  const { days = 30, by = 'provider' } = route.useSearch()
  const navigate = useNavigate()
  const to = new Date(useNow()).toISOString().slice(0, 10)
  const from = firstOf(days, to)
  const byDay = useQuery(spendingQuery('day', from, to))
  const file = useSubmit()
  useEvents({ types: ['run.completed', 'run.cancelled', 'run.failed'] }, forgetMoneySoon)
  const show = (search: { days?: number; by?: string }) =>
    void navigate({
      to: '/w/$workspace/settings/spending',
      params: { workspace: workspace.slug },
      search: { days, by, ...search },
      replace: true,
    })
  return (
    <SettingsPage
      page="spending"
      wide
      action={
        <span className="flex flex-wrap items-center gap-2">
          <PeriodSelect days={days} onChange={(next) => show({ days: next })} />
          <Button
            icon={FileDown}
            busy={file.busy}
            onClick={() => file.submit(async () => saveFile(await ledgerFile(from, to), `ledger ${from} to ${to}.csv`))}
          >
            Export
          </Button>
        </span>
      }
    >
      {file.words && <p role="alert" className="text-bad">{`No file was made. ${file.words}`}</p>}
      <Loaded query={byDay} what="The ledger" skeleton={<ListSkeleton rows={8} />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={ReceiptText} title={`Nothing was spent in the last ${counted(days, 'day')}`}>
              Each call that costs something becomes a line here. What is free, answered from the cache, or a miss that
              is not billed leaves none.
            </EmptyState>
          ) : (
            <>
              <SpendingChart days={everyDay(items, from, to)} />
              <Tabs
                label="Figures"
                value={by}
                onChange={(next) => show({ by: next })}
                tabs={[
                  ...groups.map(({ value, label, first }) => ({
                    value,
                    label,
                    content: <Sums group={value} title={first} from={from} to={to} />,
                  })),
                  { value: 'lines', label: 'Every call', content: <Ledger from={from} to={to} /> },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}

function Sums({ group, title, from, to }: { group: Group; title: string; from: string; to: string }) {
  const sums = useQuery(spendingQuery(group, from, to))
  const nameOf = ({ key, name }: Schemas['SpendingItem']) =>
    group === 'day' ? dayWords(key ?? '') : (name ?? (key === null ? 'None' : 'Deleted'))
  return (
    <Loaded query={sums} what="The figures" skeleton={<ListSkeleton rows={4} />}>
      {(items) => {
        const all = items.reduce((sum, one) => sum + one.spent_usd, 0)
        const columns: ListColumn<Schemas['SpendingItem']>[] = [
          {
            key: 'first',
            title,
            sort: (a, b) =>
              group === 'day' ? (b.key ?? '').localeCompare(a.key ?? '') : nameOf(a).localeCompare(nameOf(b)),
            render: (item) => (
              <span className="font-medium" dir="auto">
                {nameOf(item)}
              </span>
            ),
          },
          {
            key: 'share',
            title: 'Share',
            width: 'w-40',
            from: 'md',
            render: (item) => (
              <span
                aria-hidden
                className="block h-2 rounded-full bg-accent"
                style={{
                  width: `${all > 0 ? (item.spent_usd / all) * 100 : 0}%`,
                  minWidth: item.spent_usd > 0 ? 2 : 0,
                }}
              />
            ),
          },
          {
            key: 'calls',
            title: 'Calls',
            width: 'w-20',
            align: 'end',
            from: 'sm',
            sort: (a, b) => b.calls - a.calls,
            render: (item) => count(item.calls),
          },
          {
            key: 'spent',
            title: 'Spent',
            width: 'w-32 sm:w-44',
            align: 'end',
            sort: (a, b) => b.spent_usd - a.spent_usd,
            render: (item) => (
              <>
                <span className="block">{money(item.spent_usd)}</span>
                {item.uncertain_usd > 0 && (
                  <span className="block truncate text-ink-3 text-xs">+ {money(item.uncertain_usd)} unconfirmed</span>
                )}
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
              label={`Spent by ${title.toLowerCase()}`}
              items={items}
              id={(item) => item.key ?? ''}
              name={nameOf}
              columns={columns}
              sortedBy={group === 'day' ? 'first' : 'spent'}
            />
          </Frame>
        )
      }}
    </Loaded>
  )
}
