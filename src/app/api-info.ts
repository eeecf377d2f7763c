// What the API description says about the service as a whole.
import type { ApiInfo } from '../platform/http/openapi.ts'
import { VERSION } from './version.ts'

export const API_INFO: ApiInfo = {
  title: 'Millrace',
  version: VERSION,
  description:
    'Build and enrich lead data: workbooks of rows and columns, waterfalls of data providers, runs that can be estimated, ' +
    'watched, stopped and explained.\n\n' +
    'Log in with POST /auth/token and send the access token as `Authorization: Bearer …`. Requests act in the workspace ' +
    'of the header `x-workspace-id`, else in the active one. Errors are `{detail}`; a request that does not fit gets 422 ' +
    'with every problem at once. Lists answer `{items, next_cursor}`.',
  tokenUrl: '/auth/token',
  tags: [
    { name: 'Auth', description: 'Logging in and staying in.' },
    { name: 'Users', description: 'The own account, and the people of a workspace.' },
    { name: 'Admin', description: 'Every account of the install; for platform administrators.' },
    { name: 'Workspaces', description: 'Where data lives and who belongs to it.' },
    { name: 'Workbooks', description: 'Tables of rows and columns, with import and export.' },
    {
      name: 'Columns',
      description: 'What a workbook has of each row: input that people bring, values that providers find.',
    },
    { name: 'Rows', description: 'Rows and single cells.' },
    { name: 'History', description: 'What was done, undo and redo, and every value a cell has had.' },
    { name: 'Ingest', description: 'Rows that programs send into one workbook, with a token of its own.' },
    { name: 'Leads', description: 'Companies and people, each once, known again by what identifies them.' },
    { name: 'Views', description: 'Saved ways to look at a workbook: filter, order, columns, colours.' },
    { name: 'Runs', description: 'Filling enriched columns: estimate, start, follow, stop, explain.' },
    {
      name: 'Billing',
      description: 'What was spent, for what and by whom, and the budgets that limit it. No shop: a ledger.',
    },
    { name: 'Events', description: 'Live progress.' },
    {
      name: 'Settings',
      description:
        'The catalogue of lookups, the keys of vendors, how hard enrichment works, what it used, and how long things are kept.',
    },
    {
      name: 'SCIM',
      description: "Provisioning by a company's directory (RFC 7643, RFC 7644), and what administrators set up for it.",
    },
    { name: 'Meta', description: 'What this install is and speaks.' },
    { name: 'System', description: 'For the machines that run the service.' },
  ],
}
