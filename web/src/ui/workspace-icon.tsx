// The icon of a workspace, or the first letter of its name.
import type { Workspace } from '../api/shapes.ts'

/** The value of a workspace without a chosen icon: its first letter is shown instead. */
const stockIcon = '🏢'

/** The chosen icon; null without one. */
export function shownIcon(workspace: Pick<Workspace, 'icon'>): string | null {
  return workspace.icon && workspace.icon !== stockIcon ? workspace.icon : null
}

export function WorkspaceIcon({ workspace }: { workspace: Workspace }) {
  return (
    <span
      aria-hidden
      className="flex size-5 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-hover font-semibold text-ink-2 text-xs leading-none"
    >
      {shownIcon(workspace) ?? [...workspace.name][0]?.toUpperCase()}
    </span>
  )
}
