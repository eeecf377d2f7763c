// What a token may do, to be chosen from.
import type { FormField } from '../../ui/forms/form-fields.logic.ts'
import type { TokenCapability } from './agents.queries.ts'

const CAPABILITIES: { value: TokenCapability; label: string; about?: string }[] = [
  { value: 'workbooks:read', label: 'Read workbooks', about: 'Columns, rows, runs, costs and why a cell is as it is.' },
  { value: 'workbooks:write', label: 'Change workbooks', about: 'Make workbooks, add columns and rows, undo.' },
  { value: 'workbooks:delete', label: 'Delete from workbooks', about: 'Rows, columns and whole workbooks.' },
  {
    value: 'runs:execute',
    label: 'Run providers',
    about: 'Costs money, within the budgets of the token and the workspace.',
  },
  { value: 'leads:read', label: 'Read leads' },
  { value: 'leads:write', label: 'Change leads' },
  { value: 'leads:delete', label: 'Delete leads' },
  { value: 'signals:read', label: 'Read signals' },
  { value: 'automations:write', label: 'Change automations', about: 'Watches and rules.' },
  {
    value: 'sequences:enroll',
    label: 'Enroll leads',
    about: 'Into sequences; sending still needs its own approval.',
  },
  { value: 'outreach:send', label: 'Approve and send drafts' },
  {
    value: 'outreach:write',
    label: 'Change outreach',
    about: 'Sequences, mailboxes and suppressions; over the API only.',
  },
  {
    value: 'settings:read',
    label: 'Read settings',
    about: 'Providers, prices, spending and budgets; over the API only.',
  },
]

/** `offered`: what there is to choose from; everything by default. */
export const capabilityField = (offered?: readonly TokenCapability[]): FormField => ({
  name: 'capabilities',
  kind: 'choices',
  label: 'It may',
  options: CAPABILITIES.filter(({ value }) => !offered || offered.includes(value)),
})
