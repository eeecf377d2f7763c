// What the engine must know about each lookup, from the catalogue.
import type { Made } from '../../engine/columns.ts'
import type { FactsOf, LookupFacts } from '../../engine/facts.ts'
import { readConfigured } from '../../identity/integrations/integrations.reads.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { integrationsOf, isReady } from '../../providers/catalog.ts'
import { type AnyLookup, integrationOf, type Lookup } from '../../providers/kit.ts'
import { type LookupOf, lookupFinder, type MakeLookup } from '../lookups/lookup-finder.ts'

/** What can be asked: the catalogue, and what columns make of their own settings. */
export interface Askable {
  catalog: readonly Lookup[]
  make?: MakeLookup | undefined
}

/** Assumed until a workspace has its own figures: about half of what is asked has an answer. */
const DEFAULT_HIT_RATE = 0.5
/** A local answer takes microseconds; its share of reading the row and writing the cell is what takes time. */
const LATENCY_MS = { answer: 5, ask: 800, visit: 2_500, act: 1_500 }

/** The facts as they are for a workspace now: with the keys it has. */
export async function readFacts(tx: WorkspaceTx, { catalog, make }: Askable): Promise<FactsOf> {
  return factsFor(catalog, lookupFinder([], make), await readConfigured(tx, integrationsOf(catalog)))
}

/** `configured` are the integrations whose keys the workspace has. */
function factsFor(catalog: readonly Lookup[], lookupOf: LookupOf, configured: ReadonlySet<string>): FactsOf {
  const factsOf = (lookup: AnyLookup) => factsOfLookup(lookup, isReady(lookup, configured))
  const byId = new Map(catalog.map((lookup) => [lookup.id, factsOf(lookup)]))
  const byMade = new WeakMap<Made, LookupFacts>()
  return (provider, made) => {
    if (!made) return byId.get(provider)
    const known = byMade.get(made)
    if (known) return known
    const lookup = lookupOf({ provider, made })
    const facts = lookup && factsOf(lookup)
    if (facts) byMade.set(made, facts)
    return facts
  }
}

function factsOfLookup(lookup: AnyLookup, isReady: boolean): LookupFacts {
  const { inputs, one_of = [], price, limits } = lookup
  return {
    required: inputs.filter((input) => input.required).map((input) => input.name),
    one_of,
    gate: isReady ? null : { reason: 'no_key', detail: `${nameOf(lookup)} needs a key, and this workspace has none` },
    price_micro: price.usd === null ? null : Math.round(price.usd * 1e6),
    rule: price.rule,
    measured_hit_rate: null,
    default_hit_rate: DEFAULT_HIT_RATE,
    latency_ms: LATENCY_MS[wayOf(lookup)],
    per_second: limits.per_second ?? null,
    concurrency: limits.concurrency ?? null,
  }
}

function wayOf(lookup: AnyLookup): keyof typeof LATENCY_MS {
  if ('answer' in lookup) return 'answer'
  if ('ask' in lookup) return 'ask'
  return 'visit' in lookup ? 'visit' : 'act'
}

const nameOf = (lookup: AnyLookup) => integrationOf(lookup)?.name ?? lookup.label
