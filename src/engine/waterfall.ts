// The waterfall of one cell as a state machine: `decide` says whom to ask next, `absorb` takes in what came of it.
//
//   state = begin(plan, factsOf)
//   for (;;) {
//     const next = decide(plan, state)
//     if (next.kind === 'done') …store next.result; for `throttled` keep the state and go on later with nextPass
//     else state = absorb(plan, state, next.step.id, outcome, { cost_micro, cached })
//   }
//
// The state is plain JSON. Stored after every absorb, a crash costs at most the one call under way, which its finder
// absorbs as `failed{uncertain}` unless the lookup is known to be repeat-free.
import { isEmpty } from '../kernel/json.ts'
import type { Attempt } from './attempt.ts'
import type { CellPlan, PlannedStep } from './cell.ts'
import { type FactsOf, type Skip, unknownLookup } from './facts.ts'
import type { Outcome } from './outcome.ts'
import { type CellResult, resultOf } from './result.ts'
import {
  type Answer,
  gateOf,
  isPausing,
  limitReached,
  standing,
  type WaterfallState,
  wasAsked,
} from './waterfall-state.ts'

/** How often one step may answer `later` before the waterfall goes on without it. */
export const MAX_WAITS = 20

/** What absorbing may be told besides an outcome: the step turned out not to be askable just before the call. */
export type StepOutcome = Outcome | ({ kind: 'skipped' } & Skip)

/** What the call cost. `cost_micro` null is unknown; a cached answer costs 0. */
export interface CallCost {
  cost_micro: number | null
  cached?: boolean
}

export type WaterfallDecision = { kind: 'ask'; step: PlannedStep } | { kind: 'done'; result: CellResult }

/** The state before the first step. `factsOf` tells which lookups are closed (no key, circuit open, quota). */
export function begin(plan: CellPlan, factsOf: FactsOf): WaterfallState {
  return { pass: 1, attempts: [], gates: gatesOf(plan, factsOf), accepted: null, best: null }
}

function gatesOf(plan: CellPlan, factsOf: FactsOf): { [stepId: string]: Skip } {
  const gates = plan.steps.flatMap((step): [string, Skip][] => {
    const facts = factsOf(step.provider, step.made)
    const skip = step.skip ?? (facts ? facts.gate : unknownLookup(step.provider))
    return skip ? [[step.id, skip]] : []
  })
  return Object.fromEntries(gates)
}

/** The next step to ask, in the user's order, or the result. The same plan and state always decide the same. */
export function decide(plan: CellPlan, state: WaterfallState): WaterfallDecision {
  if (state.accepted || isPausing(state)) return { kind: 'done', result: resultOf(plan, state) }
  const full = limitReached(plan, state)
  const step = plan.steps.find(({ id }) => !standing(state, id) && !gateOf(state, id) && (!full || wasAsked(state, id)))
  return step ? { kind: 'ask', step } : { kind: 'done', result: resultOf(plan, state) }
}

/**
 * The state after a step. Absorbing a step again that already has its outcome in this pass changes nothing, so a
 * repeated delivery is harmless; a `pending` one takes the answer that it waited for, and the call that brings it tells
 * the cost of both. Throws for a step that is not in the plan.
 */
export function absorb(
  plan: CellPlan,
  state: WaterfallState,
  stepId: string,
  outcome: StepOutcome,
  { cost_micro, cached = false }: CallCost,
): WaterfallState {
  const step = plan.steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`Step "${stepId}" is not in the plan of column "${plan.column_id}"`)
  const before = standing(state, stepId)
  if (state.accepted || (before && before.outcome !== 'pending') || before?.outcome === outcome.kind) return state
  const attempt: Attempt = {
    step_id: stepId,
    provider: step.provider,
    pass: state.pass,
    outcome: 'not_found',
    reason: null,
    detail: null,
    cost_micro,
    cached,
    confidence: null,
    verified: null,
    retryable: false,
    retry_in_ms: null,
    reopened: false,
  }
  const after = (change: Partial<Attempt>, more: Partial<WaterfallState> = {}): WaterfallState => ({
    ...state,
    attempts: [...state.attempts.filter((each) => each !== before), { ...attempt, ...change }],
    ...more,
  })
  switch (outcome.kind) {
    case 'skipped':
      return after({ outcome: 'skipped', reason: outcome.reason, detail: outcome.detail, cost_micro: 0 })
    case 'not_found':
      return after({ detail: outcome.reason ?? null })
    case 'failed':
      return after({
        outcome: 'failed',
        reason: outcome.class,
        detail: outcome.message,
        retryable: outcome.retryable,
      })
    case 'later': {
      const waits = state.attempts.filter((each) => each.step_id === stepId && each.outcome === 'later').length
      if (waits < MAX_WAITS) return after({ outcome: 'later', retry_in_ms: Math.max(0, outcome.retry_in_ms) })
      const detail = `Asked to wait ${MAX_WAITS} times without an answer`
      return after({ outcome: 'failed', reason: 'timeout', detail })
    }
    case 'pending':
      return after({ outcome: 'pending', retry_in_ms: outcome.poll?.after_ms ?? outcome.callback?.deadline_ms ?? 0 })
    case 'found': {
      const answer = answerOf(plan, step, outcome, cached)
      const { confidence, verified } = answer
      if (isEmpty(answer.value)) return after({ detail: `The answer has no ${plan.output ?? 'values'}` })
      if (isAccepted(plan, answer)) return after({ outcome: 'accepted', confidence, verified }, { accepted: answer })
      return after({ outcome: 'unaccepted', confidence, verified }, { best: better(state.best, answer) })
    }
  }
}

/**
 * Opens the next pass, with the lookups' gates as they are now. Asked again is who said `later`, who was passed over
 * at the last moment (budget, circuit), and with `retryFailures` who failed in a way that may pass. Nobody else is, and
 * an accepted answer stays.
 */
export function nextPass(
  plan: CellPlan,
  state: WaterfallState,
  factsOf: FactsOf,
  { retryFailures }: { retryFailures: boolean },
): WaterfallState {
  if (state.accepted) return state
  const attempts = state.attempts.map((attempt) => {
    const { outcome, retryable } = attempt
    const again = outcome === 'later' || outcome === 'skipped' || (retryFailures && outcome === 'failed' && retryable)
    return again ? { ...attempt, reopened: true } : attempt
  })
  return { ...state, pass: state.pass + 1, attempts, gates: gatesOf(plan, factsOf) }
}

function answerOf(
  plan: CellPlan,
  { id, provider }: PlannedStep,
  { values, confidence, confidence_by_field, verified, origin, evidence }: Extract<Outcome, { kind: 'found' }>,
  cached: boolean,
): Answer {
  const field = plan.output
  const of = <T>(members: { [name: string]: T } | undefined, name: string) =>
    members && Object.hasOwn(members, name) ? members[name] : undefined
  return {
    step_id: id,
    provider,
    value: field === null ? values : (of(values, field) ?? null),
    values,
    confidence: (field === null ? undefined : of(confidence_by_field, field)) ?? confidence,
    verified,
    origin,
    evidence: evidence ?? null,
    cached,
  }
}

function isAccepted({ accept }: CellPlan, answer: Answer): boolean {
  switch (accept.kind) {
    case 'any':
      return true
    case 'verified':
      return answer.verified
    case 'confidence':
      return answer.confidence >= accept.min
  }
}

/** Verified before unverified, then the more confident, then the earlier. */
function better(best: Answer | null, next: Answer): Answer {
  if (!best) return next
  if (best.verified !== next.verified) return next.verified ? next : best
  return next.confidence > best.confidence ? next : best
}
