// The steps of a lookup that is made of calls: each an attempt of its own, reserved and booked as any, and never taken again once it has an answer.
import type { CellPlanSpec } from '../../engine/columns.ts'
import type { Outcome } from '../../engine/outcome.ts'
import { chargeFor, type Terms } from '../../engine/price.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { microFromUsd } from '../../kernel/money.ts'
import { checkAnswer } from '../../providers/answer-check.ts'
import type { AnyLookup, StepCall, SteppedLookup, StepTaken } from '../../providers/kit.ts'
import type { CacheEntry } from '../lookups/cache.reads.ts'
import type { Asked } from '../lookups/calls.ts'
import { OverBudget, type Settlement, settlementOf, type WantedSpend } from '../money/booking.commands.ts'
import { attemptOf, describe, isRepeatable, neverAsked, stands, UNCERTAIN } from './attempts.logic.ts'
import type { AttemptRecord } from './attempts.writes.ts'

export interface Asking {
  lookup: AnyLookup
  inputs: JsonObject
  attempt_id: string
  /** Oldest answer of the cache that will do, in days; null is any. */
  max_age_days: number | null
  reserve: () => Promise<void>
  /** Hears that the call is being made. */
  begun: () => void
}

/** What a call is made with. */
export interface StepParts {
  /** Asks one step for an attempt. `reserve` is to be awaited right before a call that may be billed. */
  ask: (asking: Asking) => Promise<Asked>
  /** Puts an attempt on record before its call is made; tells the price that holds. Rejects with {@link OverBudget}. */
  reserve: (attempt: AttemptRecord, want: WantedSpend) => Promise<Terms>
  /** Puts what came of a reserved attempt on record, with the next group. */
  record: (attempt: AttemptRecord, spent: Settlement | null) => void
  /** A reserved attempt was cut short: nothing will be recorded of it. */
  letGo: (attemptId: string) => void
  now: () => Date
}

export interface WorkedThrough {
  outcome: Outcome
  evidence: JsonObject
  over_budget?: string
  /** Of all steps; null when one cost nobody knows what. */
  cost_micro: number | null
  ms: number
  /** Steps of workers that are gone and that nobody knows the end of. */
  attempts: AttemptRecord[]
  keep: CacheEntry[]
  spent: Settlement[]
}

/** Works one cell through. `earlier` are the attempts of this run at it: those with an answer stand for their steps. */
export async function workThrough(
  lookup: SteppedLookup,
  values: JsonObject,
  place: { row_id: string; spec: CellPlanSpec; step_id: string },
  earlier: readonly AttemptRecord[],
  parts: StepParts,
): Promise<WorkedThrough> {
  const { row_id, spec, step_id } = place
  const done: Pick<WorkedThrough, 'attempts' | 'keep' | 'spent'> = { attempts: [], keep: [], spent: [] }
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
    const { rule, usd } = called.price
    let terms: Terms = { rule, price_micro: usd === null ? null : microFromUsd(usd), basis: 'catalogue' }
    const before = earlier.find((attempt) => attempt.step_id === id && stands(attempt))
    const wantOf = (attempt: AttemptRecord): WantedSpend => ({
      ...{ id: attempt.id, at: new Date(attempt.started_at), row_id, column_id: spec.column_id },
      lookup: { id: called.id, provider: called.provider, price: called.price },
    })
    if (before?.answer) return { outcome: before.answer, cost_micro: before.cost_micro, ms: before.duration_ms ?? 0 }
    if (before && !isRepeatable(called)) {
      done.attempts.push({ ...before, ...describe(UNCERTAIN), state: 'uncertain' })
      if (rule !== 'free') done.spent.push(settlementOf(wantOf(before), terms, { cost_micro: null, reported: false }))
      return { outcome: UNCERTAIN, cost_micro: null, ms: 0 }
    }
    const record = before ?? attemptOf(row_id, spec.column_id, id, called.id, parts.now())
    let isReserved = false
    let hasBegun = false
    const asked = await parts
      .ask({
        ...{ lookup: called, inputs, attempt_id: record.id, max_age_days: spec.max_age_days },
        async reserve() {
          // Also what costs nothing: the steps after it build on its answer.
          terms = await parts.reserve({ ...record, state: 'reserved' }, wantOf(record))
          isReserved = true
        },
        begun() {
          hasBegun = true
        },
      })
      .catch((error: unknown) => {
        if (isReserved && hasBegun) parts.letGo(record.id)
        else if (isReserved) parts.record(neverAsked(record), releaseOf(wantOf(record), terms))
        if (error instanceof OverBudget) return error
        throw error
      })
    if (asked instanceof OverBudget) return { refused: asked.message }
    if (asked.skip || asked.unasked) return { outcome: closedOf(asked), cost_micro: 0, ms: 0 }
    const cost = asked.cached ? 0 : chargeFor(terms, asked.outcome, asked.charged_micro)
    const costs = (isReserved && terms.rule !== 'free') || cost !== 0
    parts.record(
      {
        ...record,
        ...describe(asked.outcome),
        ...{ state: 'settled', cached: asked.cached, cost_micro: cost, answer: asked.outcome },
        ...{ started_at: asked.started_at, duration_ms: asked.duration_ms },
        request: (asked.request as JsonObject | undefined) ?? { inputs },
        response: (asked.response as JsonObject | undefined) ?? null,
      },
      costs
        ? settlementOf(wantOf(record), terms, { cost_micro: cost, reported: asked.charged_micro !== undefined })
        : null,
    )
    if (asked.keep) done.keep.push(asked.keep)
    return { outcome: asked.outcome, cost_micro: cost, ms: asked.duration_ms }
  }

  const { answer, evidence, over_budget } = await lookup.work(values, { step })
  const outcome = checkAnswer(lookup, answer)
  return { outcome, evidence, ...(over_budget !== undefined && { over_budget }), cost_micro, ms, ...done }
}

/** Nobody was asked, since the account is closed: to be come back to where that is soon. */
function closedOf({ skip, outcome }: Asked): Outcome {
  if (!skip) return outcome
  if (skip.retry_in_ms !== undefined) return { kind: 'later', retry_in_ms: skip.retry_in_ms }
  const failure = skip.reason === 'auth' || skip.reason === 'quota' ? skip.reason : 'vendor_error'
  return { kind: 'failed', class: failure, message: skip.detail, retryable: true }
}

/** Gives back what was reserved for a call that was not made. */
export function releaseOf(want: WantedSpend, terms: Terms): Settlement | null {
  return terms.rule === 'free' ? null : settlementOf(want, terms, { cost_micro: 0, reported: false })
}
