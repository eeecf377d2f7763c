// What the command palette offers on every page: its words, icons and places; what each does is added where it is offered.
import {
  ChartColumn,
  CirclePlus,
  Columns3,
  Download,
  Inbox,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  MailCheck,
  Plug,
  Radar,
  Send,
  Settings,
  Settings2,
} from 'lucide-react'
import { OUTPUT_TARGETS } from '../api/output-targets.generated.ts'
import type { Role } from '../api/shapes.ts'
import type { OutputChoice } from '../features/columns/catalogue.logic.ts'
import { COMPUTED_KINDS, CUSTOM_KINDS, offerOf } from '../features/columns/custom-kinds.logic.ts'
import { areasFor, ELSEWHERE } from '../features/settings/areas.logic.ts'
import type { PaletteCommand } from '../session/commands.ts'
import { AREAS } from './areas.ts'

type Entry = Omit<PaletteCommand, 'run'>

/** An entry that opens a page. */
export interface PageEntry extends Entry {
  /** Below the workspace, with its query. */
  path: string
  /** What the page does once it is open. */
  begins?: string
}

/** Pages below the areas: title, path, icon, more words to find it by. */
const PAGES: readonly [string, string, LucideIcon, string?][] = [
  ['Sequences', '/outreach/sequences', Send, 'email outreach steps follow-up'],
  ['Outreach inbox', '/outreach/inbox', Inbox, 'replies answers email conversations'],
  ['Outreach review', '/outreach/review', MailCheck, 'drafts approve uncertain tasks to do'],
  ['Watches', '/signals?view=watches', Radar, 'monitor job changes track'],
  ['Signal analytics', '/signals?view=analytics', ChartColumn, 'charts'],
  ['Runs of automations', '/automations?tab=runs', ChartColumn, 'rule log history'],
  [
    'Two-factor authentication',
    '/settings/profile',
    KeyRound,
    'authenticator app passkey recovery codes security login',
  ],
]

/** What pages offer to begin: the command of the page, its title, the page, the role it needs. */
const ACTIONS: readonly [string, string, string, Role, string?][] = [
  ['new-workbook', 'New blank workbook', '/workbooks', 'editor', 'create table'],
  ['new-from-file', 'New workbook from a CSV file', '/workbooks', 'editor', 'import upload create'],
  ['new-from-domains', 'New workbook from a list of domains', '/workbooks', 'editor', 'paste create'],
  ['add-lead', 'Add a lead', '/leads', 'editor', 'new contact company create'],
  ['import-leads', 'Import leads', '/leads', 'editor', 'csv file upload paste'],
  ['collect', 'Collect leads', '/jobs', 'editor', 'job source'],
  ['new-watch', 'Add a watch', '/signals?view=watches', 'editor', 'new monitor company create'],
  ['new-sequence', 'Create a sequence', '/outreach/sequences', 'admin', 'new email campaign'],
  ['add-mailbox', 'Add a mailbox', '/outreach/mailboxes', 'admin', 'new smtp'],
  ['new-rule', 'Create a rule', '/automations/new', 'admin', 'new automation trigger'],
  ['workbook-from-definition', 'New workbook from Clay, n8n or a definition', '/recipes', 'editor', 'create import'],
  ['new-function', 'New function', '/functions', 'editor', 'create'],
  ['new-budget', 'Add a budget', '/settings/budgets', 'admin', 'new limit cap create'],
  ['invite', 'Invite people', '/settings/members', 'admin', 'member users team colleague teammate'],
]

const AREA_WORDS: Partial<Record<(typeof AREAS)[number]['text'], string>> = {
  Duplicates: 'find table',
  Recipes: 'gallery ready-made',
  Signals: 'news hiring funding job changes',
  Jobs: 'background progress queue',
  Assistant: 'chat ask',
}

export const DOCS: Entry = {
  id: 'go-docs',
  group: 'Go to',
  title: 'API documentation',
  words: 'rest openapi reference docs developer curl sdk',
}

/** Areas, pages and what can be begun by a role. */
export function pageEntries(reaches: (needs: Role) => boolean): PageEntry[] {
  const visit = (title: string, path: string, icon: LucideIcon, words = ''): PageEntry => ({
    id: `go-${path} ${title}`,
    group: 'Go to',
    title,
    icon,
    words,
    path,
  })
  return [
    ...AREAS.map(({ to, icon, text }) => visit(text, to.slice('/w/$workspace'.length) || '/', icon, AREA_WORDS[text])),
    ...PAGES.map(([title, path, icon, words]) => visit(title, path, icon, words)),
    ...ELSEWHERE.map(({ title, path, words }) => visit(title, `/${path}`, Settings2, words)),
    ...ACTIONS.filter(([, , , needs]) => reaches(needs)).map(([id, title, path, , words = '']) => ({
      // A page that offers the command itself replaces this entry by its own.
      id: `begin:${id}`,
      group: 'Create',
      title,
      words,
      icon: CirclePlus,
      path,
      begins: id,
    })),
  ]
}

export const settingsEntries = (isAdministrator: boolean): PageEntry[] =>
  areasFor(isAdministrator).map(({ page, title, words = '', about }) => ({
    id: `settings-${page}`,
    group: 'Settings',
    title,
    icon: Settings,
    words: `settings ${words} ${about}`,
    path: `/settings/${page}`,
  }))

/** The table that a new column is offered for. */
export interface ColumnPlace {
  id: string
  name: string
}

/** Columns that find something: `found` are those of the catalog's own search, the best first. */
export function fieldEntries(
  outcomes: readonly OutputChoice[],
  found: readonly string[],
  list: ColumnPlace,
): PageEntry[] {
  return outcomes.map(({ field, label }) => {
    const place = found.indexOf(field)
    return {
      id: `field ${field}`,
      group: 'Columns',
      title: label,
      detail: `A column in ${list.name}`,
      words: 'find enrich lookup',
      icon: Columns3,
      found: true,
      path: newColumn(list, label),
      ...(place >= 0 && { found_cost: FOUND_FIELD + place / 2 }),
    }
  })
}

/** Below a title that says the word, above words that stand beside it. */
const FOUND_FIELD = 7

/** The kinds of columns, and where a column of deliveries sends rows. */
export function kindEntries(list: ColumnPlace): PageEntry[] {
  const kinds = [...CUSTOM_KINDS, ...COMPUTED_KINDS].map((kind) => {
    const { label, note, search_words = '' } = offerOf(kind)
    return columnEntry(list, `kind ${kind}`, label, `${note} ${search_words}`, label)
  })
  const targets = Object.entries(OUTPUT_TARGETS).map(([kind, { label, about }]) => {
    const name = label.includes(' ') ? label.charAt(0).toLowerCase() + label.slice(1) : label
    const words = `${about} destination push sync deliver crm`
    return columnEntry(list, `target ${kind}`, `Send to ${name}`, words, offerOf('output').label)
  })
  return [...kinds, ...targets]
}

const columnEntry = (list: ColumnPlace, id: string, title: string, words: string, find: string): PageEntry => ({
  id,
  group: 'Columns',
  title,
  detail: `A column in ${list.name}`,
  words,
  icon: Columns3,
  found: true,
  path: newColumn(list, find),
})

const newColumn = ({ id }: ColumnPlace, find: string) =>
  `/workbooks/${id}?${new URLSearchParams({ column: 'new', find })}`

export const exportEntry = (list: ColumnPlace): PageEntry => ({
  id: 'begin:export',
  group: 'Create',
  title: 'Export a workbook',
  detail: list.name,
  words: 'csv excel xlsx json file',
  icon: Download,
  path: `/workbooks/${list.id}`,
  begins: 'export',
})

/** The vendors whose keys a workspace can bring. */
export const vendorEntries = (vendors: readonly { id: string; name: string; kind: string }[]): PageEntry[] =>
  vendors.map(({ id, name, kind }) => ({
    id: `vendor ${id}`,
    group: 'Integrations',
    title: `Connect ${name}`,
    words: `key vendor ${kind}`,
    icon: Plug,
    found: true,
    path: `/settings/integrations?open=${encodeURIComponent(id)}`,
  }))

/** Recipes, by what they fill and what they are for too. */
export const recipeEntries = (
  recipes: readonly { slug: string; name: string; purpose: string; column_names: string[] }[],
): PageEntry[] =>
  recipes.map(({ slug, name, purpose, column_names }) => ({
    id: `recipe ${slug}`,
    group: 'Recipes',
    title: name,
    detail: purpose,
    words: `recipe template ${purpose} ${column_names.join(' ')}`,
    icon: LayoutTemplate,
    found: true,
    path: `/recipes?recipe=${encodeURIComponent(slug)}`,
  }))
