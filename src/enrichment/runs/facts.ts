// What the engine must know about each lookup, from the catalogue.
import type { FactsOf, LookupFacts } from '../../engine/facts.ts'
import type { Lookup } from '../../providers/kit.ts'

/** Assumed until a workspace has its own figures: about half of what is asked has an answer. */
const DEFAULT_HIT_RATE = 0.5
/** A local answer takes microseconds; its share of reading the row and writing the cell is what takes time. */
const LATENCY_MS = { answer: 5, ask: 800, visit: 2_500 }

export function catalogueFacts(catalog: readonly Lookup[]): FactsOf {
  const byId = new Map(catalog.map((lookup) => [lookup.id, factsOfLookup(lookup)]))
  return (id) => byId.get(id)
}

function factsOfLookup(lookup: Lookup): LookupFacts {
  const { inputs, one_of = [], price, limits } = lookup
  return {
    required: inputs.filter((input) => input.required).map((input) => input.name),
    one_of,
    gate: lookup.keyless ? null : { reason: 'no_key', detail: `${lookup.label} needs an account, and none is set up` },
    price_micro: price.usd === null ? null : Math.round(price.usd * 1e6),
    rule: price.rule,
    measured_hit_rate: null,
    default_hit_rate: DEFAULT_HIT_RATE,
    latency_ms: 'answer' in lookup ? LATENCY_MS.answer : 'ask' in lookup ? LATENCY_MS.ask : LATENCY_MS.visit,
    per_second: limits.per_second ?? null,
    concurrency: limits.concurrency ?? null,
  }
}
