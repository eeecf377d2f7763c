// How far the waterfall of one cell is expected to get: which calls it would make, and how likely each of them is.
import type { Accept } from './columns.schema.ts'
import type { CellPlanSpec } from './columns.ts'
import type { FactsOf, LookupFacts } from './facts.ts'
import { highestCharge } from './price.ts'
import type { AskedLookup } from './step.ts'

export interface WalkedCall {
  provider: string
  facts: LookupFacts
  /** Share of cells in which the waterfall gets this far. */
  reached: number
  /** No cell is settled without it: of the first provider asked, or of as many as have to agree, and of who checks those. */
  first: boolean
}

export interface Walk {
  calls: WalkedCall[]
  /** How likely the cell has a value in the end. */
  found: number
  fromCache: boolean
}

type Step = AskedLookup & { id: string; verifies?: string; accept?: Accept }
type Rules = Pick<CellPlanSpec, 'max_providers' | 'mode' | 'accept' | 'fields' | 'agree' | 'max_micro'>

/** Share of the values found that pass where not just any will do, until somebody measures it: three of four. */
const PASSES = 0.75

/** `cached` is what the cache already knows of its steps. */
export function walkSteps(
  steps: readonly Step[],
  rules: Rules,
  factsOf: FactsOf,
  cached: { readonly [stepId: string]: 'hit' | 'miss' } = {},
): Walk {
  const need = rules.mode === 'cross_check' ? (rules.agree ?? 2) : 1
  const open = rules.mode === 'merge' ? openFields(rules.fields ?? []) : openAnswers(need)
  const calls: WalkedCall[] = []
  let asked = 0
  let firsts = 0
  let fromCache = false
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
    if (known === undefined) calls.push({ provider: step.provider, facts, reached, first })
    const hit = known === 'hit' ? 1 : hitRate(facts)
    const next = steps[place + 1]
    const checks = next?.verifies === step.id ? askable(next, rules, factsOf) : undefined
    if (next && checks && hit > 0) calls.push({ provider: next.provider, facts: checks, reached: reached * hit, first })
    open.heard(facts, hit * passes(facts, step.accept ?? rules.accept, checks !== undefined))
  }
  return { calls, found: open.found(), fromCache }
}

/** Undefined for a step that cannot be asked, or costs more than a row may. */
function askable(step: Step, { max_micro }: Rules, factsOf: FactsOf): LookupFacts | undefined {
  const facts = factsOf(step.provider, step.made)
  if (!facts || facts.gate) return undefined
  const most = highestCharge(facts)
  const isTooDear = max_micro !== undefined && most !== 0 && (most === null || most > max_micro)
  return isTooDear ? undefined : facts
}

/** The share of values found that are good enough. A lookup that gives no status of its values cannot verify them. */
function passes({ outputs, rule }: LookupFacts, accept: Accept, isChecked: boolean): number {
  if (isChecked) return PASSES
  if (accept.kind === 'any') return 1
  if (accept.kind === 'confidence' || accept.kind === 'formula') return PASSES
  const verifies = rule === 'on_verified' || !outputs || outputs.some((field) => field.endsWith('_status'))
  return verifies ? PASSES : 0
}

interface Open {
  /** Share of cells that still have a question for this lookup. */
  share(facts: LookupFacts): number
  /** It has a good answer with this likelihood, where it is asked. */
  heard(facts: LookupFacts, likely: number): void
  found(): number
}

/** Until so many good answers are there: how likely 0, 1, … of them are. */
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

/** Until every field is filled: how likely each is still missing. */
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
