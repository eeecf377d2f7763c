// What the askings of a row come to under the column's own rule: by step, whether its answer was accepted, verified, and what it cost.

import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import type { StepSpec } from '../../engine/columns/step.ts'
import { chargeFor, highestCharge } from '../../engine/money/price.ts'
import type { Cell } from '../../engine/values/row.ts'
import type { Answer } from '../../engine/waterfall/answer.ts'
import type { FactsOf, LookupFacts } from '../../engine/waterfall/facts.ts'
import { agreementKey, fieldsGiven, isGoodEnough, verdictIn } from '../../engine/waterfall/judge.ts'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import type { RecordedAnswer } from '../../engine/waterfall/replay.ts'
import { isTestData, realId } from '../../engine/waterfall/test-data.ts'
import { isEmpty, type JsonObject } from '../../kernel/json.ts'
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
  reported: ReportedCosts
  /** The cell as it is now: it tells the outcome of answers that are kept nowhere else. */
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
 * misses, or there would be no hits beside the misses of providers that answer from the cache or for free. How sure an answer
 * is, stands beside those that are not kept too, but not how sure each of several fields is.
 */
function isTold(step: StepSpec, { kept }: StoredTry, { mode, accept, steps }: CellPlanSpec): boolean {
  const { kind } = step.accept ?? accept
  if (kept || !mode || kind === 'any') return true
  return kind === 'confidence' && mode !== 'merge' && !steps.some(({ verifies }) => verifies === step.id)
}

function tryOf(step: StepSpec, asked: StoredTry, all: readonly StoredTry[], judging: TryContext): Try {
  const { spec, factsOf, reported } = judging
  const verifier = spec.steps.find(({ verifies }) => verifies === step.id)
  const checked = verifier && all.find((one) => one.step_id === verifier.id && one.run_id === asked.run_id)
  const answer = answerOf(step, asked, checked, spec)
  const isFound = asked.outcome === 'found' && !isWithout(asked, spec)
  const judged = isFound ? judge(step, asked, checked, answer, judging) : { accepted: false, verified: null }
  // An answer that was verified when it came is not checked.
  const isVerified = checked ? false : (asked.verified ?? judged.verified ?? judged.accepted)
  const costs = [costOf(asked, factsOf(step.provider, step.made), isVerified, reported)]
  if (checked && verifier) costs.push(costOf(checked, factsOf(verifier.provider), answer.verified, reported))
  return {
    ...judged,
    outcome: isFound ? 'found' : isClean(asked) ? 'not_found' : 'failed',
    cached: asked.cached,
    cost_micro: costs.reduce((sum, { micro }) => sum + micro, 0),
    unpriced: costs.some(({ unpriced }) => unpriced),
    ms: (asked.duration_ms ?? 0) + (checked?.duration_ms ?? 0),
    ...(judged.accepted && asked.values && contributed(answer, spec)),
  }
}

/** Whether an answer that is kept has nothing of what the cell takes. */
function isWithout({ has_value, values }: StoredTry, { mode, fields = [] }: CellPlanSpec): boolean {
  if (mode === 'merge') return values !== null && fields.every((field) => isEmpty(own(values, field)))
  return has_value === false
}

/** What an accepted answer did for a row whose answers are merged or compared. */
function contributed(answer: Answer, spec: CellPlanSpec): Pick<RecordedAnswer, 'gives' | 'says'> {
  if (spec.mode === 'merge') return { gives: Object.fromEntries(fieldsGiven(spec, answer).map((field) => [field, 1])) }
  return spec.mode === 'cross_check' ? { says: agreementKey(answer.value) } : {}
}

const isClean = ({ outcome }: StoredTry) => outcome === 'found' || outcome === 'not_found'
const own = (values: JsonObject, field: string) => (Object.hasOwn(values, field) ? (values[field] ?? null) : null)

/** The answer as the waterfall had it, as far as it is kept, with what its verifier said. */
function answerOf(step: StepSpec, asked: StoredTry, checked: StoredTry | undefined, spec: CellPlanSpec): Answer {
  const { provider, cached } = asked
  const values = asked.values ?? {}
  const said = checked?.outcome === 'found' ? checked : undefined
  const verdict = said
    ? (verdictIn({ email_status: said.said }) ?? (said.verified ? 'valid' : 'unknown'))
    : verdictIn({ email_status: asked.said })
  return {
    step_id: step.id,
    provider,
    value: spec.output === null ? values : own(values, spec.output),
    values,
    confidence: asked.confidence ?? 0,
    confidence_by_field: asked.confidence_by_field ?? {},
    places_by_field: {},
    verified: said ? verdict === 'valid' : (asked.verified ?? false),
    verdict,
    rejected: said !== undefined && verdict === 'invalid',
    origin: { method: 'api', license: 'unknown' },
    evidence: null,
    cached,
  }
}

function judge(
  step: StepSpec,
  asked: StoredTry,
  checked: StoredTry | undefined,
  answer: Answer,
  { spec, cell }: TryContext,
): { accepted: boolean; verified: boolean | null } {
  const rule = step.accept ?? spec.accept
  if (answer.rejected) return { accepted: false, verified: false }
  // An answer of the cache, or of a lookup that costs nothing, is not kept with its attempt: the cell tells its outcome.
  if (asked.verified === null && (rule.kind !== 'confidence' || checked)) {
    if (spec.mode && rule.kind === 'any') return { accepted: true, verified: null }
    const isOfCell = cell !== undefined && cell.run_id === asked.run_id && asked.run_id !== null
    if (!isOfCell) return { accepted: rule.kind === 'any', verified: null }
    const accepted = cell.status === 'complete' && realId(cell.provider ?? '') === step.provider
    return { accepted, verified: accepted && rule.kind === 'verified' ? true : null }
  }
  const isKnown = asked.verified !== null || checked !== undefined
  return { accepted: isGoodEnough(spec, answer), verified: isKnown ? answer.verified : null }
}

/** What calls of vendors that report their charge came to on average, by provider and outcome. */
export type ReportedCosts = (provider: string, outcome: string) => number | undefined

/** The vendor found something, and bills that, whether or not the cell could use it. */
const billedAs = ({ outcome, lacks }: StoredTry) => (lacks ? 'found' : outcome)

export function reportedCosts(stored: Iterable<readonly StoredTry[]>): ReportedCosts {
  const sums = new Map<string, { micro: number; calls: number }>()
  for (const tries of stored)
    for (const one of tries) {
      const { provider, cached, cost_micro } = one
      if (cached || cost_micro === null) continue
      const key = `${provider}\n${billedAs(one)}`
      const sum = sums.get(key) ?? { micro: 0, calls: 0 }
      sums.set(key, { micro: sum.micro + cost_micro, calls: sum.calls + 1 })
    }
  return (provider, outcome) => {
    const sum = sums.get(`${provider}\n${outcome}`)
    return sum && Math.round(sum.micro / sum.calls)
  }
}

/** An answer of the cache counts with what it would have cost: the next row needs a call. */
function costOf(
  one: StoredTry,
  facts: ReturnType<FactsOf>,
  verified: boolean,
  reported: ReportedCosts,
): { micro: number; unpriced: boolean } {
  const known = one.cached && facts ? wouldCost(one, facts, verified, reported) : one.cost_micro
  if (known !== null) return { micro: known, unpriced: false }
  return { micro: (facts && highestCharge(facts)) ?? 0, unpriced: true }
}

function wouldCost(one: StoredTry, facts: LookupFacts, verified: boolean, reported: ReportedCosts): number | null {
  const billed = billedAs(one)
  const usual = facts.rule === 'vendor_reports' ? reported(one.provider, billed) : undefined
  return usual ?? chargeFor(facts, outcomeOf(billed, verified))
}

function outcomeOf(kind: string, verified: boolean): Outcome {
  if (kind !== 'found') return { kind: 'not_found' }
  return { kind: 'found', values: {}, confidence: 1, verified, origin: { method: 'api', license: 'unknown' } }
}
