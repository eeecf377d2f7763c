// The waterfall of one cell as a state machine: `decide` chooses the next call, `absorb` takes in its outcome.
//
//   state = begin(plan, factsOf)
//   for (;;) {
//     const next = decide(plan, state)
//     if (next.kind === 'done') …store next.result; what is `throttled` or `waiting` begins again later, and absorbs what is on record
//     else state = absorb(plan, state, next.step.id, outcome, { cost_micro, cached })
//   }
//
// The state is plain JSON. Stored after every absorb, a crash costs at most the one call under way, which its finder
// absorbs as `failed{uncertain}` unless the lookup is known to be repeat-free.
import { isEmpty } from '../../kernel/json.ts'
import type { Answer, Verdict } from './answer.ts'
import type { Attempt } from './attempt.ts'
import type { CellPlan, PlannedStep } from './cell.ts'
import { type FactsOf, type Skip, unknownLookup } from './facts.ts'
import { accepted, isGoodEnough, verdictIn } from './judge.ts'
import type { Outcome } from './outcome.ts'
import { type CellResult, resultOf } from './result.ts'
import {
  attemptAt,
  gateOf,
  isPausing,
  limitReached,
  limitSkip,
  settledAnswers,
  type WaterfallState,
} from './waterfall-state.ts'

/** The result of a step: an outcome, or a skip when the step turned out not to be callable just before the call. */
export type StepOutcome = Outcome | ({ kind: 'skipped' } & Skip)

/** What the call cost. `cost_micro` null is unknown; a cached answer costs 0. */
export interface CallCost {
  cost_micro: number | null
  cached?: boolean
  /** Milliseconds that it took. */
  ms?: number
}

export type WaterfallDecision = { kind: 'ask'; step: PlannedStep } | { kind: 'done'; result: CellResult }

/** The state before the first step. `factsOf` tells which lookups are closed (no key, circuit open, quota). */
export function begin(plan: CellPlan, factsOf: FactsOf): WaterfallState {
  return { attempts: [], gates: gatesOf(plan, factsOf), answers: [] }
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
  if (isPausing(state) || isDone(plan, state)) return { kind: 'done', result: resultOf(plan, state) }
  const full = limitReached(plan, state)
  const step = plan.steps.find((each) => {
    if (attemptAt(state, each.id) || gateOf(state, each.id) || limitSkip(plan, state, each)) return false
    if (each.verifies !== undefined) return attemptAt(state, each.verifies)?.outcome === 'candidate'
    return !full
  })
  return step ? { kind: 'ask', step: withValue(step, state) } : { kind: 'done', result: resultOf(plan, state) }
}

/** No further provider is called once an answer is accepted, unless that value waits for its verifier. */
function isDone(plan: CellPlan, state: WaterfallState): boolean {
  return state.answers.length > 0 && accepted(plan, settledAnswers(state)) !== null
}

/** A verifier checks the value that was found. */
function withValue(step: PlannedStep, state: WaterfallState): PlannedStep {
  const answer = state.answers.find(({ step_id }) => step_id === step.verifies)
  if (!answer || step.value_input === undefined) return step
  return { ...step, inputs: { ...step.inputs, [step.value_input]: answer.value } }
}

/**
 * The state after a step. Absorbing a step again that already has its outcome changes nothing, so a
 * repeated delivery is harmless; a `pending` one takes the answer that it waited for, and the call that brings it tells
 * the cost of both. Throws for a step that is not in the plan.
 */
export function absorb(
  plan: CellPlan,
  state: WaterfallState,
  stepId: string,
  outcome: StepOutcome,
  { cost_micro, cached = false, ms = 0 }: CallCost,
): WaterfallState {
  const step = plan.steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`Step "${stepId}" is not in the plan of column "${plan.column_id}"`)
  const before = attemptAt(state, stepId)
  if ((before && before.outcome !== 'pending') || before?.outcome === outcome.kind || isDone(plan, state)) return state
  const attempt: Attempt = {
    step_id: stepId,
    provider: step.provider,
    outcome: 'not_found',
    reason: null,
    detail: null,
    cost_micro,
    cached,
    confidence: null,
    verified: null,
    retryable: false,
    retry_in_ms: null,
    ms: ms + (before?.ms ?? 0),
  }
  const after = (change: Partial<Attempt>, answers = state.answers): WaterfallState => ({
    ...state,
    attempts: [...state.attempts.filter((each) => each !== before), { ...attempt, ...change }],
    answers,
  })
  const judged = (change: Partial<Attempt>, verdict: Verdict | null = null): WaterfallState =>
    step.verifies === undefined ? after(change) : verified(plan, after(change), step.verifies, verdict)
  switch (outcome.kind) {
    case 'skipped': {
      const retry_in_ms = outcome.retry_in_ms ?? null
      const change = {
        outcome: 'skipped',
        reason: outcome.reason,
        detail: outcome.detail,
        cost_micro: 0,
        retry_in_ms,
      } as const
      return judged(change)
    }
    case 'not_found':
      return judged({ detail: outcome.reason ?? null })
    case 'failed': {
      const { class: reason, message: detail, retryable } = outcome
      return judged({ outcome: 'failed', reason, detail, retryable })
    }
    case 'later':
      return after({ outcome: 'later', retry_in_ms: Math.max(0, outcome.retry_in_ms) })
    case 'pending':
      return after({ outcome: 'pending', retry_in_ms: outcome.poll?.after_ms ?? outcome.callback?.deadline_ms ?? 0 })
    case 'found': {
      if (step.verifies !== undefined) {
        const verdict = verdictIn(outcome.values) ?? (outcome.verified ? 'valid' : 'unknown')
        const { confidence } = outcome
        const change = {
          outcome: verdict === 'valid' ? 'accepted' : 'unaccepted',
          detail: SAYS[verdict],
          confidence,
        } as const
        return judged(change, verdict)
      }
      const answer = answerOf(plan, step, outcome, cached)
      const { confidence } = answer
      const wanted = plan.mode === 'merge' ? (plan.fields ?? []) : []
      if (isEmpty(answer.value) && !wanted.some((field) => Object.hasOwn(answer.values, field)))
        return after({ detail: `The answer has no ${plan.output ?? 'values'}` })
      const answers = [...state.answers, answer]
      const isCandidate = !answer.verified && verifierOf(plan, state, stepId) !== undefined
      const rank = isCandidate ? 'candidate' : isGoodEnough(plan, answer) ? 'accepted' : 'unaccepted'
      return after({ outcome: rank, confidence, verified: answer.verified }, answers)
    }
  }
}

const SAYS: Record<Verdict, string> = {
  valid: 'It is valid',
  catch_all: 'The domain takes mail to any address',
  invalid: 'It is not valid',
  unknown: 'It could not tell',
}

/** The verifier for the answer of a step, if one can be called. */
function verifierOf(plan: CellPlan, state: WaterfallState, stepId: string): PlannedStep | undefined {
  return plan.steps.find((step) => step.verifies === stepId && !gateOf(state, step.id) && !limitSkip(plan, state, step))
}

/** The state once a verifier has spoken, or turned out to have nothing to say (null), about the answer of a step. */
function verified(plan: CellPlan, state: WaterfallState, stepId: string, verdict: Verdict | null): WaterfallState {
  const answers = state.answers.map((answer): Answer => {
    if (answer.step_id !== stepId || verdict === null) return answer
    return { ...answer, verdict, verified: verdict === 'valid', rejected: verdict === 'invalid' }
  })
  const answer = answers.find(({ step_id }) => step_id === stepId)
  const rank = answer && isGoodEnough(plan, answer) ? 'accepted' : 'unaccepted'
  const attempts = state.attempts.map(
    (attempt): Attempt =>
      attempt.step_id === stepId && attempt.outcome === 'candidate'
        ? { ...attempt, outcome: rank, verified: answer?.verified ?? null }
        : attempt,
  )
  return { ...state, attempts, answers }
}

function answerOf(
  plan: CellPlan,
  { id, provider }: PlannedStep,
  {
    values,
    confidence,
    confidence_by_field,
    places_by_field,
    verified,
    origin,
    evidence,
  }: Extract<Outcome, { kind: 'found' }>,
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
    // A merge takes several fields: one that does not say how sure it is, is as sure as the whole.
    confidence: (field === null || plan.mode === 'merge' ? undefined : of(confidence_by_field, field)) ?? confidence,
    confidence_by_field: confidence_by_field ?? {},
    places_by_field: places_by_field ?? {},
    verified,
    verdict: verdictIn(values),
    rejected: false,
    origin: { ...origin, ...(field === null ? undefined : of(places_by_field, field)) },
    evidence: evidence ?? null,
    cached,
  }
}
