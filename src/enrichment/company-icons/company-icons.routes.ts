// Routes of company icons: whether they are fetched, those that are stored, and asking for others.
import type { Database } from '../../platform/db/database.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/limits/limits.ts'
import { askForIcons, updateIconSettings } from './company-icons.commands.ts'
import { readIconSettings, readIcons } from './company-icons.reads.ts'
import {
  CompanyIcons,
  IconQuery,
  IconRequest,
  IconSettings,
  IconSettingsUpdate,
  IconsAsked,
  MOST_DOMAINS,
} from './company-icons.schema.ts'

const SETTINGS = '/api/settings/company-icons'
const ICONS = '/api/company-icons'

export function companyIconRoutes(database: Database, now: () => Date): Route[] {
  const shared = { tag: 'Settings', access: 'user' } as const
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: SETTINGS,
      id: 'get_company_icon_settings',
      summary: 'Whether icons of companies are fetched from their sites',
      description: 'Off unless an admin turned them on.',
      needs: 'settings.view',
      response: { 200: IconSettings },
      handler: ({ scope }) => database.inWorkspace(scope, readIconSettings),
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      path: SETTINGS,
      id: 'update_company_icon_settings',
      summary: 'Turn icons of companies on or off',
      description: 'Off, no site is asked for its icon, and those that were fetched are deleted.',
      needs: 'settings.edit',
      body: IconSettingsUpdate,
      response: { 200: IconSettings },
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => updateIconSettings(tx, body)),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: ICONS,
      id: 'list_company_icons',
      summary: 'The stored icons of companies',
      description: 'Nothing is fetched: ask for icons that are `unknown` with `POST`.',
      needs: 'workbooks.view',
      query: IconQuery,
      response: { 200: CompanyIcons },
      handler: ({ scope }, { query }) =>
        database.inWorkspace(scope, (tx) => readIcons(tx, query.domains.split(',').slice(0, MOST_DOMAINS), now())),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: ICONS,
      id: 'ask_for_company_icons',
      effects: ['reaches_out'],
      limit: LIMITS.company_icons,
      summary: 'Fetch icons of companies from their sites',
      description:
        'In the background, each domain once in 30 days. Only the domain leaves, only to the company’s own domain, and robots.txt is obeyed. ' +
        '409 while company icons are off.',
      needs: 'runs.execute',
      body: IconRequest,
      response: { 202: IconsAsked },
      errors: [409],
      handler: ({ scope }, { body }) => database.inWorkspace(scope, (tx) => askForIcons(tx, body.domains, now())),
    }),
  ]
}
