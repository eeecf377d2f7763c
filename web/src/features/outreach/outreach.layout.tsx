// The frame of outreach: its areas as tabs at the top, and the page below them.
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useEvents } from '../../api/events.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { draftsQuery, forgetOutreachSoon, messagesQuery, tasksQuery } from './outreach.queries.ts'

const item =
  'flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-0.5 text-ink-2 hover:text-ink ' +
  'data-[status=active]:border-accent data-[status=active]:font-medium data-[status=active]:text-ink'

const AREAS = [
  { to: 'sequences', label: 'Sequences' },
  { to: 'inbox', label: 'Inbox' },
  { to: 'review', label: 'To do' },
  { to: 'mailboxes', label: 'Mailboxes' },
  { to: 'suppressions', label: 'Suppressions' },
  { to: 'settings', label: 'Settings' },
] as const

export function OutreachLayout() {
  const workspace = useWorkspace()
  const drafts = useQuery(draftsQuery())
  const uncertain = useQuery(messagesQuery('uncertain'))
  const tasks = useQuery(tasksQuery())
  useEvents({ types: ['outreach.*'] }, forgetOutreachSoon)
  const open = [drafts.data, uncertain.data, tasks.data].reduce((sum, list) => sum + (list?.items.length ?? 0), 0)
  const { pathname } = useLocation()
  const strip = useRef<HTMLElement>(null)
  // On a phone the strip scrolls; the area that is open is never outside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address and the count are what move it
  useEffect(() => {
    strip.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, open])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <nav ref={strip} aria-label="Outreach" className="flex shrink-0 gap-4 overflow-x-auto border-b px-4">
        {AREAS.map(({ to, label }) => (
          <Link key={to} to={`/w/$workspace/outreach/${to}`} params={{ workspace: workspace.slug }} className={item}>
            {label}
            {to === 'review' && open > 0 && <span className="text-ink-3 text-xs tabular-nums">{open}</span>}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
