// Provider health: paused providers and until when, then the results of every provider that was called lately. The address has the period.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Activity, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useEvents } from '../../api/events.ts'
import { invalidateSoon } from '../../api/queries.ts'
import type { Schemas } from '../../api/shapes.ts'
import { useAct } from '../../session/use-act.ts'
import { roleReaches, useWorkspace } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { count, percent } from '../../ui/format.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TimeAgo, useNow } from '../../ui/time.tsx'
import { providerName } from '../columns/provider-name.ts'
import { Frame, Loaded, Section, SettingsPage } from '../settings/settings-page.tsx'
import { closedWords, latencyWords, PERIODS, readPeriod, untilWords } from './health.logic.ts'
import { askAgain, type HealthFigures, healthKey, healthQuery } from './health.queries.ts'

/** Those of the catalog come with their names; what columns make of their own settings has none but what it asks. */
const NAMED: ReadonlyMap<string, string> = new Map()

const route = getRouteApi('/w/$workspace/settings/providers')

export function ProviderHealthPage() {
  const workspace = useWorkspace()
  const period = readPeriod(route.useSearch().period)
  const navigate = useNavigate()
  const health = useQuery(healthQuery(period))
  useEvents({ types: ['run.*', 'provider.*'] }, () => invalidateSoon(healthKey()))
  const words = PERIODS.find(({ value }) => value === period)?.words
  return (
    <SettingsPage
      page="providers"
      wide
      action={
        <Field label="Period" hideLabel>
          <Select
            value={period}
            onChange={(event) =>
              void navigate({
                to: '/w/$workspace/settings/providers',
                params: { workspace: workspace.slug },
                search: { period: event.target.value },
                replace: true,
              })
            }
          >
            {PERIODS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      <Loaded query={health} what="The health of the providers" skeleton={<ListSkeleton rows={6} />}>
        {({ items, is_cut, from }) => {
          const closed = items.filter((one) => one.closed)
          const asked = items.filter((one) => one.calls + one.cached > 0)
          return (
            <>
              {closed.length > 0 && (
                <Section title="Paused providers">
                  <ul className="flex flex-col gap-3">
                    {closed.map((one) => (
                      <ClosedCard key={one.account} provider={one} mayOpen={roleReaches(workspace.role, 'editor')} />
                    ))}
                  </ul>
                </Section>
              )}
              {asked.length === 0 ? (
                <EmptyState icon={Activity} title={`No provider was called in ${words}`}>
                  Figures appear here after the first run that calls one.
                </EmptyState>
              ) : (
                <div>
                  <Frame>
                    <Figures items={asked} />
                  </Frame>
                  {is_cut && from && (
                    <p className="mt-2 text-ink-3 text-xs">
                      There were very many calls: the figures are of the newest, since <TimeAgo at={from} />.
                    </p>
                  )}
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}

function ClosedCard({ provider, mayOpen }: { provider: Schemas['ProviderHealth']; mayOpen: boolean }) {
  const workspace = useWorkspace()
  const [busy, act] = useAct()
  const now = useNow()
  const { closed, integration_id, last_error } = provider
  const label = providerName(provider.label, NAMED)
  if (!closed) return null
  const needsKey = closed.until === null && integration_id !== null

  const open = () =>
    act(async () => {
      await askAgain(provider.account)
      toast(`${label} is called again from now on. If it still fails, it is paused again.`)
    }, `${label} stays as it was.`)

  return (
    <li className="rounded-md border px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{label}</span>
        <Badge tone={closed.kind === 'throttled' ? 'warn' : 'bad'}>{closedWords(closed)}</Badge>
        <span className="text-ink-3 text-sm">
          since <TimeAgo at={closed.since} />
        </span>
      </p>
      <p className="mt-1.5 text-ink-2 [overflow-wrap:anywhere]">
        {closed.detail.replace(/\.$/, '')}. {closed.until === null ? '' : untilWords(closed, now)}
      </p>
      {last_error?.detail && last_error.detail !== closed.detail && (
        <p className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">
          Last error, <TimeAgo at={last_error.at} />: {last_error.detail}
        </p>
      )}
      {(needsKey || (mayOpen && closed.kind === 'circuit_open')) && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          {needsKey && (
            <Link
              to="/w/$workspace/settings/integrations"
              params={{ workspace: workspace.slug }}
              search={{ open: integration_id }}
              className="inline-flex h-7 items-center rounded-md bg-accent px-2 font-medium text-on-accent text-sm hover:bg-accent-hover"
            >
              Change the key
            </Link>
          )}
          {mayOpen && closed.kind === 'circuit_open' && (
            <Button size="sm" busy={busy} onClick={() => void open()}>
              Ask it again now
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const COLUMNS = [
  { title: 'Calls', width: 'w-16 sm:w-24', from: '' },
  { title: 'Found', width: 'w-16 sm:w-20', from: '' },
  { title: 'Failed', width: 'w-16 sm:w-20', from: '' },
  { title: 'Asked to wait', width: 'w-28', from: 'hidden md:table-cell' },
  { title: 'Median', width: 'w-24', from: 'hidden md:table-cell' },
  { title: '95 % within', width: 'w-24', from: 'hidden sm:table-cell' },
  { title: 'Last asked', width: 'w-32', from: 'hidden lg:table-cell' },
]

function Figures({ items }: { items: Schemas['ProviderHealth'][] }) {
  return (
    <table aria-label="Providers" className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr className="text-left text-ink-3 text-xs">
          <th scope="col" className="h-8 border-b px-4 font-medium">
            Provider
          </th>
          {COLUMNS.map(({ title, width, from }) => (
            <th key={title} scope="col" className={cx('h-8 border-b px-2 text-right font-medium', width, from)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <Provider key={one.account} provider={one} />
        ))}
      </tbody>
    </table>
  )
}

const DOTS = { well: 'bg-ok', failing: 'bg-warn-mark', throttled: 'bg-warn-mark', circuit_open: 'bg-bad' }
const WORDS = {
  well: 'Active',
  failing: 'Active, mostly failing',
  throttled: 'Asked to wait',
  circuit_open: 'Paused',
}
/** It is active, but from this share of failures on it is marked as failing. */
const FAILING = 0.5

function Provider({ provider }: { provider: Schemas['ProviderHealth'] }) {
  const [open, setOpen] = useState(false)
  const { lookups, last_error } = provider
  const state = provider.state === 'well' && (provider.error_rate ?? 0) >= FAILING ? 'failing' : provider.state
  const label = providerName(provider.label, NAMED)
  const many = lookups.length > 1
  const name = (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden className={cx('size-2 shrink-0 rounded-full', DOTS[state])} />
      <span className="min-w-0 font-medium [overflow-wrap:anywhere] sm:truncate">{label}</span>
      <span className="sr-only">{WORDS[state]}</span>
      {many && <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-ink-3', open && 'rotate-90')} />}
    </span>
  )
  return (
    <>
      <tr className="hover:bg-hover">
        <th
          scope="row"
          className="h-11 border-b py-1.5 pr-1 pl-4 text-left sm:px-4 font-normal [tr:last-child>&]:border-b-0"
        >
          {many ? (
            <button
              type="button"
              aria-expanded={open}
              className="w-full rounded-sm text-left"
              onClick={() => setOpen(!open)}
            >
              {name}
            </button>
          ) : (
            name
          )}
          {last_error && provider.errors > 0 && (
            <span className="block truncate pl-4 text-ink-3 text-xs" title={last_error.detail ?? undefined}>
              {last_error.detail ?? last_error.reason}
            </span>
          )}
        </th>
        <Cells of={provider} />
      </tr>
      {open &&
        lookups.map((one) => (
          <tr key={one.id} className="bg-canvas text-ink-2 text-sm">
            <th
              scope="row"
              className="h-9 border-b py-1 pr-2 pl-8 text-left [overflow-wrap:anywhere] sm:truncate font-normal [tr:last-child>&]:border-b-0"
            >
              {providerName(one.label, NAMED)}
            </th>
            <Cells of={one} />
          </tr>
        ))}
    </>
  )
}

function Cells({ of: one }: { of: HealthFigures }) {
  const bad = (one.error_rate ?? 0) >= 0.2
  const values = [
    one.calls === 0 ? `0 (${count(one.cached)} cached)` : count(one.calls),
    one.hit_rate === null ? '–' : percent(one.hit_rate),
    one.error_rate === null ? '–' : percent(one.error_rate),
    count(one.throttled),
    latencyWords(one.p50_ms),
    latencyWords(one.p95_ms),
  ]
  return (
    <>
      {values.map((value, at) => (
        <td
          key={COLUMNS[at]?.title}
          className={cx('border-b px-2 text-right tabular-nums', COLUMNS[at]?.from, at === 2 && bad && 'text-bad')}
        >
          {value}
        </td>
      ))}
      <td className={cx('border-b px-2 text-right text-ink-3', COLUMNS[6]?.from)}>
        <TimeAgo at={one.last_at} />
      </td>
    </>
  )
}
