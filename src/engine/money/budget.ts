// Whether a call may be made under the budgets that it counts in: arithmetic in whole micro-USD, without a clock or a database.

export type BudgetScope = 'workspace' | 'workbook' | 'column' | 'user' | 'token' | 'run'
export type BudgetPeriod = 'run' | 'day' | 'month' | 'total'

/** A budget in one of its spans. */
export interface BudgetSpan {
  budget_id: string
  scope: BudgetScope
  subject: string
  period: BudgetPeriod
  /** A day or month of UTC, a run, or `total`. */
  span: string
  /** A hard budget stops what would go past it, a soft one only tells. */
  is_hard: boolean
  limit_micro: number
  allow_unknown_prices: boolean
  /** Spent, reserved for calls under way, and what may have been billed without our knowing. */
  used_micro: number
  /** The part of it that does not come back: spent, or perhaps spent. Absent is all. */
  gone_micro?: number
  /** Calls under way in it whose vendors report what they cost; absent is none. */
  reporting?: ReportingCalls
}

/** Calls under way of one budget whose vendors may report more than is reserved for them. */
export interface ReportingCalls {
  /** Kept free beside the reservations, so that reports beyond those still fit. */
  cover_micro: number
  /** Calls for which nothing is kept free beside their reservation. There is one at most. */
  bare: number
  by_lookup: Map<string, number>
}

/** What a call is counted by. */
export interface Payer {
  workbook_id: string | null
  run_id: string | null
  user_id: number | null
  token_id: string | null
}

export interface BudgetRequest {
  id: string
  column_id: string | null
  at: Date
  /** The most it can cost; null when unknown. */
  most_micro: number | null
  /** For a call whose vendor may report a higher cost: its lookup, and how many of its calls were reported lately. */
  reports?: { lookup: string; calls: number }
  /** How many times its most was free for it when it was let in under a hard budget; 1 is bare. */
  cover?: number
}

export interface BudgetRefusal {
  by: BudgetSpan
  why: 'limit' | 'unknown_price'
  /** Only what is reserved is in the way: it may fit once calls under way have turned out to cost less. */
  for_now?: true
}

/** The subjects whose budgets a call counts in. */
export function subjectsOf(
  { workbook_id, run_id, user_id, token_id }: Payer,
  columnId: string | null,
): { scope: BudgetScope; subject: string }[] {
  const subjects: [BudgetScope, string | null][] = [
    ['workspace', ''],
    ['workbook', workbook_id],
    ['column', workbook_id === null || columnId === null ? null : `${workbook_id}/${columnId}`],
    ['user', user_id === null ? null : String(user_id)],
    ['token', token_id],
    ['run', run_id],
  ]
  return subjects.flatMap(([scope, subject]) => (subject === null ? [] : [{ scope, subject }]))
}

/** The span of a period that a moment lies in; undefined for the run of a call that is of none. */
export function spanOf(period: BudgetPeriod, at: Date, runId: string | null): string | undefined {
  switch (period) {
    case 'day':
      return at.toISOString().slice(0, 10)
    case 'month':
      return at.toISOString().slice(0, 7)
    case 'total':
      return 'total'
    case 'run':
      return runId ?? undefined
  }
}

/** The budgets, among these, that a call counts in. */
export function spansOf(
  spans: readonly BudgetSpan[],
  payer: Payer,
  call: Pick<BudgetRequest, 'column_id' | 'at'>,
): BudgetSpan[] {
  const subjects = subjectsOf(payer, call.column_id)
  return spans.filter(
    ({ scope, subject, period, span }) =>
      span === spanOf(period, call.at, payer.run_id) &&
      subjects.some((each) => each.scope === scope && each.subject === subject),
  )
}

/**
 * Lets calls in one by one, each with the most it can cost, as long as no hard budget would be passed; tells of the others
 * which budget was in the way. Those let in are counted in `used_micro` of `spans`, in place.
 */
export function admitWithinBudgets(
  spans: readonly BudgetSpan[],
  payer: Payer,
  calls: readonly BudgetRequest[],
): Map<string, BudgetRefusal | null> {
  const verdicts = new Map<string, BudgetRefusal | null>()
  for (const call of calls) {
    const concerned = spansOf(spans, payer, call)
    const refusal = refusalOf(concerned, call.most_micro) ?? exposureOf(concerned, call)
    verdicts.set(call.id, refusal)
    if (refusal) continue
    for (const span of concerned) {
      span.used_micro += call.most_micro ?? 0
      countReporting(span, call)
    }
  }
  return verdicts
}

/** How many calls of a lookup may be under way at once under a hard budget, by how many of its calls have been reported. */
export function reportingAtOnce(reported: number): number {
  if (reported === 0) return 1
  return reported < PROVEN_CALLS ? 2 ** Math.min(3, Math.floor(Math.log2(reported + 1))) : Number.POSITIVE_INFINITY
}

/** After so many reports the highest of them tells what the next may be. */
const PROVEN_CALLS = 15
/** How many times its most is kept free for a call beside others: a report up to that many times as high as any before still fits. */
const COVER = { unproven: 10, proven: 3 }

/**
 * Why a call whose vendor may report more than its most has to wait; sets its cover otherwise. Beside other such calls it is let in only
 * with room for a higher report, so that what passes a budget is the excess of a single call.
 */
function exposureOf(concerned: readonly BudgetSpan[], call: BudgetRequest): BudgetRefusal | null {
  const { reports, most_micro: most } = call
  const hard = concerned.filter(({ is_hard }) => is_hard)
  const [first] = hard
  if (!reports || !most || !first) return null
  const isCrowded = ({ reporting }: BudgetSpan) =>
    (reporting?.by_lookup.get(reports.lookup) ?? 0) >= reportingAtOnce(reports.calls)
  const crowded = hard.find(isCrowded)
  if (crowded) return { by: crowded, why: 'limit', for_now: true }
  const cover = reports.calls === 0 ? 1 : reports.calls < PROVEN_CALLS ? COVER.unproven : COVER.proven
  const isCovered = cover > 1 && hard.every((span) => roomOf(span) >= cover * most)
  const bare = isCovered ? undefined : hard.find(({ reporting }) => (reporting?.bare ?? 0) > 0)
  if (bare) return { by: bare, why: 'limit', for_now: true }
  call.cover = isCovered ? cover : 1
  return null
}

/** Counts a call under way, with what was kept free for it. */
export function countReporting(span: BudgetSpan, { reports, cover, most_micro }: Omit<BudgetRequest, 'id'>): void {
  if (!reports || cover === undefined) return
  const reporting = span.reporting ?? { cover_micro: 0, bare: 0, by_lookup: new Map() }
  span.reporting = reporting
  reporting.cover_micro += (cover - 1) * (most_micro ?? 0)
  if (cover === 1) reporting.bare++
  reporting.by_lookup.set(reports.lookup, (reporting.by_lookup.get(reports.lookup) ?? 0) + 1)
}

/** What the next call may take; what is kept free for reports of others is not to be taken. */
const roomOf = ({ limit_micro, used_micro, reporting }: BudgetSpan) =>
  limit_micro - used_micro - (reporting?.cover_micro ?? 0)

/** The tightest of the budgets in the way is the one to tell of. */
function refusalOf(concerned: readonly BudgetSpan[], most: number | null): BudgetRefusal | null {
  const hard = concerned.filter(({ is_hard }) => is_hard)
  if (most === null) {
    const by = hard.find((span) => !span.allow_unknown_prices || span.used_micro >= span.limit_micro)
    return by ? { by, why: 'unknown_price' } : null
  }
  const full = hard.filter((span) => most > 0 && roomOf(span) < most)
  const [by] = full.sort((a, b) => remainingBudget(a) - remainingBudget(b))
  if (!by) return null
  const isForNow = full.every(
    ({ gone_micro, used_micro, limit_micro }) => (gone_micro ?? used_micro) + most <= limit_micro,
  )
  return { by, why: 'limit', ...(isForNow && { for_now: true }) }
}

/** What is left of a budget; never below zero. */
export function remainingBudget({ limit_micro, used_micro }: Pick<BudgetSpan, 'limit_micro' | 'used_micro'>): number {
  return Math.max(0, limit_micro - used_micro)
}

/** The shares of a limit, in percent, that are worth telling of. */
const TELLING_SHARES = [80, 100] as const

/** The highest telling share that is reached; 0 when none is. A limit of nothing is reached by the first cent. */
export function reachedShare(used: number, limit: number): 0 | 80 | 100 {
  const reached = TELLING_SHARES.filter((share) => used > 0 && used * 100 >= limit * share)
  return reached.at(-1) ?? 0
}
