// Signals: the feed to triage, the watches that fill it, and the results.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { runWhenOffered } from '../../session/commands.ts'
import { usePage } from '../../session/page.ts'
import { useWorkspace } from '../../session/workspace.ts'
import { cx } from '../../ui/classes.ts'
import { AnalyticsView } from './analytics-view.tsx'
import { FeedView } from './feed-view.tsx'
import { WatchesView } from './watches-view.tsx'

const route = getRouteApi('/w/$workspace/signals')
const VIEWS = [
  ['feed', 'Feed'],
  ['watches', 'Watches'],
  ['analytics', 'Analytics'],
] as const

export function SignalsPage() {
  const workspace = useWorkspace()
  const { view = 'feed', watch } = route.useSearch()
  const navigate = useNavigate()
  usePage({ title: 'Signals' })
  const show = (search: { view?: string; watch?: string }) =>
    void navigate({ to: '/w/$workspace/signals', params: { workspace: workspace.slug }, search })
  const addWatch = () => {
    show({ view: 'watches' })
    runWhenOffered('new-watch')
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <nav aria-label="Signals" className="flex shrink-0 gap-4 overflow-x-auto border-b px-4">
        {VIEWS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-current={view === name ? 'page' : undefined}
            onClick={() => show(name === 'feed' ? {} : { view: name })}
            className={cx(
              'h-10 border-b-2 px-0.5 -outline-offset-2!',
              view === name ? 'border-accent font-medium' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </nav>
      {view === 'watches' ? (
        <WatchesView open={watch} onOpen={(id) => show({ view: 'watches', ...(id && { watch: id }) })} />
      ) : view === 'analytics' ? (
        <AnalyticsView />
      ) : (
        <FeedView onAddWatch={addWatch} onWatch={(id) => show({ view: 'watches', watch: id })} />
      )}
    </div>
  )
}
