// How far the waterfall of one cell is expected to get: which calls it would make, and how likely each of them is.
import type { AcceptRule } from '../columns/column-parts.schema.ts'
import type { CellPlanSpec } from '../columns/columns.ts'
import type { AskedLookup } from '../columns/step.ts'
import type { FactsOf, LookupFacts } from '../waterfall/facts.ts'
import { boundsOf } from './likelihood.ts'
import { highestCharge } from './price.ts'

/** Counts of earlier calls of this step in this column. */
export interface MeasuredStep {
  hits: number
  trials: number
  /** For a verifier: how many of its answers said that the value is valid. */
  passed: number
  /** Micro-USD of calls that were made, and how many they are. */
  cost_micro: number
  calls: number
  /** Calls that failed, which are not billed. */
  failed: number
}

export interface WalkedCall {
  provider: string
  facts: LookupFacts
  /** The share of answers that find something, and its uncertainty. */
  hit: number
  hit_error: number
  /** The uncertainty of the share of cells that reach this call. */
  reached_error: number
  /** What a call of this step cost on average, in micro-USD; null until enough were made. */
  usual_micro: number | null
  /** A high estimate of the share of calls that fail: all, until enough calls were counted. */
  failing: number
  is_measured: boolean
  /** The most this call can cost; null is unknown. */
  most_micro: number | null
  /** Share of cells in which the waterfall gets this far. */
  reached: number
  /** True for calls that every cell makes: the first provider, or as many as have to agree, and their verifiers. */
  first: boolean
}

export interface Walk {
  calls: WalkedCall[]
  /** How likely the cell has a value in the end. */
  found: number
  fromCache: boolean
}

type Step = AskedLookup & { id: string; verifies?: string; accept?: AcceptRule; most_micro?: number | null }
type Rules = Pick<CellPlanSpec, 'max_providers' | 'mode' | 'accept' | 'fields' | 'agree' | 'max_micro'>

/** The assumed share of found values that pass a stop rule, until it is measured. */
const PASSES = 0.75

/** The number of answers from which measured shares replace the declared ones. */
const ENOUGH = 10
const PASSES_ERROR = 0.25

/** `cached` is what the cache already knows of its steps, `measured` what was counted of them. */
export function walkSteps(
  steps: readonly Step[],
  rules: Rules,
  factsOf: FactsOf,
  cached: { readonly [stepId: string]: 'hit' | 'miss' } = {},
  measured: ReadonlyMap<string, MeasuredStep> = NOTHING_MEASURED,
): Walk {
  const need = rules.mode === 'cross_check' ? (rules.agree ?? 2) : 1
  const open = rules.mode === 'merge' ? openFields(rules.fields ?? []) : openAnswers(need)
  const calls: WalkedCall[] = []
  let asked = 0
  let firsts = 0
  let fromCache = false
  /** Variance of the share of cells that get this far. */
  let doubt = 0
  for (const [place, step] of steps.entries()) {
    if (step.verifies !== undefined) continue
    const facts = askable(step, rules, factsOf)
    if (!facts) continue
    const reached = open.share(facts)
    if (reached < 1e-9) continue
    if (rules.max_providers > 0 && asked >= rules.max_providers) break
    asked++
    const known = Object.hasOwn(cached, step.id) ? cached[step.id] : undefined
    if (known) fromCache = true
    if (known === 'miss') continue
    const first = known === undefined ? firsts++ < need : firsts < need
    const own = walked(step, facts, measured.get(step.id))
    const reached_error = Math.sqrt(doubt)
    if (known === undefined) calls.push({ ...own, reached, reached_error, first })
    const hit = known === 'hit' ? 1 : own.hit
    const next = steps[place + 1]
    const checks = next?.verifies === step.id ? askable(next, rules, factsOf) : undefined
    const checked = next && checks ? measured.get(next.id) : undefined
    if (next && checks && hit > 0) {
      const error = Math.hypot(reached_error, known ? 0 : own.hit_error)
      calls.push({ ...walked(next, checks, checked), reached: reached * hit, reached_error: error, first })
    }
    const good = passes(facts, step.accept ?? rules.accept, checks ? checked : null)
    if (!known) doubt += own.hit_error ** 2
    if (good.is_guessed) doubt += PASSES_ERROR ** 2
    open.heard(facts, hit * good.share)
  }
  return { calls, found: open.found(), fromCache }
}

const NOTHING_MEASURED: ReadonlyMap<string, MeasuredStep> = new Map()
/** The uncertainty before any measurement. */
const ANY_ERROR = 0.5

function walked({ provider, most_micro }: Step, facts: LookupFacts, measured: MeasuredStep | undefined) {
  const most = most_micro === undefined ? highestCharge(facts) : most_micro
  const isOwn = measured !== undefined && measured.trials >= ENOUGH
  const hit = isOwn ? measured.hits / measured.trials : hitRate(facts)
  const trials = isOwn ? measured.trials : facts.measured_hit_rate === null ? 0 : (facts.measured_trials ?? 30)
  const hit_error =
    trials === 0 ? ANY_ERROR : (1 + 4 / trials) * Math.sqrt(Math.max(hit * (1 - hit), 1 / (trials + 4)) / trials)
  const usual_micro = measured && measured.calls >= ENOUGH ? measured.cost_micro / measured.calls : null
  const made = isOwn ? trials + measured.failed : 0
  const failing = boundsOf(measured?.failed ?? 0, made).high
  return { provider, facts, hit, hit_error, usual_micro, failing, is_measured: isOwn || trials > 0, most_micro: most }
}

/** Undefined for a step that cannot be called, or whose cost exceeds the limit of a row. */
function askable(step: Step, { max_micro }: Rules, factsOf: FactsOf): LookupFacts | undefined {
  const facts = factsOf(step.provider, step.made)
  if (!facts || facts.gate) return undefined
  const most = step.most_micro === undefined ? highestCharge(facts) : step.most_micro
  const isTooDear = max_micro !== undefined && most !== 0 && (most === null || most > max_micro)
  return isTooDear ? undefined : facts
}

/** The share of found values that the stop rule accepts. A lookup without a status cannot verify its values. */
function passes(
  { outputs, rule }: LookupFacts,
  accept: AcceptRule,
  checked: MeasuredStep | undefined | null,
): { share: number; is_guessed: boolean } {
  if (checked && checked.trials >= ENOUGH) return { share: checked.passed / checked.trials, is_guessed: false }
  if (checked !== null) return { share: PASSES, is_guessed: true }
  if (accept.kind === 'any') return { share: 1, is_guessed: false }
  if (accept.kind === 'confidence' || accept.kind === 'formula') return { share: PASSES, is_guessed: true }
  const verifies = rule === 'on_verified' || !outputs || outputs.some((field) => field.endsWith('_status'))
  return { share: verifies ? PASSES : 0, is_guessed: verifies }
}

interface Open {
  /** Share of cells that still have a question for this lookup. */
  share(facts: LookupFacts): number
  /** The probability of a good answer when it is called. */
  heard(facts: LookupFacts, likely: number): void
  found(): number
}

/** The waterfall stops after this many good answers; the list holds the probabilities of 0, 1, … answers so far. */
function openAnswers(need: number): Open {
  let counts = [1, ...Array.from({ length: need - 1 }, () => 0)]
  let none = 1
  return {
    share: () => counts.reduce((sum, each) => sum + each, 0),
    heard(_, likely) {
      none *= 1 - likely
      counts = counts.map((each, at) => each * (1 - likely) + (counts[at - 1] ?? 0) * likely)
    },
    found: () => 1 - none,
  }
}

/** The waterfall stops when every field is filled; the map holds the probability that each is still missing. */
function openFields(fields: readonly string[]): Open {
  const missing = new Map(fields.map((field) => [field, 1]))
  const givenBy = ({ outputs }: LookupFacts) => fields.filter((field) => !outputs || outputs.includes(field))
  return {
    share: (facts) => Math.max(0, ...givenBy(facts).map((field) => missing.get(field) ?? 0)),
    heard(facts, likely) {
      for (const field of givenBy(facts)) missing.set(field, (missing.get(field) ?? 0) * (1 - likely))
    },
    found: () => 1 - Math.min(1, ...missing.values()),
  }
}

export function hitRate(facts: LookupFacts): number {
  return facts.measured_hit_rate ?? facts.default_hit_rate
}
