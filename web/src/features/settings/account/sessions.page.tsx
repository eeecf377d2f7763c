// Where you are signed in, with the way to end each session or all others.

import { useQuery } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone, Smartphone } from 'lucide-react'
import { api, take } from '../../../api/client.ts'
import { session } from '../../../api/session.ts'
import type { Schemas } from '../../../api/shapes.ts'
import { useAct } from '../../../session/use-act.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DataList, type ListColumn, timeColumn } from '../../../ui/data-list.tsx'
import { counted } from '../../../ui/format.ts'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { optimistic, sessionsQuery } from '../settings.queries.ts'
import { Frame, Loaded, SettingsPage } from '../settings-page.tsx'
import { deviceWords, isHandheld } from './device.logic.ts'

async function end(ids: string[]) {
  const gone = new Set(ids)
  await optimistic<Schemas['Session'][]>(
    sessionsQuery.queryKey,
    (list) => list.filter((one) => !gone.has(one.id)),
    async () => {
      for (const session_id of ids)
        await take(api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id } } }))
    },
  )
}

export function SessionsPage() {
  const sessions = useQuery(sessionsQuery)
  const [busy, act] = useAct()
  const others = sessions.data?.filter((one) => !one.current) ?? []

  const go = (ids: string[], words: string) =>
    act(async () => {
      await end(ids)
      toast(words)
    }, 'Some sessions are still signed in; the list shows them.')

  const columns: ListColumn<Schemas['Session']>[] = [
    {
      key: 'device',
      title: 'Device',
      render: (one) => {
        const Icon = isHandheld(one.user_agent) ? Smartphone : MonitorSmartphone
        return (
          <span
            className="flex min-w-0 items-center gap-2.5 py-1.5 max-sm:flex-wrap"
            title={one.user_agent ?? undefined}
          >
            <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
            <span className="min-w-0">
              <span className="block truncate font-medium max-sm:whitespace-normal">{deviceWords(one.user_agent)}</span>
              <span className="block truncate text-ink-3 text-xs sm:hidden">
                {one.ip ?? 'unknown address'} · <TimeAgo at={one.last_used_at} />
              </span>
            </span>
            {one.current && <Badge tone="accent">This session</Badge>}
          </span>
        )
      },
    },
    {
      key: 'ip',
      title: 'Address',
      width: 'w-40',
      from: 'md',
      render: (one) => <span className="text-ink-2 tabular-nums">{one.ip ?? 'unknown'}</span>,
    },
    timeColumn({ key: 'since', title: 'Signed in', from: 'lg', at: (one) => one.created_at }),
    timeColumn({ key: 'used', title: 'Last renewed', from: 'sm', at: (one) => one.last_used_at }),
    {
      key: 'end',
      title: '',
      width: 'w-24',
      align: 'end',
      render: (one) =>
        one.current ? (
          <Button size="sm" look="quiet" onClick={() => void session.signOut()}>
            Sign out
          </Button>
        ) : (
          <Button
            size="sm"
            look="quiet"
            aria-label={`Sign out ${deviceWords(one.user_agent)}`}
            onClick={() => void go([one.id], 'Session signed out')}
          >
            Sign out
          </Button>
        ),
    },
  ]

  return (
    <SettingsPage
      page="sessions"
      wide
      action={
        others.length > 0 && (
          <Button
            icon={LogOut}
            busy={busy}
            onClick={() =>
              void go(
                others.map((one) => one.id),
                `${counted(others.length, 'session')} signed out`,
              )
            }
          >
            {others.length === 1 ? 'Sign out the other session' : `Sign out ${others.length} other sessions`}
          </Button>
        )
      }
    >
      <Loaded query={sessions} what="Your sessions" skeleton={<ListSkeleton rows={3} />}>
        {(list) => (
          <>
            <Frame>
              <DataList
                label="Sessions"
                items={list}
                id={(one) => one.id}
                name={(one) => deviceWords(one.user_agent)}
                columns={columns}
              />
            </Frame>
            {list.length === 1 && <p className="text-ink-3">You are signed in here and nowhere else.</p>}
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}
