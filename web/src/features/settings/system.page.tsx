// The state of the installation for its administrators: process, database, background work, disk.

import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, take } from '../../api/client.ts'
import type { Schemas } from '../../api/shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { bytes, count, duration, percent } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { meQuery } from './settings.queries.ts'
import { FormSkeleton, Frame, Loaded, Section, SettingsPage } from './settings-page.tsx'

type SystemState = Schemas['SystemState']

export function SystemPage() {
  const me = useQuery(meQuery)
  const state = useQuery({
    queryKey: ['admin', 'system'],
    queryFn: () => take(api.GET('/api/settings/system')),
    enabled: me.data?.is_admin ?? false,
    refetchInterval: 10_000,
  })
  return (
    <SettingsPage page="system">
      {me.data && !me.data.is_admin ? (
        <EmptyState icon={ShieldAlert} title="Only administrators see the state of the installation">
          Ask the operator of this server.
        </EmptyState>
      ) : (
        <Loaded query={state} what="The state" skeleton={<FormSkeleton fields={6} />}>
          {(system) => <State system={system} />}
        </Loaded>
      )}
    </SettingsPage>
  )
}

function State({ system }: { system: SystemState }) {
  const { database, jobs, runs, events, disk } = system
  const free = disk.total_bytes > 0 ? disk.free_bytes / disk.total_bytes : 1
  return (
    <>
      <Facts
        title="Service"
        facts={[
          ['Version', system.version],
          ['Node', system.node],
          ['Role of this process', system.role],
          ['Uptime', duration(system.uptime_seconds)],
        ]}
      />
      <Facts
        title="Background work"
        facts={[
          ['Running runs', count(runs.running)],
          ['Queued runs', count(runs.queued)],
          ['Paused runs', count(runs.paused)],
          ['Running jobs', count(jobs.working)],
          [
            'Queued jobs',
            jobs.oldest_waiting_seconds === null
              ? count(jobs.waiting)
              : `${count(jobs.waiting)}, the first for ${duration(jobs.oldest_waiting_seconds)}`,
          ],
          ['Scheduled jobs', count(jobs.planned)],
          [
            'Failed jobs',
            jobs.given_up > 0 ? (
              <Badge key="given up" tone="bad">
                {count(jobs.given_up)}: the log says why
              </Badge>
            ) : (
              '0'
            ),
          ],
          [
            'Undelivered events',
            events.lag_seconds === null
              ? count(events.waiting)
              : `${count(events.waiting)}, the oldest from ${duration(events.lag_seconds)} ago`,
          ],
        ]}
      />
      <Facts
        title="Database"
        facts={[
          ['Kind', database.kind === 'embedded' ? 'Embedded, started with the service' : 'A server of its own'],
          ['PostgreSQL', database.version],
          ['Size', bytes(database.size_bytes)],
          ['Migrations', `${count(database.migrations)}, the last is ${database.last_migration}`],
        ]}
      />
      <Facts
        title="Disk of the data directory"
        facts={[
          [
            'Free',
            <span key="free" className="inline-flex flex-wrap items-center justify-end gap-2">
              {bytes(disk.free_bytes)} of {bytes(disk.total_bytes)}
              <Badge tone={free < 0.05 ? 'bad' : free < 0.15 ? 'warn' : 'plain'}>{percent(free)} free</Badge>
            </span>,
          ],
        ]}
      />
      <p className="text-ink-3 text-sm">Updated every ten seconds, for all workspaces.</p>
    </>
  )
}

function Facts({ title, facts }: { title: string; facts: [string, ReactNode][] }) {
  return (
    <Section title={title}>
      <Frame>
        <dl className="divide-y">
          {facts.map(([name, value]) => (
            <div key={name} className="flex min-h-9 items-center justify-between gap-4 px-4 py-1.5">
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </Frame>
    </Section>
  )
}
