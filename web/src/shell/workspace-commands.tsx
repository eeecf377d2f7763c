// Every area and every way to begin something, in the command palette of any page.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Compass, Rows3 } from 'lucide-react'
import { beginTour } from '../features/home/home.queries.ts'
import { meQuery } from '../features/settings/settings.queries.ts'
import { useCommands } from '../session/commands.ts'
import { showError } from '../session/show-error.ts'
import { roleReaches, useWorkspace, workspacesQuery } from '../session/workspace.ts'
import { DOCS, pageEntries, settingsEntries } from './palette-entries.ts'
import { useOpenEntry } from './use-open-entry.ts'

export function WorkspaceCommands() {
  const { slug, role } = useWorkspace()
  const workspaces = useQuery(workspacesQuery)
  const me = useQuery(meQuery)
  const navigate = useNavigate()
  const open = useOpenEntry()
  async function tour() {
    try {
      const { workbook_id } = await beginTour()
      if (workbook_id) await open({ path: `/workbooks/${workbook_id}` })
    } catch (error) {
      showError(error, 'The tour did not begin.')
    }
  }
  useCommands([
    ...[...pageEntries((needs) => roleReaches(role, needs)), ...settingsEntries(me.data?.is_admin ?? false)].map(
      (entry) => ({ ...entry, run: () => void open(entry) }),
    ),
    ...(workspaces.data ?? [])
      .filter((one) => one.slug !== slug)
      .map((one) => ({
        id: `workspace ${one.id}`,
        group: 'Workspaces',
        title: one.name,
        icon: Rows3,
        words: 'switch workspace client',
        found: true,
        run: () => void navigate({ to: `/w/${one.slug}` as string }),
      })),
    { ...DOCS, icon: BookOpen, run: () => void window.open('/docs', '_blank', 'noopener') },
    ...(roleReaches(role, 'editor')
      ? [
          {
            id: 'tour',
            group: 'General',
            title: 'Take the tour',
            icon: Compass,
            words: 'help learn',
            run: () => void tour(),
          },
        ]
      : []),
  ])
  return null
}
