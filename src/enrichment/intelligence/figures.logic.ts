// How steps did, as figures: shares with their bounds, money, and time; of all rows and of each part of them.
import { boundsOf, leanedShare, quantile } from '../../engine/money/likelihood.ts'
import { highestCharge, missCharge } from '../../engine/money/price.ts'
import type { StepResults } from '../../engine/money/ranking.ts'
import type { ExpectedAnswer } from '../../engine/waterfall/replay.ts'
import { usdFromMicro } from '../../kernel/money.ts'
import type { ColumnRecord, FindingStep } from './column-record.reads.ts'
import type { Figures } from './intelligence.schema.ts'
import type { Try } from './tries.logic.ts'

interface Tally {
  tries: Try[]
  asked: number
  found: number
  accepted: number
  cost_micro: number
}

/** The tries of a step, on the rows of one segment or on all. */
export function triesAt(record: ColumnRecord, stepId: string, segment?: string): Try[] {
  const tries: Try[] = []
  for (const [rowId, byStep] of record.tries) {
    const one = Object.hasOwn(byStep, stepId) ? byStep[stepId] : undefined
    if (one && (segment === undefined || record.segmentation?.of.get(rowId) === segment)) tries.push(one)
  }
  return tries
}

export function tallyOf(tries: Try[]): Tally {
  const count = (holds: (one: Try) => boolean) => tries.filter(holds).length
  return {
    tries,
    asked: tries.length,
    found: count(({ outcome }) => outcome === 'found'),
    accepted: count(({ accepted }) => accepted),
    cost_micro: tries.reduce((sum, { cost_micro }) => sum + cost_micro, 0),
  }
}

export function figuresOf(tries: Try[]): Figures {
  const { asked, found, accepted, cost_micro } = tallyOf(tries)
  const count = (holds: (one: Try) => boolean) => tries.filter(holds).length
  const errors = count(({ outcome }) => outcome === 'failed')
  const answers = asked - errors
  const told = tries.filter(({ verified, outcome }) => outcome === 'found' && verified !== null)
  const verified = count((one) => one.verified === true)
  const { low, high } = boundsOf(accepted, asked)
  const times = tries.flatMap(({ cached, ms }) => (cached ? [] : [ms]))
  return {
    asked,
    found,
    accepted,
    verified,
    errors,
    misses: answers - found,
    cached: count(({ cached }) => cached),
    hit_rate: answers === 0 ? null : found / answers,
    accept_rate: asked === 0 ? null : accepted / asked,
    accept_low: low,
    accept_high: high,
    verified_rate: told.length === 0 ? null : verified / told.length,
    cost_usd: usdFromMicro(cost_micro),
    cost_per_accepted_usd: accepted === 0 ? null : usdFromMicro(cost_micro / accepted),
    unpriced: count(({ unpriced }) => unpriced),
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
  }
}

/** Measured elsewhere in the workspace, a share is worth so many answers here; one that ships with the product, so many. */
const MEASURED_WEIGHT = 20
const DEFAULT_WEIGHT = 2
/** A segment leans on its step as on so many answers. */
const STEP_WEIGHT = 10

export function priorOf({ facts, verifier }: FindingStep): StepResults['prior'] {
  if (!facts) return { accepts: 0, cost_micro: null, weight: DEFAULT_WEIGHT }
  const accepts = facts.measured_hit_rate ?? facts.default_hit_rate
  const weight = facts.measured_hit_rate === null ? DEFAULT_WEIGHT : MEASURED_WEIGHT
  const onHit = highestCharge(facts)
  const onMiss = missCharge(facts)
  const check = verifier ? highestCharge(verifier) : 0
  const isKnown = onHit !== null && onMiss !== null && check !== null
  return { accepts, weight, cost_micro: isKnown ? accepts * (onHit + check) + (1 - accepts) * onMiss : null }
}

export function candidateOf(record: ColumnRecord, step: FindingStep): StepResults {
  const { asked, accepted, cost_micro } = tallyOf(triesAt(record, step.spec.id))
  return {
    step_id: step.spec.id,
    closed: step.facts ? (step.facts.gate?.detail ?? null) : 'There is no such lookup any more',
    keyless: step.keyless,
    asked,
    accepted,
    cost_micro,
    prior: priorOf(step),
  }
}

/** How likely an accepted answer of a step has each field of a merge. */
function givesOf(record: ColumnRecord, { facts }: FindingStep, tries: readonly Try[]): { [field: string]: number } {
  const kept = tries.flatMap(({ accepted, gives }) => (accepted && gives ? [gives] : []))
  const share = (field: string) => {
    const has = kept.filter((gives) => Object.hasOwn(gives, field)).length
    const may = facts?.outputs === undefined || facts.outputs.includes(field)
    return leanedShare(has, kept.length, Number(may), DEFAULT_WEIGHT)
  }
  return Object.fromEntries((record.spec.fields ?? []).map((field) => [field, share(field)]))
}

/** How often two answers of a row that were both good enough say the same. Until it is known, they do. */
export function agreementOf({ tries }: ColumnRecord): number {
  let same = 0
  let pairs = 0
  for (const byStep of tries.values()) {
    const said = Object.values(byStep).flatMap(({ says }) => says ?? [])
    for (const [at, one] of said.entries())
      for (const other of said.slice(at + 1)) {
        pairs++
        same += Number(one === other)
      }
  }
  return leanedShare(same, pairs, 1, DEFAULT_WEIGHT)
}

/** What to expect of a step where it was not asked, by the segment of the row. */
export function expectations(record: ColumnRecord): (stepId: string, segment: string | null) => ExpectedAnswer {
  const known = new Map<string, ExpectedAnswer>()
  const ofStep = (step: FindingStep): ExpectedAnswer => {
    const { asked, accepted, cost_micro, tries } = tallyOf(triesAt(record, step.spec.id))
    const prior = priorOf(step)
    return {
      ...(record.spec.mode === 'merge' && { gives: givesOf(record, step, tries) }),
      accepts: leanedShare(accepted, asked, prior.accepts, prior.weight),
      cost_micro: leanedShare(cost_micro, asked, prior.cost_micro ?? 0, prior.weight),
      ms:
        tries.length === 0
          ? (step.facts?.latency_ms ?? 0)
          : (quantile(
              tries.map(({ ms }) => ms),
              0.5,
            ) ?? 0),
    }
  }
  const compute = (stepId: string, segment: string | null): ExpectedAnswer => {
    const step = record.steps.find(({ spec }) => spec.id === stepId)
    if (!step) return { accepts: 0, cost_micro: 0, ms: 0 }
    if (segment === null) return ofStep(step)
    const whole = expect(stepId, null)
    const { asked, accepted, cost_micro } = tallyOf(triesAt(record, stepId, segment))
    return {
      ...whole,
      accepts: leanedShare(accepted, asked, whole.accepts, STEP_WEIGHT),
      cost_micro: leanedShare(cost_micro, asked, whole.cost_micro, STEP_WEIGHT),
    }
  }
  const expect = (stepId: string, segment: string | null): ExpectedAnswer => {
    const key = `${stepId}\n${segment ?? ''}`
    const found = known.get(key) ?? compute(stepId, segment)
    known.set(key, found)
    return found
  }
  return expect
}
