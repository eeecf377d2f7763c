// The bell of the top bar: how many notices are unread, and the way to them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEvents } from '../../api/events.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { counted } from '../../ui/format.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { forgetNoticesSoon, unreadQuery } from './notices.api.ts'

export function NoticesButton() {
  const workspace = useWorkspace()
  const unread = useQuery(unreadQuery()).data ?? 0
  useEvents({ types: ['notice.changed'] }, forgetNoticesSoon)
  const label = unread > 0 ? counted(unread, 'unread notice') : 'Notices'
  return (
    <Tooltip text={label}>
      <Link
        to="/w/$workspace/notices"
        params={{ workspace: workspace.slug }}
        aria-label={label}
        className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-10"
      >
        <Bell aria-hidden className="size-4" strokeWidth={1.75} />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-accent px-1 text-center font-medium text-[10px] text-on-accent leading-4"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
