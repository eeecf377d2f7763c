// The name of the workspace in the top bar; opens the list of all, and the form for a new one.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus, Settings, Users } from 'lucide-react'
import type { Workspace } from '../../api/shapes.ts'
import { workspacesQuery } from '../../session/workspace.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WorkspaceIcon } from '../../ui/workspace-icon.tsx'

const NewWorkspaceDialog = lazyPart(async () => (await import('./new-workspace.dialog.tsx')).NewWorkspaceDialog)

export function WorkspaceSwitcher({ workspace }: { workspace: Workspace | undefined }) {
  const all = useQuery(workspacesQuery)
  const navigate = useNavigate()
  const { open, dialog } = useDialogs({ make: (close) => <NewWorkspaceDialog onClose={close} /> })
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-8 min-w-0 max-w-48 shrink-0 items-center gap-2 rounded-md px-1.5 hover:bg-hover"
          >
            {workspace ? <WorkspaceIcon workspace={workspace} /> : <Skeleton className="size-5" />}
            <span className="sr-only">Workspace: </span>
            <span className="truncate max-sm:sr-only" dir="auto">
              {workspace?.name ?? 'Choose a workspace'}
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </button>
        }
        items={[
          { heading: 'Workspaces' },
          ...(all.data ?? []).map((one) => ({
            label: one.name,
            hint: `${one.role[0]?.toUpperCase()}${one.role.slice(1)}`,
            checked: one.id === workspace?.id,
            onSelect: () => void navigate({ to: '/w/$workspace/workbooks', params: { workspace: one.slug } }),
          })),
          'separator' as const,
          ...(workspace
            ? [
                {
                  label: 'Members',
                  icon: Users,
                  onSelect: () => void navigate({ to: `/w/${workspace.slug}/settings/members` }),
                },
                {
                  label: 'Workspace settings',
                  icon: Settings,
                  onSelect: () => void navigate({ to: `/w/${workspace.slug}/settings/general` }),
                },
                'separator' as const,
              ]
            : []),
          { label: 'New workspace', icon: Plus, onSelect: () => open.make() },
        ]}
      />
      {dialog}
    </>
  )
}
