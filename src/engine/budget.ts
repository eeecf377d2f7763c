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
}

/** What a call is counted by. */
export interface Payer {
  workbook_id: string | null
  run_id: string | null
  user_id: number | null
  token_id: string | null
}

export interface WantedCall {
  id: string
  column_id: string | null
  at: Date
  /** The most it can cost; null when unknown. */
  most_micro: number | null
}

export interface Refusal {
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
  call: Pick<WantedCall, 'column_id' | 'at'>,
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
export function admit(
  spans: readonly BudgetSpan[],
  payer: Payer,
  calls: readonly WantedCall[],
): Map<string, Refusal | null> {
  const verdicts = new Map<string, Refusal | null>()
  for (const call of calls) {
    const concerned = spansOf(spans, payer, call)
    const refusal = refusalOf(concerned, call.most_micro)
    verdicts.set(call.id, refusal)
    if (!refusal) for (const span of concerned) span.used_micro += call.most_micro ?? 0
  }
  return verdicts
}

/** The tightest of the budgets in the way is the one to tell of. */
function refusalOf(concerned: readonly BudgetSpan[], most: number | null): Refusal | null {
  const hard = concerned.filter(({ is_hard }) => is_hard)
  if (most === null) {
    const by = hard.find((span) => !span.allow_unknown_prices || span.used_micro >= span.limit_micro)
    return by ? { by, why: 'unknown_price' } : null
  }
  const full = hard.filter((span) => most > 0 && span.used_micro + most > span.limit_micro)
  const [by] = full.sort((a, b) => left(a) - left(b))
  if (!by) return null
  const isForNow = full.every(
    ({ gone_micro, used_micro, limit_micro }) => (gone_micro ?? used_micro) + most <= limit_micro,
  )
  return { by, why: 'limit', ...(isForNow && { for_now: true }) }
}

/** What is left of a budget; never below zero. */
export function left({ limit_micro, used_micro }: Pick<BudgetSpan, 'limit_micro' | 'used_micro'>): number {
  return Math.max(0, limit_micro - used_micro)
}

/** The shares of a limit, in percent, that are worth telling of. */
const TELLING_SHARES = [80, 100] as const

/** The highest telling share that is reached; 0 when none is. A limit of nothing is reached by the first cent. */
export function reachedShare(used: number, limit: number): 0 | 80 | 100 {
  const reached = TELLING_SHARES.filter((share) => used > 0 && used * 100 >= limit * share)
  return reached.at(-1) ?? 0
}
