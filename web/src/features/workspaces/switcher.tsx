// The name of the workspace in the top bar; opens the list of all with a filter, and the form for a new one.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, type LucideIcon, Plus, Rows3, Settings, Users } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Workspace } from '../../api/shapes.ts'
import { workspacesQuery } from '../../session/workspace.ts'
import { cx } from '../../ui/classes.ts'
import { Input } from '../../ui/forms/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { useDialogs } from '../../ui/overlays/use-dialogs.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WorkspaceIcon } from '../../ui/workspace-icon.tsx'
import { roleTitle } from '../settings/roles.logic.ts'
import { findByName } from './overview.logic.ts'

const NewWorkspaceDialog = lazyPart(async () => (await import('./new-workspace.dialog.tsx')).NewWorkspaceDialog)

/** So few are seen at a glance. */
const FEW = 7

const row =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-2 py-1 text-left hover:bg-hover focus-visible:bg-hover pointer-coarse:min-h-11'

export function WorkspaceSwitcher({ workspace }: { workspace: Workspace | undefined }) {
  const all = useQuery(workspacesQuery)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const dialogs = useDialogs({ make: (close) => <NewWorkspaceDialog onClose={close} /> })
  const [question, setQuestion] = useState('')
  const items = all.data ?? []
  const found = findByName(items, question)

  function go(path: string) {
    setOpen(false)
    setQuestion('')
    void navigate({ to: path as string })
  }
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
    const at = places.indexOf(document.activeElement as HTMLElement)
    places[(at + step + places.length) % places.length]?.focus()
    event.preventDefault()
  }
  const act = (icon: LucideIcon, label: string, run: () => void) => {
    const Icon = icon
    return (
      <button type="button" className={row} onClick={run}>
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
        {label}
      </button>
    )
  }
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Workspaces"
        className="w-72 p-1!"
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
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the controls inside */}
        <div onKeyDown={press}>
          {items.length > FEW && (
            <Input
              type="search"
              aria-label="Filter workspaces"
              placeholder="Filter workspaces"
              className="mb-1 w-full"
              value={question}
              onChange={(event) => setQuestion(event.target.value)}
              onKeyDown={(event) => {
                const [first] = found
                if (event.key === 'Enter' && first) go(`/w/${first.slug}/workbooks`)
              }}
            />
          )}
          <ul aria-label="Workspaces" className="max-h-80 overflow-y-auto">
            {found.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === workspace?.id || undefined}
                  className={row}
                  onClick={() => go(`/w/${one.slug}/workbooks`)}
                >
                  <Check aria-hidden className={cx('size-4 shrink-0', one.id !== workspace?.id && 'invisible')} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate" dir="auto">
                      {one.name}
                    </span>
                    <span className="block text-ink-3 text-xs">{roleTitle(one.role)}</span>
                  </span>
                </button>
              </li>
            ))}
            {found.length === 0 && items.length > 0 && (
              <li role="status" className="px-2 py-2 text-ink-3 text-sm">
                You are in no workspace of this name.
              </li>
            )}
          </ul>
          <hr className="my-1 border-line" />
          {workspace && (
            <>
              {items.length > 1 &&
                act(Rows3, 'Overview of your workspaces', () => go(`/w/${workspace.slug}/settings/workspaces`))}
              {act(Users, 'Members', () => go(`/w/${workspace.slug}/settings/members`))}
              {act(Settings, 'Workspace settings', () => go(`/w/${workspace.slug}/settings/general`))}
            </>
          )}
          {act(Plus, 'New workspace', () => {
            setOpen(false)
            dialogs.open.make()
          })}
        </div>
      </Popover>
      {dialogs.dialog}
    </>
  )
}
