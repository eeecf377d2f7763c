// What the engine has to know about a lookup to plan, price and order calls; the worker gathers it from catalog and ledger.

import type { JsonObject } from '../../kernel/json.ts'
import type { CustomLookupSettings } from '../columns/step.ts'
import type { Terms } from '../money/price.ts'
import type { BillingRule, SkipReason } from './outcome.ts'

/** A reason not to ask, with words for a person. */
export interface Skip {
  reason: SkipReason
  detail: string
  /** Milliseconds until it can be called again, where that is known and soon. */
  retry_in_ms?: number
}

export interface LookupFacts {
  /** The fields it may give; absent when that is not known. */
  outputs?: readonly string[]
  /** Inputs without which the lookup cannot be called. */
  required: readonly string[]
  /** At least one input of each group must have a value. */
  one_of: readonly (readonly string[])[]
  /** Why the lookup cannot be called at all at the moment: no key, circuit open, quota used up …; null when it can. */
  gate: Skip | null
  /** Micro-USD per billed call; null is unknown, never free. */
  price_micro: number | null
  rule: BillingRule
  /** How many times its price one call can cost; 1 where it is absent. */
  most_units?: number
  /** How many times its price its vendor has reported for one call here lately; absent without a report. */
  reported_units?: number
  /** The vendor says afterwards what a call cost, and may say more than it declares. */
  reports?: true
  /** How many questions go in one call; 1 where it is absent. */
  many?: number
  /** For calls whose highest charge says little, as to a model: the lowest cost, and the cost assumed until it is measured. */
  usual?: { low_micro: number; expected_micro: number }
  /** The same for one question, where what it costs depends on its inputs. */
  for_inputs?: (inputs: JsonObject) => { most_micro: number | null; low_micro?: number; expected_micro?: number }
  /** Share of answers accepted in this workspace, 0..1; null until enough calls were made to tell. */
  measured_hit_rate: number | null
  /** Answers that the share was counted in; thirty where it is absent. */
  measured_trials?: number
  /** Who set the price; the catalog where it is absent. */
  price_basis?: Terms['basis']
  /** What to assume until then, 0..1. */
  default_hit_rate: number
  /** Usual time of a call in milliseconds. */
  latency_ms: number
  /** Limits of the provider account. */
  per_second: number | null
  concurrency: number | null
}

/** The facts of a lookup, by the id that steps use or as a column makes it; undefined for one that there is not. */
export type FactsOf = (provider: string, made?: CustomLookupSettings) => LookupFacts | undefined

/** The skip of a step whose lookup is not in the catalog. */
export function unknownLookup(provider: string): Skip {
  return { reason: 'unmapped', detail: `There is no lookup "${provider}" in the catalog` }
}

/** The inputs that lack a value: each required one alone, each unmet one-of group together. Empty: it can be called. */
export function missingInputs(
  facts: Pick<LookupFacts, 'required' | 'one_of'>,
  has: (input: string) => boolean,
): string[][] {
  const required = facts.required.filter((input) => !has(input)).map((input) => [input])
  return [...required, ...facts.one_of.filter((group) => !group.some(has)).map((group) => [...group])]
}
