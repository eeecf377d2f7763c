// Fills one cell: lets the engine decide the next call, makes it, and turns the verdict into a cell with its attempts.

import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import type { CellPlan } from '../../../engine/waterfall/cell.ts'
import type { Outcome, PendingOutcome } from '../../../engine/waterfall/outcome.ts'
import { provenanceOf } from '../../../engine/waterfall/provenance.ts'
import type { CellResult } from '../../../engine/waterfall/result.ts'
import { isTestData, testId } from '../../../engine/waterfall/test-data.ts'
import { absorb, begin, decide } from '../../../engine/waterfall/waterfall.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { AnyLookup, PlannedLookup } from '../../../providers/kit/kit.ts'
import type { CellWrite } from '../../../records/store/cell.logic.ts'
import {
  attemptOf,
  canContinueFrom,
  describeOutcome,
  fieldTaken,
  isRepeatable,
  UNCERTAIN,
} from '../../attempts/attempts.logic.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import type { AwaitedAnswer } from '../../attempts/awaited.writes.ts'
import type { CacheEntry } from '../../lookups/cache.reads.ts'
import { OverBudget, type Settlement } from '../../money/booking.commands.ts'
import { expectedTerms } from '../../money/facts.ts'
import { type AskedFor, answeredOf, askFor, recordLost, settlementFor, spendOf } from './ask-for.ts'
import type { CellCaller } from './cell-caller.ts'
import { type WorkedThrough, workThrough } from './cell-steps.ts'

export interface FilledCell {
  write: CellWrite
  attempts: AttemptRecord[]
  keep: CacheEntry[]
  /** What calls cost that were not reserved. */
  spent: Settlement[]
  /** Answers that the cell waits for. */
  awaited: AwaitedAnswer[]
  /** Milliseconds until it is worth going on, of a cell that is throttled or waits. */
  rest_ms: number | null
  /** The row is processed again later: the cell is written in its present state, and not counted yet. */
  rests?: boolean
}

/** `earlier` are the attempts that a lost worker made at this cell in this run; none of them is repeated. */
export async function fillCell(
  rowId: string,
  spec: CellPlanSpec,
  plan: CellPlan,
  earlier: AttemptRecord[],
  caller: CellCaller,
): Promise<FilledCell> {
  const attempts: AttemptRecord[] = []
  const keep: CacheEntry[] = []
  const spent: Settlement[] = []
  const awaited: AwaitedAnswer[] = []
  const fetchedAt = new Map<string, Date>()
  /** Earlier attempts whose cost is told with the result of their step. */
  const counted = new Set<string>()
  let evidence: { provider: string; research: JsonObject } | undefined
  let state = begin(plan, caller.lookups.factsOf)
  for (;;) {
    const next = decide(plan, state)
    if (next.kind === 'done') {
      attempts.push(...skippedSteps(rowId, spec, next.result, caller.now()))
      const { result } = next
      return {
        write: withEvidence(withCosts(writeOf(rowId, spec, result, fetchedAt, caller), earlier, counted), evidence),
        attempts,
        keep,
        spent,
        awaited,
        rest_ms: result.retry_in_ms,
      }
    }
    const { step } = next
    const lookup = caller.lookups.lookupOf(step)
    if (!lookup) throw new Error(`step ${step.id} was to be asked without a lookup`)
    if ('work' in lookup) {
      const at = { row_id: rowId, spec, step_id: step.id }
      const done = await workThrough(lookup, step.inputs, at, earlier, caller)
      for (const id of done.counted) counted.add(id)
      const { outcome, cost_micro, ms, over_budget: detail } = done
      attempts.push(summaryOf(rowId, spec, step.id, lookup.id, done, caller.now()))
      evidence = { provider: lookup.id, research: done.evidence }
      const absorbed = detail === undefined ? outcome : ({ kind: 'skipped', reason: 'over_budget', detail } as const)
      state = absorb(plan, state, step.id, absorbed, { cost_micro, ms })
      continue
    }
    const field = fieldTaken(plan, step)
    const before = earlier.find((attempt) => attempt.step_id === step.id && canContinueFrom(attempt))
    if (before) counted.add(before.id)
    const repeats = isRepeatable(lookup)
    const expected = expectedTerms(caller.lookups.factsOf(step.provider, step.made))
    // A call that is free to repeat is made again, as the attempt that was reserved for it.
    // An uncertain call is on record as such; its cost is entered there once it is known.
    const isTold = before?.state === 'uncertain'
    if (before && (before.answer || isTold || !repeats)) {
      const outcome: Outcome = before.answer ?? UNCERTAIN
      const isLost = !before.answer && !isTold
      // What is lost is settled at once: the next steps may wait for the room that is kept for it.
      if (isLost) recordLost(caller, before, spendOf(before, lookup, step.inputs), expected)
      else if (!isTold) attempts.push({ ...before, ...describeOutcome(outcome, field), state: stateOf(outcome) })
      if (outcome.kind === 'pending') awaited.push(awaitedOf(before, outcome, lookup, null))
      state = absorb(plan, state, step.id, outcome, { cost_micro: isLost ? null : before.cost_micro })
      continue
    }
    const record = before ?? attemptOf(rowId, spec.column_id, step.id, lookup.id, caller.now())
    const want = spendOf(record, lookup, step.inputs)
    const reserves = !repeats || expected.rule !== 'free'
    const { inputs, unverified } = step
    const call = {
      lookup,
      inputs,
      ...(unverified && { unverified }),
      record,
      want,
      max_age_days: spec.max_age_days,
      reserves,
    }
    const result = await askFor(caller, call, expected)
    if (result instanceof OverBudget || result.asked.skip || result.asked.unasked) {
      state = absorb(plan, state, step.id, unaskedOf(result), { cost_micro: 0 })
      continue
    }
    const { asked, isReserved } = result
    const answered = answeredOf(record, result, step.inputs, field)
    const settled = { ...answered, state: stateOf(asked.outcome), answer: isReserved ? asked.outcome : null }
    // What is still to come stays reserved.
    const settlement = asked.outcome.kind === 'pending' ? null : settlementFor(result, want)
    if (isReserved) caller.books.record(settled, settlement, asked.keep)
    else {
      attempts.push(settled)
      if (settlement) spent.push(settlement)
      if (asked.keep) keep.push(asked.keep)
    }
    if (asked.outcome.kind === 'pending')
      awaited.push(awaitedOf(settled, asked.outcome, lookup, asked.cache_key ?? null))
    if (asked.fetched_at) fetchedAt.set(step.id, asked.fetched_at)
    state = absorb(plan, state, step.id, asked.outcome, {
      cost_micro: settled.cost_micro,
      cached: asked.cached,
      ms: asked.duration_ms,
    })
  }
}

/** Adds the cost of answers that were not kept, such as one page of several, to the cost of the cell. */
function withCosts(write: CellWrite, earlier: readonly AttemptRecord[], counted: ReadonlySet<string>): CellWrite {
  const others = earlier.filter(({ id, state }) => !counted.has(id) && state !== 'reserved')
  if (others.length === 0) return write
  const cost_micro = others.reduce((sum, attempt) => sum + (attempt.cost_micro ?? 0), write.cost_micro ?? 0)
  const cost_unknown = write.cost_unknown || others.some((attempt) => attempt.cost_micro === null)
  return { ...write, cost_micro, cost_unknown }
}

/** What a skipped call means to the waterfall. */
function unaskedOf(result: AskedFor | OverBudget): Parameters<typeof absorb>[3] {
  if (result instanceof OverBudget) return { kind: 'skipped', reason: 'over_budget', detail: result.message }
  const { skip, outcome } = result.asked
  return skip ? { kind: 'skipped', ...skip } : outcome
}

/** What is still to come stays reserved: it may be billed. */
function stateOf(outcome: Outcome): AttemptRecord['state'] {
  return outcome.kind === 'pending' ? 'reserved' : 'settled'
}

function awaitedOf(
  attempt: AttemptRecord,
  promise: PendingOutcome,
  lookup: AnyLookup,
  cacheKey: string | null,
): AwaitedAnswer {
  const { id, row_id, column_id, step_id, provider } = attempt
  const asked_at = new Date(attempt.started_at)
  const after = (ms: number) => new Date(asked_at.getTime() + ms)
  const patience = promise.poll && 'ask' in lookup ? (lookup.poll?.max_wait_ms ?? 0) : 0
  const deadline = after(Math.max(patience, promise.callback?.deadline_ms ?? 0))
  const look_at = promise.poll ? after(promise.poll.after_ms) : deadline
  return { id, row_id, column_id, step_id, provider, promise, cache_key: cacheKey, asked_at, deadline, look_at }
}

/** The combined result of all steps; the cost belongs to the steps. */
function summaryOf(
  rowId: string,
  { column_id }: CellPlanSpec,
  stepId: string,
  provider: string,
  { outcome, evidence, ms }: WorkedThrough,
  at: Date,
): AttemptRecord {
  const { steps_used, cost_usd, stopped_reason } = evidence
  const response = { notes: { steps_used, cost_usd, stopped_reason } as JsonObject }
  return {
    ...attemptOf(rowId, column_id, stepId, provider, at),
    ...describeOutcome(outcome),
    duration_ms: ms,
    response,
  }
}

function withEvidence(write: CellWrite, found: { provider: string; research: JsonObject } | undefined): CellWrite {
  return found ? { ...write, provider: write.provider ?? found.provider, research: found.research } : write
}

function skippedSteps(rowId: string, spec: CellPlanSpec, result: CellResult, at: Date): AttemptRecord[] {
  return result.attempts
    .filter((attempt) => attempt.outcome === 'skipped')
    .map(({ step_id, provider, reason, detail }) => ({
      ...attemptOf(rowId, spec.column_id, step_id, provider, at),
      outcome: 'skipped',
      reason,
      detail,
    }))
}

function writeOf(
  rowId: string,
  spec: CellPlanSpec,
  result: CellResult,
  fetchedAt: ReadonlyMap<string, Date>,
  { run_id, lookups: { lookupOf }, now }: CellCaller,
): CellWrite {
  const step = spec.steps.find(({ id }) => id === result.step_id)
  const lookup = step && lookupOf(step)
  const answered = result.origin && lookup ? { origin: result.origin, lookup } : undefined
  const provider = lookup ? nameOfAnswer(spec, lookup, result, lookupOf) : result.provider
  return {
    row_id: rowId,
    column_id: spec.column_id,
    status: result.status,
    value: result.value,
    provider,
    reason: result.reason,
    detail: result.detail,
    error_class: result.error?.class ?? null,
    error_message: result.error?.message ?? null,
    confidence: result.confidence,
    license: result.origin?.license ?? null,
    cost_micro: result.cost_micro,
    cost_unknown: result.cost_unknown,
    provenance: answered
      ? provenanceOf(answered.origin, {
          provider: provider ?? answered.lookup.id,
          confidence: result.confidence ?? 0,
          fetched_at: fetchedAt.get(result.step_id ?? '')?.getTime() ?? now().getTime(),
          cache_days: answered.lookup.cache_days,
          run_id,
          ...(spec.steps.length > 1 && { why: result.why }),
          others: result.others,
          by_field: result.by_field,
        })
      : null,
    run_id,
    resume_at: result.retry_in_ms === null ? null : new Date(now().getTime() + result.retry_in_ms).toISOString(),
  }
}

/** What is computed here is no more real than the verifier that confirmed it: with a made-up verdict, the name says test data. */
function nameOfAnswer(
  spec: CellPlanSpec,
  lookup: PlannedLookup,
  { step_id, verified }: CellResult,
  lookupOf: CellCaller['lookups']['lookupOf'],
): string {
  const verifier = verified ? spec.steps.find(({ verifies }) => verifies === step_id) : undefined
  const isMadeUp = verifier !== undefined && isTestData(lookupOf(verifier)?.id) && !isTestData(lookup.id)
  return isMadeUp ? testId(lookup.id) : lookup.id
}
