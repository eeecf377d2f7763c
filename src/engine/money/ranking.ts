// The order in which steps of a waterfall cost least for each answer that is accepted, by what they did so far.
import { boundsOf, type ConfidenceInterval, leanedShare } from './likelihood.ts'

/** The results of a step so far, on the rows where it was called. Money in micro-USD. */
export interface StepResults {
  step_id: string
  /** Why it cannot be called at the moment, in words; null when it can. */
  closed: string | null
  /** Needs no account. */
  keyless: boolean
  asked: number
  accepted: number
  /** What all of those calls cost, those of its verifiers included. */
  cost_micro: number
  /** What to believe of it before anything was seen here, and how many answers that belief is worth. */
  prior: { accepts: number; cost_micro: number | null; weight: number }
}

export interface StepRanking extends StepResults, ConfidenceInterval {
  /** Share of askings to be accepted, and what one costs; null is an unknown price. */
  accepts: number
  cost_per_call_micro: number | null
  /**
   * What an accepted answer costs if its share is as low as it may well be: three answers of three weigh less than two
   * thousand of three thousand.
   */
  careful_micro: number | null
}

/** What belief is worth where nothing else is known, in answers. */
const LEAST_WEIGHT = 2

/** Each step with what is to be expected of it, the cheapest accepted answer first; equal ones stay in their order. */
export function rankSteps(candidates: readonly StepResults[]): StepRanking[] {
  return candidates
    .map(judge)
    .map((ranked, place) => ({ ranked, place }))
    .sort((a, b) => compare(a.ranked, b.ranked) || a.place - b.place)
    .map(({ ranked }) => ranked)
}

function judge(candidate: StepResults): StepRanking {
  const { asked, accepted, cost_micro, prior } = candidate
  const weight = Math.max(LEAST_WEIGHT, prior.weight)
  const { low, high } = boundsOf(accepted + prior.accepts * weight, asked + weight)
  const cost_per_call_micro =
    prior.cost_micro === null ? null : leanedShare(cost_micro, asked, prior.cost_micro, asked > 0 ? 1 : weight)
  return {
    ...candidate,
    low,
    high,
    cost_per_call_micro,
    accepts: leanedShare(accepted, asked, prior.accepts, weight),
    careful_micro: carefulCost(cost_per_call_micro, low),
  }
}

function carefulCost(perCall: number | null, low: number): number | null {
  if (perCall === null) return null
  if (perCall === 0) return 0
  return low > 0 ? perCall / low : Number.POSITIVE_INFINITY
}

/** Negative when `a` goes first. Steps that cannot be called come last, before it those with an unknown price. */
function compare(a: StepRanking, b: StepRanking): number {
  const closed = Number(a.closed !== null) - Number(b.closed !== null)
  if (closed !== 0) return closed
  // Two closed providers are equal.
  if (a.closed !== null) return 0
  if (a.careful_micro === null || b.careful_micro === null)
    return Number(a.careful_micro === null) - Number(b.careful_micro === null)
  // A millionth of a dollar is no difference.
  const [mine, theirs] = [Math.round(a.careful_micro), Math.round(b.careful_micro)]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return Number(b.keyless) - Number(a.keyless) || b.low - a.low
}
