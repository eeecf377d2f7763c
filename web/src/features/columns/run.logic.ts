// One run as the page follows it: read from the API, updated by events, described in sentences.
import type { LiveEvent } from '../../api/events.ts'
import type { Column, Schemas } from '../../api/shapes.ts'
import { count, counted, duration, money } from '../../ui/format.ts'
import type { Run } from './workbook.shapes.ts'

type RunStatus = Run['status']

const ENDED: readonly RunStatus[] = ['done', 'done_with_errors', 'cancelled', 'failed', 'budget_stopped']

export function isOver(status: RunStatus): boolean {
  return ENDED.includes(status)
}

const STATUSES: ReadonlySet<string> = new Set<RunStatus>(['queued', 'running', 'paused', ...ENDED])

/** The run after one more event of it. Progress never goes back, and a run that ended stays ended: what was under way is still counted. */
export function withEvent(run: Run | null, event: LiveEvent): Run | null {
  // The change that a run made has its id.
  if (event.type === 'change.reverted')
    return run && event.change_id === run.run_id
      ? { ...run, undone_at: event.state === 'undone' ? event.ts : null }
      : run
  if (!event.type.startsWith('run.') || !event.run_id) return run
  if (run && run.run_id !== event.run_id) return run
  const before: Run = run ?? { run_id: event.run_id, status: 'queued' }
  const number = (name: string) => (typeof event[name] === 'number' ? (event[name] as number) : undefined)
  const word = event.type.slice('run.'.length)
  const said = typeof event.status === 'string' ? event.status : word === 'resumed' ? 'running' : word
  const status = isOver(before.status)
    ? before.status
    : STATUSES.has(said)
      ? (said as RunStatus)
      : before.status === 'queued'
        ? 'running'
        : before.status
  const counts = typeof event.counts === 'object' && event.counts !== null ? (event.counts as Run['counts']) : undefined
  const cells = number('total') ?? before.cells
  const cost = number('cost_usd')
  return {
    ...before,
    status,
    done: Math.max(before.done ?? 0, number('done') ?? 0),
    ...(cells === undefined ? {} : { cells }),
    ...(counts ? { counts } : {}),
    ...(cost === undefined ? {} : { cost_usd: cost }),
    rate: number('rate') ?? null,
    eta_seconds: number('eta_seconds') ?? null,
  }
}

/** The columns whose blank cells a run is still to fill. A run over some of the rows does not say which they are. */
export function awaitedColumns(runs: readonly Run[], totalRows: number): ReadonlySet<string> {
  const open = runs.filter(
    (run) => (run.status === 'queued' || run.status === 'running') && (run.rows ?? 0) >= totalRows,
  )
  return new Set(open.flatMap((run) => run.column_ids ?? []))
}

/** 0..1, or null while the size is not known. */
export function shareDone(run: Run): number | null {
  if (!run.cells) return null
  return isOver(run.status) ? 1 : Math.min(1, (run.done ?? 0) / run.cells)
}

const ORDER = [
  'complete',
  'unverified',
  'not_found',
  'skipped',
  'error',
  'budget_stopped',
  'cancelled',
  'untouched',
] as const
const WORDS: Record<string, string> = {
  unverified: 'unverified',
  not_found: 'not found',
  skipped: 'skipped',
  error: 'failed',
  budget_stopped: 'over budget',
  cancelled: 'stopped',
  untouched: 'left as they were',
}

/** What of a run is in the workbook now: of one that was undone nothing is. */
export function standing(run: Run): Run {
  const { cells: _, cost_usd, ...rest } = run
  return run.undone_at ? { ...rest, ...(cost_usd === undefined ? {} : { cost_usd }), done: 0, counts: {} } : run
}

/** Counts by outcome that are not zero, in a fixed order. */
export function outcomes(run: Run, columns: readonly Column[]): { status: string; count: number; words: string }[] {
  const complete = completeWords(run.column_ids ?? [], columns)
  const wordsOf = (status: string) => (status === 'complete' ? complete : (WORDS[status] ?? status))
  return ORDER.map((status) => ({ status, count: run.counts?.[status] ?? 0, words: wordsOf(status) })).filter(
    (one) => one.count > 0,
  )
}

/** A column that sends rows elsewhere finds nothing. */
function completeWords(ids: readonly string[], columns: readonly Column[]): string {
  const types = columns.filter(({ id }) => ids.includes(id)).map(({ type }) => type)
  if (!types.includes('output')) return 'found'
  return types.every((type) => type === 'output') ? 'delivered' : 'found or delivered'
}

/** Cells that a run left without an answer because it ended early: not begun, or stopped by a person or the budget. */
export function leftOver(run: Run): number {
  const isCut = run.status === 'cancelled' || run.status === 'budget_stopped' || run.status === 'failed'
  if (!isCut || run.undone_at || !run.cells) return 0
  const { cancelled = 0, budget_stopped = 0 } = run.counts ?? {}
  return Math.max(0, run.cells - (run.done ?? 0)) + cancelled + budget_stopped
}

export function failures(run: Run): number {
  return run.counts?.error ?? 0
}

const STATUS_SENTENCE: Record<RunStatus, string> = {
  queued: 'Waiting to start',
  running: 'Running',
  paused: 'Paused',
  done: 'Done',
  done_with_errors: 'Done, some cells failed',
  cancelled: 'Stopped',
  failed: 'The run failed',
  budget_stopped: 'Stopped by the budget',
}

/** The state of a run in words. When every cell failed, the text does not say "some cells". */
export function statusSentence(
  run: Pick<Run, 'status' | 'counts'> & { undone_at?: string | null | undefined },
): string {
  return run.undone_at ? `${endedSentence(run)}, then undone` : endedSentence(run)
}

function endedSentence(run: Pick<Run, 'status' | 'counts'>): string {
  const failed = run.counts?.error ?? 0
  const others = Object.entries(run.counts ?? {}).some(([status, number]) => status !== 'error' && number > 0)
  return run.status === 'done_with_errors' && failed > 0 && !others
    ? 'Done, every cell failed'
    : STATUS_SENTENCE[run.status]
}

/** What an estimate counts: rows when one column runs, cells when several do. */
export function unitOf(estimate: Schemas['RunEstimate']): 'row' | 'cell' {
  return estimate.by_column.length > 1 ? 'cell' : 'row'
}

/** "3,197 of 5,000 rows will run, about $41.00 ($19.00–$88.00), 12 minutes". */
export function estimateSentence(estimate: Schemas['RunEstimate']): string {
  const all = counted(estimate.cells_in_scope, unitOf(estimate))
  if (estimate.cells_in_scope === 0)
    return estimate.looked_at === undefined
      ? 'There are no rows in this scope'
      : `None of the first ${counted(estimate.looked_at, 'row')} that lack a value can run; choose others by a filter`
  if (estimate.to_run === 0 && estimate.cached > 0)
    return `${count(estimate.cached)} of ${all} will be filled from the cache, free`
  if (estimate.to_run === 0 && estimate.not_ready > 0)
    return `No provider is ready for ${count(estimate.not_ready)} of ${all}`
  if (estimate.to_run === 0) return `None of ${all} needs to run`
  const about = estimate.sampled ? 'About ' : ''
  const spread = estimate.low_usd === estimate.high_usd ? '' : ` (${usd(estimate.low_usd)}–${usd(estimate.high_usd)})`
  const time = estimate.seconds_expected > 0 ? `, ${duration(Math.max(1, estimate.seconds_expected))}` : ''
  const isUnknown = estimate.unknown_prices.length > 0
  const known = estimate.high_usd === 0 ? '' : `about ${usd(estimate.expected_usd)}${spread}`
  const cost = isUnknown
    ? known
      ? `${known} and what has no known price`
      : 'at an unknown cost'
    : known || 'at no cost'
  return `${about}${count(estimate.to_run)} of ${all} will run, ${cost}${time}`
}

const usd = (amount: number) => (amount === 0 ? '$0.00' : money(amount))

export interface FunnelStep {
  label: string
  count: number
  kind: 'start' | 'less' | 'end'
  hint: string
  /** The rows of the count can be requested by it. */
  planned?: Schemas['RunRowsRequest']['planned']
}

/** The steps from everything in scope down to what runs; each says how many fall away there. */
export function funnel(estimate: Schemas['RunEstimate']): FunnelStep[] {
  const less: Omit<FunnelStep, 'kind'>[] = [
    {
      label: 'Up to date',
      planned: 'already_fresh',
      count: estimate.already_fresh,
      hint: 'They have an outcome that is still good',
    },
    {
      label: 'Skipped: condition',
      planned: 'condition_false',
      count: estimate.condition_false,
      hint: 'The run condition leaves them out',
    },
    {
      label: 'Skipped: no input',
      planned: 'missing_input',
      count: estimate.missing_input,
      hint: 'A needed column is blank in the row',
    },
    {
      label: 'No provider ready',
      planned: 'not_ready',
      count: estimate.not_ready,
      hint: 'Their providers lack a key, are closed right now or cost more than a row may',
    },
    {
      label: 'Answered from cache',
      planned: 'cached',
      count: estimate.cached,
      hint: 'Called before; filled for free',
    },
  ]
  return [
    { label: 'In scope', count: estimate.cells_in_scope, kind: 'start', hint: 'Everything chosen above' },
    ...less
      .filter((step) => step.count > 0 || step.label !== 'No provider ready')
      .map((step) => ({ ...step, kind: 'less' as const })),
    { label: 'To run', planned: 'to_run', count: estimate.to_run, kind: 'end', hint: 'Providers are called for these' },
  ]
}

/** A run that ended long ago is shown in the status line only. */
export function isRecent(ended: string | null | undefined, now: number): boolean {
  return !ended || now - Date.parse(ended) < 10 * 60_000
}

export interface DoneSample {
  /** Milliseconds. */
  at: number
  done: number
}

/** The period over which the rate is measured: longer than one answer, shorter than a run. */
const RECENT_MS = 10_000
/** Before that, too little was seen to tell. */
const LEAST_MS = 2_000

/** With what was seen now; what is older than the window goes, but for its newest. */
export function keepRecent(samples: readonly DoneSample[], sample: DoneSample): DoneSample[] {
  const all = [...samples, sample]
  const first = all.findLastIndex(({ at }) => at <= sample.at - RECENT_MS)
  return all.slice(Math.max(0, first))
}

/** Cells a second of the last seconds, and the seconds that the rest takes at that rate; null until there is enough to tell from. */
export function recentPace(
  samples: readonly DoneSample[],
  cells: number | null | undefined,
  now: number,
): { rate: number; eta_seconds: number | null } | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || now - first.at < LEAST_MS) return null
  const rate = ((last.done - first.done) * 1000) / (now - first.at)
  return { rate, eta_seconds: cells && rate > 0 ? Math.ceil(Math.max(0, cells - last.done) / rate) : null }
}
