// What the engine must know about each lookup, from the catalogue.
import type { FactsOf, LookupFacts } from '../../engine/facts.ts'
import { readConfigured } from '../../identity/integrations/integrations.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { integrationsOf, isReady } from '../../providers/catalog.ts'
import { integrationOf, type Lookup } from '../../providers/kit.ts'

/** Assumed until a workspace has its own figures: about half of what is asked has an answer. */
const DEFAULT_HIT_RATE = 0.5
/** A local answer takes microseconds; its share of reading the row and writing the cell is what takes time. */
const LATENCY_MS = { answer: 5, ask: 800, visit: 2_500 }

/** The facts as they are for a workspace now: with the keys it has. */
export async function readFacts(tx: WorkspaceTx, catalog: readonly Lookup[]): Promise<FactsOf> {
  return catalogueFacts(catalog, await readConfigured(tx, integrationsOf(catalog)))
}

/** `configured` are the integrations whose keys the workspace has. */
function catalogueFacts(catalog: readonly Lookup[], configured: ReadonlySet<string>): FactsOf {
  const byId = new Map(catalog.map((lookup) => [lookup.id, factsOfLookup(lookup, isReady(lookup, configured))]))
  return (id) => byId.get(id)
}

function factsOfLookup(lookup: Lookup, isReady: boolean): LookupFacts {
  const { inputs, one_of = [], price, limits } = lookup
  return {
    required: inputs.filter((input) => input.required).map((input) => input.name),
    one_of,
    gate: isReady ? null : { reason: 'no_key', detail: `${nameOf(lookup)} needs a key, and this workspace has none` },
    price_micro: price.usd === null ? null : Math.round(price.usd * 1e6),
    rule: price.rule,
    measured_hit_rate: null,
    default_hit_rate: DEFAULT_HIT_RATE,
    latency_ms: 'answer' in lookup ? LATENCY_MS.answer : 'ask' in lookup ? LATENCY_MS.ask : LATENCY_MS.visit,
    per_second: limits.per_second ?? null,
    concurrency: limits.concurrency ?? null,
  }
}

const nameOf = (lookup: Lookup) => integrationOf(lookup)?.name ?? lookup.label
