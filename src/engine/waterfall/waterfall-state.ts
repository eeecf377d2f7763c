// What a waterfall remembers between two calls: plain JSON, and how to read it.
import type { Answer } from './answer.ts'
import type { Attempt } from './attempt.ts'
import type { CellPlan, PlannedStep } from './cell.ts'
import type { Skip } from './facts.ts'
import { missingFields } from './judge.ts'

export interface WaterfallState {
  /** In the order they were made. */
  attempts: Attempt[]
  /** Steps that cannot be called, by id. */
  gates: { [stepId: string]: Skip }
  /** All that was found, in the order it came. */
  answers: Answer[]
}

/** The attempt at a step; undefined when it was not called yet. */
export function attemptAt(state: WaterfallState, stepId: string): Attempt | undefined {
  return state.attempts.find((attempt) => attempt.step_id === stepId)
}

export function gateOf(state: WaterfallState, stepId: string): Skip | undefined {
  return Object.hasOwn(state.gates, stepId) ? state.gates[stepId] : undefined
}

/** True when as many providers were called as the plan allows. */
export function limitReached(plan: CellPlan, state: WaterfallState): boolean {
  if (plan.max_providers === 0) return false
  const finders = new Set(plan.steps.flatMap(({ id, verifies }) => (verifies === undefined ? [id] : [])))
  const asked = state.attempts.flatMap(({ outcome, step_id }) =>
    outcome !== 'skipped' && finders.has(step_id) ? [step_id] : [],
  )
  return new Set(asked).size >= plan.max_providers
}

/** True when a step said `later` or `pending`. */
export function isPausing(state: WaterfallState): boolean {
  return state.attempts.some(isPause)
}

/** True for an attempt that must end before another provider is called. */
export function isPause({ outcome }: Attempt): boolean {
  return outcome === 'later' || outcome === 'pending'
}

/** The answers that count: one that waits for its verifier does not yet. */
export function settledAnswers(state: WaterfallState): Answer[] {
  return state.answers.filter(({ step_id }) => attemptAt(state, step_id)?.outcome !== 'candidate')
}

/** Why a step is skipped although it could be called: the limit of cost or time per row, or nothing that it could add. */
export function limitSkip(plan: CellPlan, state: WaterfallState, step: PlannedStep): Skip | undefined {
  const { max_micro, max_ms, mode } = plan
  if (max_ms !== undefined && sum(state.attempts.map(({ ms }) => ms)) >= max_ms)
    return { reason: 'timeout', detail: `The calls for this row have taken ${max_ms / 1000} s, the most allowed` }
  if (max_micro !== undefined && step.most_micro !== 0) {
    const spent = sum(state.attempts.map(({ cost_micro }) => cost_micro ?? 0))
    if (step.most_micro === null || step.most_micro === undefined)
      return { reason: 'row_limit', detail: 'A row may cost so much and no more, and the price of this is not known' }
    if (spent + step.most_micro > max_micro)
      return {
        reason: 'row_limit',
        detail: `A row may cost $${max_micro / 1e6}, and less is left than this may cost`,
      }
  }
  if (mode === 'merge' && step.verifies === undefined && step.gives) {
    const { gives } = step
    if (!missingFields(plan, settledAnswers(state)).some((field) => gives.includes(field)))
      return { reason: 'condition_false', detail: 'It has none of the fields that are still missing' }
  }
  return undefined
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
