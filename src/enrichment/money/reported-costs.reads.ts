// What vendors have reported of their calls lately, as multiples of the price: what the next calls are reserved and estimated at.
import type { BudgetRequest } from '../../engine/money/budget.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { CallPrice } from '../../providers/kit/lookup-price.ts'

export interface ReportedCost {
  /** The highest report, as a multiple of the price that held. */
  units: number
  /** Calls that cost something. */
  calls: number
}

/** A report is remembered for so many days. */
const REMEMBERED_DAYS = 30

const READ = {
  name: 'reported_costs_read',
  text: `select lookup, max(units) as units, sum(calls)::int as calls from reported_costs
    where workspace_id = $1 and day > (now() at time zone 'UTC')::date - ${REMEMBERED_DAYS} and ($2::text[] is null or lookup = any($2))
    group by lookup`,
}

/** By lookup: of these, or of all that have reported. */
export async function readReportedCosts(
  tx: WorkspaceTx,
  lookups: readonly string[] | null = null,
): Promise<Map<string, ReportedCost>> {
  const { rows } = await tx.client.query<ReportedCost & { lookup: string }>({
    ...READ,
    values: [tx.workspace_id, lookups],
  })
  return new Map(rows.map(({ lookup, units, calls }) => [lookup, { units, calls }]))
}

/** Whether a vendor tells what a call of this price cost, and may tell more than is declared. */
export function mayReportMore(price: Pick<CallPrice, 'rule' | 'counted_here'>): boolean {
  return price.rule === 'vendor_reports' && !price.counted_here
}

/** Calls of one lookup under way, of one payer and one day, for which room for their reports is kept. */
export interface OpenReporting extends Pick<BudgetRequest, 'column_id' | 'at' | 'cover'> {
  lookup: string
  workbook_id: string | null
  run_id: string | null
  user_id: number | null
  token_id: string | null
  calls: number
  reserved_micro: number
}

const OPEN = {
  name: 'reservations_reporting',
  text: `select lookup, workbook_id, column_id, run_id, user_id, token_id, cover, min(at) as at, count(*)::int as calls,
      sum(reserved_micro)::bigint as reserved_micro
    from reservations where workspace_id = $1 and cover is not null and id <> all($2::uuid[])
    group by lookup, workbook_id, column_id, run_id, user_id, token_id, cover, (at at time zone 'UTC')::date`,
}

/** Calls under way under hard budgets whose vendors may report more, but for those that end now. Comes after the budgets are locked. */
export async function readOpenReporting(tx: WorkspaceTx, ended: readonly string[]): Promise<OpenReporting[]> {
  return (await tx.client.query<OpenReporting>({ ...OPEN, values: [tx.workspace_id, ended] })).rows
}

/** Whether any call that may cost something is under way: its money may come free. */
export async function hasOpenReservations(tx: WorkspaceTx): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'reservations_any',
    text: `select from reservations where workspace_id = $1 and rule <> 'free' limit 1`,
    values: [tx.workspace_id],
  })
  return rowCount === 1
}
