// The bar above every page: workspace, where we are (renamed in place), running work, search, help and account.
import { CircleHelp, Menu as MenuIcon, Search } from 'lucide-react'
import type { Workspace } from '../api/shapes.ts'
import { NoticesButton } from '../features/notices/notices-button.tsx'
import { WorkspaceSwitcher } from '../features/workspaces/switcher.tsx'
import { PageToolsPlace } from '../session/page-tools.tsx'
import { IconButton } from '../ui/button.tsx'
import { Keys } from '../ui/kbd.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { RunIndicator } from './run-indicator.tsx'

interface Props {
  workspace: Workspace | undefined
  onSearch: () => void
  onKeys: () => void
  onDrawer: () => void
}

export function TopBar({ workspace, onSearch, onKeys, onDrawer }: Props) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 border-b px-2 md:px-3 pointer-coarse:h-12">
      <IconButton icon={MenuIcon} label="Areas" className="md:hidden" onClick={onDrawer} />
      <WorkspaceSwitcher workspace={workspace} />
      <span aria-hidden className="hidden text-line-strong sm:inline">
        /
      </span>
      <Breadcrumb />
      <PageToolsPlace />
      {workspace && <RunIndicator />}
      <button
        type="button"
        onClick={onSearch}
        className="hidden h-7 w-52 items-center gap-2 rounded-md border bg-canvas px-2 text-ink-3 text-sm hover:border-line-strong lg:flex"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="flex-1 text-left">Search</span>
        <Keys keys={['mod', 'k']} />
      </button>
      <IconButton icon={Search} label="Search" keys={['mod', 'k']} className="lg:hidden" onClick={onSearch} />
      <IconButton icon={CircleHelp} label="Keyboard" keys={['?']} className="max-sm:hidden" onClick={onKeys} />
      {workspace && <NoticesButton />}
      <AccountMenu onKeys={onKeys} slug={workspace?.slug} />
    </header>
  )
}
