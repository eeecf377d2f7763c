// In what words the start page says what waits and what to do next, and where each leads.
import type { Schemas } from '../../api/shapes.ts'
import { count, counted } from '../../ui/format.ts'
import type { Setup } from './home.queries.ts'

export interface Line {
  title: string
  /** Below the workspace. */
  to: string
  search?: Record<string, string>
  tone: 'warn' | 'bad' | 'plain'
}

const WORDS: Record<Schemas['HomeDecision']['kind'], (one: Schemas['HomeDecision']) => Line> = {
  uncertain_messages: ({ count }) => ({
    title: `${countedSoFar(count, 'message')} may or may not have been sent`,
    to: '/outreach/review',
    tone: 'bad',
  }),
  stopped_mailboxes: ({ count, name }) => ({
    title: count === 1 ? `${name} stopped sending` : `${countedSoFar(count, 'mailbox', 'mailboxes')} stopped sending`,
    to: '/outreach/mailboxes',
    tone: 'bad',
  }),
  paused_sequences: ({ count, name, id }) => ({
    title: count === 1 ? `${name} paused itself` : `${countedSoFar(count, 'sequence')} paused themselves`,
    to: count === 1 ? `/outreach/sequences/${id}` : '/outreach/sequences',
    tone: 'bad',
  }),
  drafts: ({ count }) => ({
    title: count === 1 ? '1 draft to approve' : `${countedSoFar(count, 'draft')} to approve`,
    to: '/outreach/review',
    tone: 'plain',
  }),
  plans: ({ count, name, id }) => ({
    title:
      count === 1 ? `The assistant proposes: ${name}` : `${countedSoFar(count, 'plan')} of the assistant to approve`,
    to: '/assistant',
    search: { chat: id ?? '' },
    tone: 'plain',
  }),
  failed_runs: ({ count, name, id, workbook_id }) => ({
    title:
      count === 1 ? `A run of ${name} did not finish` : `${countedSoFar(count, 'run')} did not finish, last in ${name}`,
    to: `/workbooks/${workbook_id}`,
    search: { run: id ?? 'all' },
    tone: 'bad',
  }),
  failed_jobs: ({ count, name, id }) => ({
    title: count === 1 ? `${name} failed` : `${countedSoFar(count, 'job')} failed`,
    to: '/jobs',
    ...(count === 1 && id && { search: { job: id } }),
    tone: 'bad',
  }),
  uncertain_calls: ({ count }) => ({
    title: `${countedSoFar(count, 'call')} may have been billed`,
    to: '/settings/spending',
    tone: 'warn',
  }),
  budgets: ({ count, name }) => ({
    title:
      count === 1 ? `The budget of ${nameOf(name)} is nearly used` : `${countedSoFar(count, 'budget')} are nearly used`,
    to: '/settings/budgets',
    tone: 'warn',
  }),
  paused_watches: ({ count, name, id }) => ({
    title:
      count === 1 ? `The watch of ${name} has a problem` : `${countedSoFar(count, 'watch', 'watches')} have a problem`,
    to: '/signals',
    search: { view: 'watches', ...(count === 1 && id && { watch: id }) },
    tone: 'warn',
  }),
  stopped_rules: ({ count, name, id }) => ({
    title: count === 1 ? `The rule ${name} stopped itself` : `${countedSoFar(count, 'rule')} stopped themselves`,
    to: count === 1 ? `/automations/${id}` : '/automations',
    tone: 'warn',
  }),
  failing_rules: ({ count, name, id }) => ({
    title: count === 1 ? `The rule ${name} fails` : `${countedSoFar(count, 'rule')} fail`,
    to: count === 1 ? `/automations/${id}` : '/automations',
    tone: 'warn',
  }),
  review_pairs: ({ count }) => ({
    title: `${countedSoFar(count, 'possible duplicate')} to review`,
    to: '/duplicates',
    tone: 'plain',
  }),
}

/** Counting stops there. */
const MOST_COUNTED = 1000

/** As `counted`, where at least as many may wait as were counted: "1,000+ drafts". */
function countedSoFar(value: number, one: string, many = `${one}s`): string {
  return value < MOST_COUNTED ? counted(value, one, many) : `${count(MOST_COUNTED)}+ ${many}`
}

const nameOf = (name: string | null) => (name === null || name === 'workspace' ? 'the workspace' : name)

export const lineOf = (decision: Schemas['HomeDecision']): Line => WORDS[decision.kind](decision)

const REASONS: Record<string, string> = {
  bounces: 'Too many bounces',
  complaints: 'Too many complaints',
  budget_stopped: 'Stopped by a budget',
  failed: '',
}

/** What stands below the title; nothing where the title says it all. */
export function detailOf({ kind, detail, name, count }: Schemas['HomeDecision']): string {
  if (kind === 'drafts' || kind === 'uncertain_messages') return count === 1 && name ? name : ''
  if (kind === 'uncertain_calls') return name ?? ''
  return detail === null ? '' : (REASONS[detail] ?? detail)
}

interface Step {
  title: string
  why: string
  action: string
  to: string
}

export const SETUP: Record<Setup['step'], Step> = {
  data: {
    title: 'Bring a list',
    why: 'Import a file of companies or people, paste domains, or begin with a recipe.',
    action: 'Browse recipes',
    to: '/recipes',
  },
  run: {
    title: 'Run a workbook',
    why: 'Test data fills every column without a key and without cost; each value is marked.',
    action: 'Open a workbook',
    to: '/workbooks',
  },
  key: {
    title: 'Connect a provider or a model',
    why: 'Keys of vendors are sealed for this workspace. Many columns work without any.',
    action: 'Add a key',
    to: '/settings/integrations',
  },
  budget: {
    title: 'Set a budget',
    why: 'No call exceeds a hard budget, regardless of the user who starts it.',
    action: 'Set a budget',
    to: '/settings/budgets',
  },
  watch: {
    title: 'Watch a company',
    why: 'Hiring, funding, technology and website changes arrive as signals with evidence.',
    action: 'Add a watch',
    to: '/signals?view=watches',
  },
  rule: {
    title: 'Automate a step',
    why: 'A rule runs a column, enrolls a lead or notifies a user when an event occurs.',
    action: 'Make a rule',
    to: '/automations',
  },
  people: {
    title: 'Invite a colleague',
    why: 'Give each person a role, from viewer to admin.',
    action: 'Invite',
    to: '/settings/members',
  },
}

/** Nothing was brought, or nothing of it has run: the ways to begin come first. */
export const isNew = ({ setup }: { setup: readonly Setup[] }) => ['data', 'run'].includes(nextStep(setup) ?? '')

/** The next best step of this person; undefined when there is none. */
export const nextStep = (setup: readonly Setup[]) => setup.find(({ done, may }) => !done && may)?.step
