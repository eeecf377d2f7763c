// The steps of a lookup that is made of calls: each an attempt of its own, reserved and booked as any, and never taken again once it has an answer.
import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { Outcome } from '../../../engine/waterfall/outcome.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { checkAnswer } from '../../../providers/kit/answer-check.ts'
import type { StepCall, SteppedLookup, StepTaken } from '../../../providers/kit/kit.ts'
import { attemptOf, canContinueFrom, isRepeatable, UNCERTAIN } from '../../attempts/attempts.logic.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import type { LookupResult } from '../../lookups/calls.ts'
import { OverBudget } from '../../money/booking.commands.ts'
import { termsOf } from '../../money/prices.reads.ts'
import { answeredOf, askFor, recordLost, settlementFor, spendOf } from './ask-for.ts'
import type { CellCaller } from './cell-caller.ts'

export interface WorkedThrough {
  outcome: Outcome
  evidence: JsonObject
  over_budget?: string
  /** Cost of all steps; null when the cost of one is unknown. */
  cost_micro: number | null
  ms: number
  /** Earlier attempts whose cost is in `cost_micro`. */
  counted: string[]
}

/** Works one cell through. `earlier` are the attempts of this run at it: those with an answer stand for their steps. */
export async function workThrough(
  lookup: SteppedLookup,
  values: JsonObject,
  place: { row_id: string; spec: CellPlanSpec; step_id: string },
  earlier: readonly AttemptRecord[],
  caller: CellCaller,
): Promise<WorkedThrough> {
  const { row_id, spec, step_id } = place
  const counted: string[] = []
  let cost_micro: number | null = 0
  let ms = 0
  let taken = 0

  async function step(call: StepCall): Promise<StepTaken | { refused: string }> {
    const result = await take(call, `${step_id}.${++taken}`)
    if ('refused' in result) return result
    cost_micro = cost_micro === null || result.cost_micro === null ? null : cost_micro + result.cost_micro
    ms += result.ms
    return result
  }

  async function take({ lookup: called, inputs }: StepCall, id: string): Promise<StepTaken | { refused: string }> {
    const before = earlier.find((attempt) => attempt.step_id === id && canContinueFrom(attempt))
    if (before) counted.push(before.id)
    if (before?.answer) return { outcome: before.answer, cost_micro: before.cost_micro, ms: before.duration_ms ?? 0 }
    const expected = termsOf(called, undefined)
    const isTold = before?.state === 'uncertain'
    if (before && (isTold || !isRepeatable(called))) {
      if (!isTold) recordLost(caller, before, spendOf(before, called, inputs), expected)
      return { outcome: UNCERTAIN, cost_micro: null, ms: 0 }
    }
    const record = before ?? attemptOf(row_id, spec.column_id, id, called.id, caller.now())
    const want = spendOf(record, called, inputs)
    // Also what costs nothing is reserved: the steps after it build on its answer.
    const call = { lookup: called, inputs, record, want, max_age_days: spec.max_age_days, reserves: true }
    const result = await askFor(caller, call, expected)
    if (result instanceof OverBudget) return { refused: result.message }
    const { asked } = result
    if (asked.skip || asked.unasked) return { outcome: closedOf(asked), cost_micro: 0, ms: 0 }
    const answered = answeredOf(record, result, inputs, null)
    const settled = { ...answered, state: 'settled', answer: asked.outcome } as const
    caller.books.record(settled, settlementFor(result, want), asked.keep)
    return { outcome: asked.outcome, cost_micro: answered.cost_micro, ms: asked.duration_ms }
  }

  const { answer, evidence, over_budget } = await lookup.work(values, { step })
  const outcome = checkAnswer(lookup, answer)
  return { outcome, evidence, ...(over_budget !== undefined && { over_budget }), cost_micro, ms, counted }
}

/** No call was made, since the account is closed: retried where it opens soon. */
function closedOf({ skip, outcome }: LookupResult): Outcome {
  if (!skip) return outcome
  if (skip.retry_in_ms !== undefined) return { kind: 'later', retry_in_ms: skip.retry_in_ms }
  const failure = skip.reason === 'auth' || skip.reason === 'quota' ? skip.reason : 'vendor_error'
  return { kind: 'failed', class: failure, message: skip.detail, retryable: true }
}
