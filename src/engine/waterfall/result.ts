// What a finished (or paused) waterfall leaves in the cell.
import type { Json, JsonObject } from '../../kernel/json.ts'
import type { Answer } from './answer.ts'
import { type Attempt, findMainFailure, findMainSkip, isTemporarySkip } from './attempt.ts'
import type { CellPlan } from './cell.ts'
import { GUESS_BELOW } from './certainty.ts'
import type { Skip } from './facts.ts'
import {
  accepted,
  bestOf,
  type FieldSource,
  fieldSources,
  type Judgment,
  missingFields,
  othersOf,
  ruleOf,
  type ValueSource,
} from './judge.ts'
import type { FailureClass, Origin, SkipReason } from './outcome.ts'
import {
  attemptAt,
  gateOf,
  isPause,
  limitReached,
  limitSkip,
  settledAnswers,
  type WaterfallState,
} from './waterfall-state.ts'

export type ResultStatus =
  | 'complete'
  | 'unverified'
  | 'not_found'
  | 'skipped'
  | 'error'
  | 'budget_stopped'
  | 'throttled'
  | 'waiting'

export interface CellResult {
  status: ResultStatus
  value: Json
  /** All output fields of the kept answer; null without one. */
  values: JsonObject | null
  provider: string | null
  step_id: string | null
  confidence: number | null
  verified: boolean | null
  origin: Origin | null
  evidence: JsonObject | null
  /** In words, why the value is this one; null without a value. */
  why: string | null
  /** Values that sources gave and that say something else. */
  others: ValueSource[]
  /** For a merge or a whole answer: where each field came from. */
  by_field: { [field: string]: FieldSource } | null
  /** The kept answer came from the cache. */
  cached: boolean
  reason: SkipReason | FailureClass | null
  /** Words for a person. */
  detail: string | null
  error: { class: FailureClass; message: string; provider: string } | null
  /** What is known to have been spent. */
  cost_micro: number
  /** The cost of some call is unknown; it is not in `cost_micro`. */
  cost_unknown: boolean
  /** For `throttled` and `waiting`: milliseconds until the next try makes sense. */
  retry_in_ms: number | null
  /** In the order of the steps, skipped steps included. */
  attempts: Attempt[]
}

/**
 * The verdict. An accepted answer is `complete`, or `unverified` where any was accepted and this one is more likely wrong than right; a step whose answer is still to come makes it `waiting`, one that asks
 * to wait `throttled`; else the best answer
 * is kept as `unverified`. Without any: `budget_stopped` if a cap kept a step from being called; `error` as soon as one
 * provider could not say yes or no, because "not found" promises that every available provider had no answer, and
 * the cell would never be tried again; `not_found` if all called providers had no answer; `skipped` if no provider could be called.
 */
export function resultOf(plan: CellPlan, state: WaterfallState): CellResult {
  const attempts = withSkips(plan, state)
  const blank: CellResult = {
    status: 'skipped',
    value: null,
    values: null,
    provider: null,
    step_id: null,
    confidence: null,
    verified: null,
    origin: null,
    evidence: null,
    why: null,
    others: [],
    by_field: null,
    cached: false,
    reason: null,
    detail: null,
    error: null,
    cost_micro: attempts.reduce((sum, attempt) => sum + (attempt.cost_micro ?? 0), 0),
    cost_unknown: attempts.some((attempt) => attempt.cost_micro === null),
    retry_in_ms: null,
    attempts,
  }
  const settled = settledAnswers(state)
  const chosen = accepted(plan, settled)
  if (chosen) return { ...blank, ...kept(plan, chosen), ...standingOf(plan, chosen) }
  const pending = attempts.find((attempt) => attempt.outcome === 'pending')
  if (pending) {
    const { provider, step_id, retry_in_ms } = pending
    return { ...blank, status: 'waiting', provider, step_id, retry_in_ms, detail: `${provider} is working on it` }
  }
  const later = attempts.find((attempt) => attempt.outcome === 'later')
  if (later) {
    const { provider, step_id, retry_in_ms } = later
    return { ...blank, status: 'throttled', provider, step_id, retry_in_ms, detail: `${provider} asked to wait` }
  }
  const skip = findMainSkip(attempts)
  const why = { reason: skip?.reason ?? null, detail: skip?.detail ?? null }
  const best = bestOf(plan, state.answers)
  if (best?.complete) return { ...blank, ...kept(plan, best), status: 'complete', detail: gaps(plan, state.answers) }
  if (best) return { ...blank, ...kept(plan, best), status: 'unverified', ...why }
  if (skip?.reason === 'over_budget' || skip?.reason === 'row_limit')
    return { ...blank, status: 'budget_stopped', ...why }
  const failure = findMainFailure(attempts)
  if (failure) return { ...blank, ...failedBy(failure) }
  // Providers that may be called again soon, or that refuse our key, are named before those that were skipped for good.
  const closed = attempts.find(
    (attempt) => isTemporarySkip(attempt) && (attempt.retry_in_ms !== null || attempt.reason === 'auth'),
  )
  if (closed) return { ...blank, ...failedBy(closed) }
  const misses = attempts.filter((attempt) => attempt.outcome === 'not_found')
  if (misses.length > 0) {
    const unavailable = attempts.find(isTemporarySkip)
    if (unavailable) return { ...blank, ...failedBy(unavailable) }
    const wrong = state.answers.filter(({ rejected }) => rejected)
    if (wrong.length > 0) {
      const detail = `${wrong.map(({ provider }) => provider).join(' and ')} gave a value that is not valid`
      return { ...blank, status: 'not_found', others: othersOf(wrong), detail }
    }
    const said = [...new Set(misses.flatMap(({ detail }) => (detail ? [detail] : [])))].join('; ')
    return { ...blank, status: 'not_found', reason: why.reason, detail: why.detail ?? (said || null) }
  }
  if (plan.steps.length === 0) return { ...blank, reason: 'missing_input', detail: 'No step is switched on' }
  return { ...blank, ...why }
}

function kept(plan: CellPlan, { answer, why, others, by_field }: Judgment) {
  const { value, values, provider, step_id, confidence, verified, origin, evidence, cached } = answer
  return {
    value,
    values,
    provider,
    step_id,
    confidence,
    verified,
    origin,
    evidence,
    cached,
    why,
    others,
    by_field: by_field ?? (plan.output === null ? fieldSources(answer) : null),
  }
}

/** Any answer ends the search of a column that asks for no more, but one that is more likely wrong than right is no fact. */
function standingOf(plan: CellPlan, { answer }: Judgment): Pick<CellResult, 'status' | 'detail'> {
  const isGuess = ruleOf(plan, answer).kind === 'any' && !answer.verified && answer.confidence < GUESS_BELOW
  if (!isGuess) return { status: 'complete', detail: null }
  return {
    status: 'unverified',
    detail: `A guess: ${answer.provider} is ${Math.round(answer.confidence * 100)} % sure`,
  }
}

function gaps(plan: CellPlan, answers: readonly Answer[]): string | null {
  const missing = missingFields(plan, answers)
  return missing.length > 0 ? `No provider had ${missing.join(', ')}` : null
}

function failedBy({ provider, step_id, reason, detail, outcome, retry_in_ms }: Attempt) {
  // Providers that may be called again soon are tried later.
  if (outcome === 'skipped' && retry_in_ms !== null)
    return { status: 'throttled' as const, provider, step_id, reason, detail, retry_in_ms }
  const failure = failureClass(reason)
  const message = detail ?? failure
  return { status: 'error' as const, provider, step_id, reason, detail, error: { class: failure, message, provider } }
}

/** The class of error that a failure, or a provider that was temporarily not askable, counts as. */
function failureClass(reason: Attempt['reason']): FailureClass {
  switch (reason) {
    case 'timeout':
    case 'auth':
    case 'quota':
    case 'bad_input':
    case 'vendor_error':
    case 'unmapped':
    case 'uncertain':
      return reason
    case 'circuit_open':
    case 'cooldown':
      return 'vendor_error'
    default:
      return 'internal'
  }
}

/** The attempts with one for each step that was passed over, at its place in the order. */
function withSkips(plan: CellPlan, state: WaterfallState): Attempt[] {
  const attempts: Attempt[] = []
  const full = limitReached(plan, state)
  // After the step that ended or paused it no step was skipped.
  let ended = false
  for (const step of plan.steps) {
    const { id, provider, verifies } = step
    const attempt = attemptAt(state, id)
    const gate = gateOf(state, id) ?? limitSkip(plan, state, step)
    // A verifier that had nothing to verify was not passed over.
    if (!attempt && verifies !== undefined && !wantsVerifier(state, verifies)) continue
    if (attempt) {
      attempts.push(attempt)
      ended ||= attempt.outcome === 'accepted' || isPause(attempt)
    } else if (!ended && gate) {
      attempts.push(skipped(id, provider, gate))
    } else if (!ended && full && verifies === undefined) {
      const detail = `${plan.max_providers} providers were called, the most allowed per row`
      attempts.push(skipped(id, provider, { reason: 'max_providers', detail }))
    }
  }
  return attempts
}

function wantsVerifier(state: WaterfallState, stepId: string): boolean {
  return state.answers.some(({ step_id, verified }) => step_id === stepId && !verified)
}

function skipped(stepId: string, provider: string, { reason, detail, retry_in_ms }: Skip): Attempt {
  return {
    step_id: stepId,
    provider,
    outcome: 'skipped',
    reason,
    detail,
    cost_micro: 0,
    cached: false,
    confidence: null,
    verified: null,
    retryable: false,
    retry_in_ms: retry_in_ms ?? null,
    ms: 0,
  }
}
