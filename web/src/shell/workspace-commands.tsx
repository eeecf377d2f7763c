// Every area and every way to begin something, in the command palette of any page.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChartColumn,
  CirclePlus,
  Compass,
  Inbox,
  type LucideIcon,
  MailCheck,
  Radar,
  Rows3,
  Settings2,
} from 'lucide-react'
import type { Role } from '../api/shapes.ts'
import { beginTour } from '../features/home/home.queries.ts'
import { ELSEWHERE } from '../features/settings/areas.logic.ts'
import { isOffered, type PaletteCommand, runWhenOffered, useCommands } from '../session/commands.ts'
import { showError } from '../session/show-error.ts'
import { roleReaches, useWorkspace, workspacesQuery } from '../session/workspace.ts'
import { AREAS } from './sidebar.tsx'

/** Pages below the areas: title, path, icon, more words to find it by. */
const PAGES: readonly [string, string, LucideIcon, string?][] = [
  ['Watches', '/signals?view=watches', Radar, 'monitor'],
  ['Signal analytics', '/signals?view=analytics', ChartColumn, 'charts'],
  ['Outreach inbox', '/outreach/inbox', Inbox, 'replies answers'],
  ['Outreach review', '/outreach/review', MailCheck, 'drafts approve uncertain tasks'],
  ['Runs of automations', '/automations?tab=runs', ChartColumn, 'rule log'],
]

/** What pages offer to begin: the command of the page, its title, the page, the role it needs. */
const ACTIONS: readonly [string, string, string, Role, string?][] = [
  ['new-workbook', 'New blank workbook', '/workbooks', 'editor'],
  ['new-from-file', 'New workbook from a file', '/workbooks', 'editor', 'import csv excel json'],
  ['new-from-domains', 'New workbook from a list of domains', '/workbooks', 'editor', 'paste'],
  ['add-lead', 'Add a lead', '/leads', 'editor', 'contact company'],
  ['import-leads', 'Import leads', '/leads', 'editor', 'csv excel json file paste'],
  ['collect', 'Collect leads', '/jobs', 'editor', 'job source'],
  ['new-watch', 'Add a watch', '/signals?view=watches', 'editor', 'monitor company'],
  ['new-sequence', 'Create a sequence', '/outreach/sequences', 'admin', 'email campaign'],
  ['add-mailbox', 'Add a mailbox', '/outreach/mailboxes', 'admin', 'smtp'],
  ['new-rule', 'Create a rule', '/automations/new', 'admin', 'automation trigger'],
  ['workbook-from-definition', 'New workbook from Clay, n8n or a definition', '/recipes', 'editor'],
  ['new-function', 'New function', '/functions', 'editor'],
  ['new-budget', 'Add a budget', '/settings/budgets', 'admin', 'limit cap'],
  ['invite', 'Invite people', '/settings/members', 'admin', 'member'],
]

export function WorkspaceCommands() {
  const { slug, role } = useWorkspace()
  const workspaces = useQuery(workspacesQuery)
  const navigate = useNavigate()
  const go = (path: string) => {
    const [to, query] = path.split('?')
    return navigate({
      to: `/w/${slug}${to}` as string,
      search: Object.fromEntries(new URLSearchParams(query)) as never,
    })
  }
  const visit = (title: string, path: string, icon: LucideIcon, words = ''): PaletteCommand => ({
    id: `go-${path}`,
    group: 'Go to',
    title,
    icon,
    words,
    run: () => void go(path),
  })
  async function tour() {
    try {
      const { workbook_id } = await beginTour()
      if (workbook_id) await go(`/workbooks/${workbook_id}`)
    } catch (error) {
      showError(error, 'The tour did not begin.')
    }
  }
  useCommands([
    ...AREAS.map(({ to, icon, text }) => visit(text, to.slice('/w/$workspace'.length) || '/', icon)),
    ...PAGES.map(([title, path, icon, words]) => visit(title, path, icon, words)),
    ...ELSEWHERE.map(({ title, path, words }) => visit(title, `/${path}`, Settings2, words)),
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
    {
      id: 'go-docs',
      group: 'Go to',
      title: 'API documentation',
      icon: BookOpen,
      run: () => window.open('/docs', '_blank', 'noopener'),
    },
    ...ACTIONS.filter(([, , , needs]) => roleReaches(role, needs)).map(([id, title, path, , words = '']) => ({
      // A page that offers the command itself replaces this entry by its own.
      id: `begin:${id}`,
      group: 'Create',
      title,
      words,
      icon: CirclePlus,
      run: () => {
        if (!isOffered(id)) void go(path)
        runWhenOffered(id)
      },
    })),
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
