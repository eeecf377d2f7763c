// The frame of every page inside a workspace: sidebar, top bar, banner, and the page itself.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { PanelLeft, Sheet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { onGap, openEvents } from '../api/events.ts'
import { queries } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { workbooksQuery } from '../features/columns/workbooks.queries.ts'
import { listenForKeys, useCommands } from '../session/commands.ts'
import { findWorkspace, WorkspaceContext, workspacesQuery } from '../session/workspace.ts'
import { goHome, switchPanel } from '../ui/focus-home.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Banner } from './banner.tsx'
import { GENERAL } from './general-entries.ts'
import { Palette } from './palette.tsx'
import { SecondFactorGate } from './second-factor-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { setTheme } from './theme.ts'
import { TopBar } from './top-bar.tsx'

const WorkspaceCommands = lazyPart(async () => (await import('./workspace-commands.tsx')).WorkspaceCommands)
const TourCard = lazyPart(async () => (await import('../features/home/tour-card.tsx')).TourCard)
const KeySheet = lazyPart(async () => (await import('./key-sheet.tsx')).KeySheet)

const route = getRouteApi('/w/$workspace')
const collapsedKey = 'millrace.sidebar'

export function Layout() {
  const { workspace: name } = route.useParams()
  const all = useQuery(workspacesQuery)
  const workspace = findWorkspace(all.data ?? [], name)
  const id = workspace?.id
  const [palette, setPalette] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === 'collapsed')
  const navigate = useNavigate()
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies over the page goes when another page comes
  useEffect(() => {
    setPalette(false)
    setSheet(false)
    setDrawer(false)
  }, [pathname])

  useEffect(() => {
    if (id) openEvents(id)
  }, [id])
  useEffect(() => onGap(() => void queries.invalidateQueries()), [])
  useEffect(listenForKeys, [])

  function toggleSidebar() {
    setCollapsed(!collapsed)
    localStorage.setItem(collapsedKey, collapsed ? 'open' : 'collapsed')
  }

  const workbooks = useQuery({ ...workbooksQuery(), enabled: Boolean(id) })
  useCommands(
    (workbooks.data ?? []).map((one, place) => ({
      id: `open-${one.id}`,
      group: 'Workbooks',
      title: one.name,
      icon: Sheet,
      found: place >= 5,
      run: () =>
        void navigate({ to: '/w/$workspace/workbooks/$workbookId', params: { workspace: name, workbookId: one.id } }),
    })),
  )
  useCommands([
    {
      id: 'palette',
      group: 'General',
      title: 'Search and commands',
      keys: ['mod', 'k'],
      run: () => setPalette(true),
      hidden: true,
    },
    {
      id: 'panel',
      group: 'General',
      title: 'Go to the panel at the right and back',
      keys: ['F6'],
      run: switchPanel,
      hidden: true,
    },
    { ...GENERAL.keys, run: () => setSheet(true) },
    {
      id: 'sidebar',
      group: 'General',
      title: 'Collapse or open the sidebar',
      icon: PanelLeft,
      keys: ['mod', 'b'],
      run: toggleSidebar,
    },
    { ...GENERAL.light, run: () => setTheme('light') },
    { ...GENERAL.dark, run: () => setTheme('dark') },
    { ...GENERAL.system, run: () => setTheme('system') },
    { ...GENERAL.signOut, run: () => void session.signOut() },
  ])

  return (
    <WorkspaceContext value={workspace ?? null}>
      <button
        type="button"
        className="fixed top-2 left-2 z-50 not-focus:sr-only rounded-md border bg-raised px-3 py-2 font-medium text-accent-ink"
        onClick={goHome}
      >
        Skip to the page
      </button>
      <div className="flex h-full">
        <Sidebar collapsed={collapsed} onToggle={toggleSidebar} drawer={drawer} onDrawer={setDrawer} workspace={name} />
        <div className="flex min-w-0 flex-1 flex-col bg-surface">
          <TopBar
            workspace={workspace}
            onSearch={() => setPalette(true)}
            onKeys={() => setSheet(true)}
            onDrawer={() => setDrawer(true)}
          />
          <Banner />
          <main className="flex min-h-0 min-w-0 flex-1 flex-col">
            {workspace && (
              <SecondFactorGate workspace={workspace}>
                <Outlet />
              </SecondFactorGate>
            )}
            {!workspace && all.isError && (
              <ErrorState
                title="Your workspaces could not be loaded"
                error={all.error}
                retry={() => void all.refetch()}
              />
            )}
            {!workspace && all.isSuccess && (
              <EmptyState
                title="You are not in this workspace"
                action={
                  <Link to="/" className="font-medium text-accent-ink hover:underline">
                    Go to your own workspace
                  </Link>
                }
              >
                There is no workspace “{name}”, or you are not one of its members. Its owner or an admin can invite you.
              </EmptyState>
            )}
          </main>
        </div>
      </div>
      {workspace && <WorkspaceCommands />}
      {workspace && <TourCard />}
      <Palette open={palette} onOpenChange={setPalette} />
      {sheet && <KeySheet open onOpenChange={setSheet} />}
    </WorkspaceContext>
  )
}
