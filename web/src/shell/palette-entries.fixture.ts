// The palette of an owner with two workbooks and a few lookups, recipes and keys, as its pages and the API put it together.
import type { OutputChoice } from '../features/columns/catalogue.logic.ts'
import type { PaletteCommand } from '../session/commands.ts'
import { GENERAL } from './general-entries.ts'
import {
  DOCS,
  exportEntry,
  fieldEntries,
  kindEntries,
  pageEntries,
  recipeEntries,
  settingsEntries,
  vendorEntries,
} from './palette-entries.ts'

const FIELDS: Record<string, string> = {
  work_email: 'Work email',
  email_status: 'Email status',
  company_email: 'Company email',
  emails_found: 'Emails found',
  company_domain: 'Company domain',
  company_name: 'Company name',
  phone: 'Phone',
  mobile_phone: 'Mobile phone',
  job_title: 'Job title',
  country: 'Country',
  employee_count: 'Employees',
  technologies: 'Technologies',
  logo_url: 'Logo',
  job_count: 'Number of open jobs',
  linkedin_url: 'LinkedIn',
}

/** What the search of the catalog says to some questions. */
const FOUND: Record<string, string[]> = {
  headcount: ['employee_count'],
  'tech stack': ['technologies'],
  hunter: ['work_email', 'email_status', 'company_name'],
  'verify emails': ['email_status', 'work_email'],
}

const RECIPES = [
  ['find-duplicates', 'Find duplicate contacts', 'Marks people who are in a list twice'],
  ['hiring-overview', 'Who is hiring', 'Open jobs of companies, by department'],
  ['find-work-emails', 'Find work e-mail addresses', 'Asks several providers in order'],
  ['verify-emails', 'Verify e-mail addresses', 'Says which addresses would bounce'],
  ['technology-profile', 'Technology profile', 'What the sites of companies are built with'],
  ['ideal-customer-score', 'Ideal customer score', 'Scores companies by how well they fit'],
] as const

const VENDORS = [
  { id: 'hunter', name: 'Hunter', kind: 'email' },
  { id: 'hubspot', name: 'HubSpot', kind: 'delivery' },
  { id: 'openai', name: 'OpenAI', kind: 'model' },
  { id: 'serper', name: 'Serper', kind: 'search' },
]

const LIST = { id: 'w1', name: 'Kunden München' }

export function paletteEntries(question: string): PaletteCommand[] {
  const outcomes = Object.entries(FIELDS).map(
    ([field, label]): OutputChoice => ({ field, label, type: 'text', providers: [] }),
  )
  return [
    { id: 'open-w1', group: 'Workbooks', title: 'Kunden München' },
    { id: 'open-w2', group: 'Workbooks', title: 'Invoices 2026' },
    { id: 'lead 7', group: 'Leads', title: 'Acme Holding', words: 'Ann Acme ann@acme.test' },
    { id: 'workspace 2', group: 'Workspaces', title: 'Nordwind', words: 'switch workspace client' },
    ...pageEntries(() => true),
    ...settingsEntries(true),
    ...Object.values(GENERAL),
    DOCS,
    exportEntry(LIST),
    ...fieldEntries(outcomes, FOUND[question] ?? [], LIST),
    ...kindEntries(LIST),
    ...vendorEntries(VENDORS),
    ...recipeEntries(RECIPES.map(([slug, name, purpose]) => ({ slug, name, purpose, column_names: [] }))),
  ]
}
