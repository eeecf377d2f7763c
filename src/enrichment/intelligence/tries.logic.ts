// What the askings of a row come to under the column's own rule: by step, whether its answer was accepted, verified, and what it cost.

import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import type { StepSpec } from '../../engine/columns/step.ts'
import { chargeFor, highestCharge } from '../../engine/money/price.ts'
import type { Cell } from '../../engine/values/row.ts'
import type { Answer, Verdict } from '../../engine/waterfall/answer.ts'
import type { FactsOf } from '../../engine/waterfall/facts.ts'
import { agreementKey, isAccepted, verdictIn } from '../../engine/waterfall/judge.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { RecordedAnswer } from '../../engine/waterfall/replay.ts'
import { isTestData, realId } from '../../engine/waterfall/test-data.ts'
import { isEmpty } from '../../kernel/json.ts'
import type { StoredTry } from '../attempts/sample.reads.ts'

/** A step's asking on a row, its verifier's included. */
export interface Try extends RecordedAnswer {
  outcome: 'found' | 'not_found' | 'failed'
  /** Null where it is not known. */
  verified: boolean | null
  cached: boolean
  /** What it cost is not known: it counts with the most that it may have cost. */
  unpriced: boolean
}

export interface TryContext {
  spec: CellPlanSpec
  factsOf: FactsOf
  /** The cell as it is now: it tells what became of answers that are kept nowhere else. */
  cell: Cell | undefined
}

/** The tries of a row by step id; steps that were never called have none. The newest call of a step with a known result counts. */
export function triesOf(stored: readonly StoredTry[], judging: TryContext): { [stepId: string]: Try } {
  const { spec } = judging
  const real = stored.filter(({ provider }) => !isTestData(provider))
  const newestFirst = [...real].sort((a, b) => (a.id < b.id ? 1 : -1))
  const tries: { [stepId: string]: Try } = {}
  for (const step of spec.steps) {
    if (step.verifies !== undefined) continue
    const asked = newestFirst.find(
      (one) => one.step_id === step.id && realId(one.provider) === step.provider && isTold(step, one, spec),
    )
    if (asked) tries[step.id] = tryOf(step, asked, newestFirst, judging)
  }
  return tries
}

/**
 * When several providers made a cell, it does not tell whose answer was good enough; then only answers that are kept count. So do
 * misses, or there would be no hits beside the misses of providers that answer from the cache or for free.
 */
function isTold(step: StepSpec, { kept }: StoredTry, { mode, accept, steps }: CellPlanSpec): boolean {
  const { kind } = step.accept ?? accept
  if (kept || !mode || kind === 'any') return true
  return kind === 'confidence' && !steps.some(({ verifies }) => verifies === step.id)
}

function tryOf(step: StepSpec, asked: StoredTry, all: readonly StoredTry[], judging: TryContext): Try {
  const { spec, factsOf } = judging
  const verifier = spec.steps.find(({ verifies }) => verifies === step.id)
  const checked = verifier && all.find((one) => one.step_id === verifier.id && one.run_id === asked.run_id)
  const isFound = asked.outcome === 'found' && asked.has_value !== false
  const judged = isFound ? judge(step, asked, checked, judging) : { accepted: false, verified: null }
  const costs = [asked, ...(checked ? [checked] : [])].map((one) => {
    const facts = one === asked ? factsOf(step.provider, step.made) : verifier && factsOf(verifier.provider)
    return costOf(one, facts, judged.verified ?? judged.accepted)
  })
  return {
    ...judged,
    outcome: isFound ? 'found' : isClean(asked) ? 'not_found' : 'failed',
    cached: asked.cached,
    cost_micro: costs.reduce((sum, { micro }) => sum + micro, 0),
    unpriced: costs.some(({ unpriced }) => unpriced),
    ms: (asked.duration_ms ?? 0) + (checked?.duration_ms ?? 0),
    ...(judged.accepted && contributed(asked, spec)),
  }
}

/** What an accepted answer did for a row whose answers are merged or compared; nothing where the answer is not kept. */
function contributed(
  { values }: StoredTry,
  { mode, fields = [], output }: CellPlanSpec,
): Pick<RecordedAnswer, 'gives' | 'says'> {
  if (!values) return {}
  const of = (field: string) => (Object.hasOwn(values, field) ? (values[field] ?? null) : null)
  if (mode === 'merge') return { gives: Object.fromEntries(fields.filter((f) => !isEmpty(of(f))).map((f) => [f, 1])) }
  return mode === 'cross_check' ? { says: agreementKey(output === null ? values : of(output)) } : {}
}

const isClean = ({ outcome }: StoredTry) => outcome === 'found' || outcome === 'not_found'

function judge(
  step: StepSpec,
  asked: StoredTry,
  checked: StoredTry | undefined,
  { spec, cell }: TryContext,
): { accepted: boolean; verified: boolean | null } {
  const rule = step.accept ?? spec.accept
  // An answer of the cache, or of a lookup that costs nothing, is not kept with its attempt: the cell tells what became of it.
  if (asked.verified === null && (rule.kind !== 'confidence' || checked)) {
    if (spec.mode && rule.kind === 'any') return { accepted: true, verified: null }
    const isOfCell = cell !== undefined && cell.run_id === asked.run_id && asked.run_id !== null
    if (!isOfCell) return { accepted: rule.kind === 'any', verified: null }
    const accepted = cell.status === 'complete' && realId(cell.provider ?? '') === step.provider
    return { accepted, verified: accepted && rule.kind === 'verified' ? true : null }
  }
  let verdict: Verdict | null = verdictIn({ email_status: asked.said })
  let verified = asked.verified ?? false
  if (checked?.outcome === 'found') {
    verdict = verdictIn({ email_status: checked.said }) ?? (checked.verified ? 'valid' : 'unknown')
    verified = verdict === 'valid'
  }
  const rejected = checked?.outcome === 'found' && verdict === 'invalid'
  const values = asked.values ?? {}
  const value = spec.output === null ? values : (values[spec.output] ?? null)
  const confidence = asked.confidence ?? 0
  const answer = { step_id: step.id, value, values, verified, verdict, rejected, confidence } as Answer
  return { accepted: isAccepted(spec, answer), verified: asked.verified === null && !checked ? null : verified }
}

/** An answer of the cache counts with what it would have cost: the next row needs a call. */
function costOf(
  { cached, cost_micro, outcome }: StoredTry,
  facts: ReturnType<FactsOf>,
  verified: boolean,
): { micro: number; unpriced: boolean } {
  const known = cached && facts ? chargeFor(facts, outcomeOf(outcome, verified)) : cost_micro
  if (known !== null) return { micro: known, unpriced: false }
  return { micro: (facts && highestCharge(facts)) ?? 0, unpriced: true }
}

function outcomeOf(kind: string, verified: boolean): Outcome {
  if (kind !== 'found') return { kind: 'not_found' }
  return { kind: 'found', values: {}, confidence: 1, verified, origin: { method: 'api', license: 'unknown' } }
}
