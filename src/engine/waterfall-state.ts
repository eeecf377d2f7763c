// What a waterfall remembers between two calls: plain JSON, and how to read it.
import type { Json, JsonObject } from '../kernel/json.ts'
import type { Attempt } from './attempt.ts'
import type { CellPlan } from './cell.ts'
import type { Skip } from './facts.ts'
import type { Origin } from './outcome.ts'

/** An answer that was kept: the accepted one, or the best of the others. */
export interface Answer {
  step_id: string
  provider: string
  value: Json
  /** All output fields of the answer, so that more columns can be made of it without asking again. */
  values: JsonObject
  confidence: number
  verified: boolean
  origin: Origin
  evidence: JsonObject | null
  cached: boolean
}

export interface WaterfallState {
  pass: number
  /** In the order they were made, over all passes. */
  attempts: Attempt[]
  /** Steps that cannot be asked, by id. */
  gates: { [stepId: string]: Skip }
  accepted: Answer | null
  best: Answer | null
}

/** The attempt that counts for a step; undefined when it is still (or again) to be asked. */
export function standing(state: WaterfallState, stepId: string): Attempt | undefined {
  return state.attempts.find((attempt) => attempt.step_id === stepId && !attempt.reopened)
}

export function gateOf(state: WaterfallState, stepId: string): Skip | undefined {
  return Object.hasOwn(state.gates, stepId) ? state.gates[stepId] : undefined
}

/** True when as many providers were asked as the plan allows. A step counts once, however often it is asked again. */
export function limitReached(plan: CellPlan, state: WaterfallState): boolean {
  if (plan.max_providers === 0) return false
  const asked = new Set(state.attempts.filter(({ outcome }) => outcome !== 'skipped').map(({ step_id }) => step_id))
  return asked.size >= plan.max_providers
}

/** True when a provider was asked for the step in any pass. */
export function wasAsked(state: WaterfallState, stepId: string): boolean {
  return state.attempts.some((attempt) => attempt.step_id === stepId && attempt.outcome !== 'skipped')
}

/** True when a step said `later` or `pending` and was not reopened since. */
export function isPausing(state: WaterfallState): boolean {
  return state.attempts.some((attempt) => isPause(attempt) && !attempt.reopened)
}

/** True for an attempt after which nobody else is asked before it is over. */
export function isPause({ outcome }: Attempt): boolean {
  return outcome === 'later' || outcome === 'pending'
}
