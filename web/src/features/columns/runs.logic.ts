// A run in words and figures: what it was to do, what it was expected to take, and what it took.
import { counted, duration, money } from '../../ui/format.ts'
import type { Filter, Run } from './workbook.shapes.ts'

const MODES: Record<string, string> = {
  missing: 'cells without a value',
  failed: 'cells that failed',
  stale: 'values past their age',
  all: 'all cells again',
}

/** "5,000 rows, cells without a value, in Email and Phone". */
export function scopeWords(run: Run, nameOf: (columnId: string) => string): string {
  const columns = run.column_ids ?? []
  const names = columns.length > 3 ? counted(columns.length, 'column') : listed(columns.map(nameOf))
  return [counted(run.rows ?? 0, 'row'), MODES[run.mode ?? 'missing'], names && `in ${names}`]
    .filter(Boolean)
    .join(', ')
}

/** The user who started it, after the time: " by ann", " automatically". */
export function byWords({ by_itself, actor }: Run): string {
  return by_itself ? ' automatically' : actor ? ` by ${actor}` : ''
}

function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export interface Comparison {
  label: string
  expected: string
  actual: string
}

/** The estimate beside the result; empty unless the run has ended and had an estimate. */
export function comparisons(run: Run): Comparison[] {
  const { estimate } = run
  if (!estimate || !run.ended_at) return []
  const { counts = {} } = run
  const asked = ['complete', 'unverified', 'not_found', 'error', 'budget_stopped', 'throttled', 'waiting'].reduce(
    (sum, status) => sum + (counts[status] ?? 0),
    0,
  )
  const took = run.started_at ? (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000 : 0
  const spread =
    estimate.low_usd === estimate.high_usd ? '' : ` (${money(estimate.low_usd)} to ${money(estimate.high_usd)})`
  return [
    {
      label: 'Cells to fill',
      expected: `${estimate.sampled ? 'about ' : ''}${counted(estimate.to_run + estimate.cached, 'cell')}`,
      actual: counted(asked, 'cell'),
    },
    {
      label: 'Cost',
      // Zero would be a promise where nothing of it has a price.
      expected:
        estimate.high_usd === 0 && estimate.unknown_prices.length > 0
          ? 'unknown'
          : `${money(estimate.expected_usd)}${spread}`,
      actual: spentWords(run.cost_usd ?? 0, run.actual?.unpriced ?? 0),
    },
    { label: 'Time', expected: seconds(estimate.seconds_expected), actual: seconds(took) },
  ]
}

/** "$0.20", "$0.20 and more", "unknown": calls at an unknown price are not free. */
export function spentWords(usd: number, unpriced: number): string {
  if (unpriced === 0) return money(usd)
  return usd === 0 ? 'unknown' : `${money(usd)} and more`
}

const seconds = (value: number) => (value < 1 ? 'under a second' : duration(value))

/** The rows in which the run left this status. */
export function rowsWith(run: Run, status: string): Filter {
  const cells = (run.column_ids ?? []).map(
    (field): Filter => ({
      and: [
        { field, on: 'run_id', op: 'eq', value: run.run_id },
        { field, on: 'status', op: 'eq', value: status },
      ],
    }),
  )
  return cells.length === 1 && cells[0] ? cells[0] : { or: cells }
}

/** "A row is expected to cost about $0.02, $0.05 at most." Null where no row can be looked at. */
export function costOfRow(row: { expected_usd: number; high_usd: number } | null): string {
  if (!row) return 'The cost per row is shown as soon as there is a row to run.'
  const { expected_usd, high_usd } = row
  if (high_usd === 0) return 'It costs nothing.'
  const most = high_usd > expected_usd ? `, ${money(high_usd)} at most` : ''
  return `A row is expected to cost about ${money(expected_usd)}${most}.`
}
