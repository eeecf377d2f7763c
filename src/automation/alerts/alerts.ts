// The events that notify users, and the texts of the notices: each is a declaration, so that rooms only emit.
import type { NewNotice } from '../../identity/notices/notices.commands.ts'
import type { JsonObject } from '../../kernel/json.ts'

/** Of two notices `about` one thing on one day, only the first is told. */
type Alert = (payload: JsonObject, workspaceId: string) => (Omit<NewNotice, 'key'> & { about?: string }) | null

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const words = (value: unknown) => text(value).replaceAll('_', ' ')

export const ALERTS: Readonly<Record<string, Alert>> = {
  'budget.reached': ({ scope, period, share, is_hard }) => ({
    topic: 'budgets',
    severity: Number(share) >= 100 ? 'error' : 'warning',
    to: 'admins',
    title: `${text(share)} % of the ${words(period)} budget of the ${words(scope)} is used`,
    text:
      Number(share) >= 100 && is_hard === true
        ? 'Calls that would go past it are not made until the budget is raised or begins again.'
        : 'Raise it, or let what is left be spent.',
    link: '/settings/budgets',
  }),
  // A provider that does not recover is tried and closed again every few minutes.
  'provider.closed': ({ account, label, reason, detail }) => ({
    about: `provider:${text(account)}`,
    topic: 'providers',
    severity: 'warning',
    to: 'editors',
    title: `${text(label) || text(account)} is paused: ${words(reason)}`,
    text: text(detail),
    link: '/settings/providers',
  }),
  'run.failed': ({ workbook_id, run_id }) => ({
    topic: 'runs',
    severity: 'error',
    to: 'editors',
    title: 'A run failed',
    text: 'What was written stays. Open the run for what went wrong.',
    link: `/workbooks/${text(workbook_id)}?run=${text(run_id)}`,
  }),
  'job.failed': ({ title, error, job_id }) => ({
    topic: 'jobs',
    severity: 'error',
    to: 'editors',
    title: `${text(title) || 'A background job'} failed`,
    text: text(error),
    link: `/jobs?job=${text(job_id)}`,
  }),
  'watch.paused': ({ target, error, watch_id }) => ({
    topic: 'watches',
    severity: 'warning',
    to: 'editors',
    title: `The watch of ${text(target) || text(watch_id)} was paused`,
    text: text(error) || 'It failed too often in a row.',
    link: `/signals?view=watches&watch=${text(watch_id)}`,
  }),
  'outreach.draft_ready': ({ subject }) => ({
    topic: 'approvals',
    to: 'admins',
    title: 'A draft waits for approval',
    text: text(subject),
    link: '/outreach/review',
  }),
}
