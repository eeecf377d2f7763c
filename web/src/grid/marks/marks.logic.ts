// The small mark at the right edge of a cell: which one a status gets, in which tone, and the reason in words.
import type { Schemas } from '../../api/shapes.ts'
import type { CellEnrichment } from '../model/grid.types.ts'

export type CellMark =
  | 'spinner'
  | 'clock'
  | 'pause'
  | 'dash'
  | 'amber_dot'
  | 'hollow_dot'
  | 'red_dot'
  | 'pencil'
  | 'lock'
  | 'stale'
  /** A value that is not what its column holds. */
  | 'invalid'
  /** A value that a test run made up, or that is computed from one. */
  | 'test'

const MARKS: Record<Schemas['EnrichmentOverlay']['status'], CellMark | null> = {
  pending: null,
  queued: 'clock',
  running: 'spinner',
  waiting: 'clock',
  throttled: 'pause',
  complete: null,
  unverified: 'amber_dot',
  not_found: 'hollow_dot',
  skipped: 'dash',
  error: 'red_dot',
  budget_stopped: 'lock',
  stale: 'stale',
  overridden: 'pencil',
  cancelled: 'dash',
}

/** What the name of a provider begins with whose answers a test run made up. */
export const TEST_DATA = 'test:'

/** True for a value that was made up; its provider's name says so. */
export function isMadeUp(cell: CellEnrichment | undefined): boolean {
  return cell?.provider?.startsWith(TEST_DATA) === true && (cell.status === 'complete' || cell.status === 'unverified')
}

export function markOf(status: Schemas['EnrichmentOverlay']['status'] | undefined): CellMark | null {
  return status ? (MARKS[status] ?? null) : null
}

/** True while a run still owes this cell an answer. */
export function isOpen(status: Schemas['EnrichmentOverlay']['status'] | undefined): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting' || status === 'throttled'
}

export const STATUS_WORDS: Record<Schemas['EnrichmentOverlay']['status'], string> = {
  pending: 'Not run yet',
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting for the provider',
  throttled: 'Paused until the provider may be called',
  complete: 'Found',
  unverified: 'Unverified',
  not_found: 'Not found',
  skipped: 'Skipped',
  error: 'Error',
  budget_stopped: 'Stopped by the budget',
  stale: 'Outdated',
  overridden: 'Typed by a person',
  cancelled: 'Stopped',
}

const REASON_WORDS: Record<string, string> = {
  no_key: 'the provider has no key',
  missing_input: 'an input is blank in this row',
  condition_false: 'the run condition is not met',
  cooldown: 'the provider is cooling down',
  circuit_open: 'the provider is failing and is left alone for a while',
  over_budget: 'it would have gone over the budget',
  row_limit: 'it would have cost more than a row may',
  max_providers: 'the most providers per row were called',
  timeout: 'the provider did not answer in time',
  quota: 'the provider’s quota is used up',
  auth: 'the provider rejected the key',
  bad_input: 'the provider could not use the input',
  vendor_error: 'the provider failed',
  unmapped: 'the answer could not be read',
  dependency: 'a column it needs has no value',
  uncertain: 'the call was interrupted and may have been billed',
  internal: 'an internal fault',
  stopped: 'the run was stopped',
  input_changed: 'what it was made from has changed since',
  settings_changed: 'the settings of the column have changed since',
  expired: 'it is past the age limit of the column',
}

export function reasonWords(reason: string | null | undefined): string {
  if (!reason) return ''
  return REASON_WORDS[reason] ?? reason.replaceAll('_', ' ')
}

/** A cell without a value says in so many words why. */
const BRIEF: Partial<Record<Schemas['EnrichmentOverlay']['status'], string>> = {
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  throttled: 'Paused',
  unverified: 'Unverified',
  not_found: 'Not found',
  skipped: 'Skipped',
  error: 'Error',
  budget_stopped: 'Over budget',
  stale: 'Outdated',
  overridden: 'Emptied by hand',
  cancelled: 'Stopped',
}

const BRIEF_REASONS: Record<string, string> = {
  no_key: 'No key',
  missing_input: 'Skipped: no input',
  condition_false: 'Skipped: condition',
  cooldown: 'Provider paused',
  circuit_open: 'Provider failing',
  over_budget: 'Over budget',
  row_limit: 'Row limit reached',
  max_providers: 'Most providers asked',
  timeout: 'Timed out',
  quota: 'Quota used up',
  auth: 'Key rejected',
  bad_input: 'Bad input',
  vendor_error: 'Provider failed',
  unmapped: 'Answer unreadable',
  dependency: 'Skipped: no input',
  uncertain: 'Interrupted',
}

/** What stands in a cell that has no value: its state in one to three words; blank before the first run, or where the blank is the answer. */
export function briefWords(cell: Pick<CellEnrichment, 'status' | 'reason' | 'error'> | undefined): string {
  if (!cell) return ''
  const reason = cell.status === 'error' ? (cell.error?.class ?? cell.reason) : cell.reason
  const isSettled = cell.status === 'error' || cell.status === 'skipped'
  return (isSettled && BRIEF_REASONS[reason ?? '']) || (BRIEF[cell.status] ?? '')
}

/** In the time zone of the reader. */
function resumes({ resumes_at }: CellEnrichment): string {
  if (!resumes_at) return ''
  return `, called again at ${new Date(resumes_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`
}

/** One sentence for the tooltip and the screen reader; empty for a plain found value. */
export function explain(cell: CellEnrichment): string {
  const words = STATUS_WORDS[cell.status] ?? cell.status
  if (isMadeUp(cell)) return 'Test data: a made-up value'
  if (cell.status === 'complete' || cell.status === 'pending') return ''
  if (cell.status === 'throttled')
    return `Paused: ${reasonWords(cell.reason) || 'the provider asked to wait'}${resumes(cell)}`
  if (cell.status === 'error') {
    const cause = cell.error?.message ?? reasonWords(cell.error?.class ?? cell.reason)
    return cause ? `${words}: ${cause}` : words
  }
  const why = reasonWords(cell.reason)
  return why ? `${words}: ${why}` : words
}
