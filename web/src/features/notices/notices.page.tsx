// The inbox of notices, and the user's notification settings in this workspace.

import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bell, CheckCheck, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/shapes.ts'
import { usePage } from '../../session/page.ts'
import { showError } from '../../session/show-error.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { ListSkeleton } from '../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Frame } from '../settings/settings-page.tsx'
import { forgetNoticesSoon, mark, noticesQuery } from './notices.api.ts'
import { NoticePreferencesForm } from './preferences-form.tsx'

export function NoticesPage() {
  usePage({ title: 'Notices' })
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const { tab = 'inbox' } = useSearch({ from: '/w/$workspace/notices' })
  return (
    <div className="flex min-h-0 w-full max-w-3xl flex-1 flex-col overflow-y-auto px-4 py-4 md:px-8">
      <Tabs
        label="Notices"
        value={tab}
        onChange={(value) =>
          void navigate({
            to: '/w/$workspace/notices',
            params: { workspace: workspace.slug },
            search: value === 'inbox' ? {} : { tab: value },
          })
        }
        tabs={[
          { value: 'inbox', label: 'Inbox', content: <NoticeInbox /> },
          { value: 'settings', label: 'Settings', content: <NoticePreferencesForm /> },
        ]}
      />
    </div>
  )
}

function NoticeInbox() {
  const query = useInfiniteQuery(noticesQuery())
  useEvents({ types: ['notice.changed'] }, forgetNoticesSoon)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const unread = query.data?.pages[0]?.unread ?? 0
  if (query.isError)
    return <ErrorState title="The notices could not be loaded" error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={6} />
  if (items.length === 0)
    return (
      <EmptyState icon={Bell} title="Nothing to tell you yet">
        Budgets, failures, drafts that wait for approval and messages of automations come here.
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      {unread > 0 && (
        <Button
          size="sm"
          className="self-end"
          icon={CheckCheck}
          onClick={() => mark(true).catch((error) => showError(error, 'They are as they were.'))}
        >
          Mark all as read
        </Button>
      )}
      <Frame>
        <ul className="divide-y">
          {items.map((notice) => (
            <Row key={notice.id} notice={notice} />
          ))}
        </ul>
      </Frame>
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert }
const TONES = { info: 'text-ink-3', warning: 'text-warn', error: 'text-bad' }

function Row({ notice }: { notice: Schemas['Notice'] }) {
  const workspace = useWorkspace()
  const navigate = useNavigate()
  const severity = notice.severity as keyof typeof ICONS
  const Icon = ICONS[severity]
  const isUnread = notice.read_at === null
  function open() {
    if (isUnread) void mark(true, [notice.id]).catch(() => {})
    if (notice.link) void navigate({ href: `/w/${workspace.slug}${notice.link}` })
  }
  return (
    <li className={cx('flex items-start gap-3 px-4 py-3', isUnread && 'bg-accent-soft')}>
      <Icon aria-label={severity} className={cx('mt-0.5 size-4 shrink-0', TONES[severity])} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <button
          type="button"
          className={cx('text-left hover:underline', isUnread && 'font-semibold')}
          onClick={open}
          dir="auto"
        >
          {notice.title}
        </button>
        {notice.text && (
          <p className="whitespace-pre-line text-ink-2" dir="auto">
            {notice.text}
          </p>
        )}
        <p className="text-ink-3 text-xs">
          <TimeAgo at={notice.created_at} />
        </p>
      </div>
      <Button
        size="sm"
        look="quiet"
        onClick={() => mark(isUnread, [notice.id]).catch((error) => showError(error, 'It is as it was.'))}
      >
        {isUnread ? 'Mark as read' : 'Mark as unread'}
      </Button>
    </li>
  )
}
