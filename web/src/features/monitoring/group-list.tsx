// The groups of watches: what each watches for how many leads, and when it is brought in step with them.

import { RefreshCw, Trash2, Users } from 'lucide-react'
import type { Schemas } from '../../api/shapes.ts'
import { IconButton } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { TimeAgo, TimeAhead } from '../../ui/time.tsx'

interface Props {
  groups: readonly Schemas['WatchGroup'][]
  titleOf: (kind: string) => string
  mayEdit: boolean
  onSync: (group: Schemas['WatchGroup']) => void
  onRemove: (group: Schemas['WatchGroup']) => void
}

export function GroupList({ groups, titleOf, mayEdit, onSync, onRemove }: Props) {
  return (
    <ul aria-label="Groups" className="divide-y border-b bg-sunken">
      {groups.map((group) => (
        <li key={group.id} className="flex items-center gap-3 px-4 py-2">
          <Users aria-hidden className="size-4 shrink-0 text-ink-3 max-sm:hidden" />
          <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="font-medium [overflow-wrap:anywhere]" dir="auto">
              {group.name}
            </span>
            <span className="text-ink-2">
              {titleOf(group.kind)} of {counted(group.watches, 'lead')}
              {group.without_target > 0 && `, ${counted(group.without_target, 'lead')} without a website`}
              {group.watched_elsewhere > 0 && `, ${counted(group.watched_elsewhere, 'lead')} watched already`}
            </span>
            {group.last_error && <span className="text-bad text-sm">{group.last_error}</span>}
            <span className="text-ink-3 text-xs sm:ml-auto">
              {group.last_synced_at ? (
                <>
                  in step <TimeAgo at={group.last_synced_at} />
                </>
              ) : (
                'not yet in step'
              )}
              {group.next_sync_at && (
                <>
                  , next <TimeAhead at={group.next_sync_at} />
                </>
              )}
            </span>
          </div>
          {mayEdit && (
            <span className="flex shrink-0">
              <IconButton
                icon={RefreshCw}
                size="sm"
                label={`Bring the group ${group.name} in step now`}
                onClick={() => onSync(group)}
              />
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Delete the group ${group.name}`}
                onClick={() => onRemove(group)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
