// What the engine must know about each lookup: from the catalog, and from what the workspace pays and has measured.

import type { CustomLookupSettings } from '../../engine/columns/step.ts'
import type { Terms } from '../../engine/money/price.ts'
import type { FactsOf, LookupFacts } from '../../engine/waterfall/facts.ts'
import { type ConnectionCheck, readEntered } from '../../identity/integrations/integrations.reads.ts'
import { SECRETS } from '../../identity/secrets/secrets.reads.ts'
import { microFromUsd } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import { isReady } from '../../providers/catalog.ts'
import { accountFormOf, type CustomLookup, type Lookup, type PlannedLookup } from '../../providers/kit/kit.ts'
import { priceFor } from '../../providers/kit/requirements.ts'
import { type LookupOf, lookupFinder, type MakeLookup } from '../lookups/lookup-finder.ts'
import { readHitRates } from '../usage/usage.reads.ts'
import { readTerms, type TermsOf } from './prices.reads.ts'
import { mayReportMore } from './reported-costs.reads.ts'

/** The lookups that can be called: the catalog, and those that columns define by their own settings. */
export interface Askable {
  catalog: readonly Lookup[]
  columnFactory?: ColumnFactory | undefined
}

export interface ColumnFactory {
  /** Makes lookups for one workspace, with its prices and accounts as they are now. */
  open(
    tx: WorkspaceTx,
  ): Promise<(...of: [...Parameters<MakeLookup>, entered: ConnectionCheck]) => ReturnType<MakeLookup>>
  /** The providers that the workspace defined itself. */
  own(tx: WorkspaceTx): Promise<readonly CustomLookup[]>
}

/** The lookups of steps, and what is known about them. */
export interface Lookups {
  factsOf: FactsOf
  lookupOf: LookupOf
  /** The providers that the workspace defined itself. */
  own: readonly CustomLookup[]
}

/** Assumed until a workspace has its own figures: about half of the calls have an answer. */
const DEFAULT_HIT_RATE = 0.5
/** A local answer takes microseconds; its share of reading the row and writing the cell is what takes time. */
const LATENCY_MS = { answer: 5, ask: 800, visit: 2_500, act: 1_500, work: 20_000 }

/** What differs from workspace to workspace. */
interface Local {
  entered: ConnectionCheck
  termsOf: TermsOf
  /** Shares of answers that found something, of lookups that were called often enough to tell. */
  hitRates: ReadonlyMap<string, number>
}

/** The lookups as they are for a workspace now: with the keys it has, its prices, and how often it had luck. */
export async function readLookups(tx: WorkspaceTx, { catalog, columnFactory }: Askable): Promise<Lookups> {
  const [make, own = [], entered, termsOf, hitRates] = await Promise.all([
    columnFactory?.open(tx),
    columnFactory?.own(tx),
    readEntered(tx),
    readTerms(tx),
    readHitRates(tx),
  ])
  const lookupOf = lookupFinder(catalog, own, make && ((made, provider) => make(made, provider, entered)))
  return { own, lookupOf, factsOf: factsFor(lookupOf, { entered, termsOf, hitRates }) }
}

/** Reads the facts of a lookup when it is first needed: a run needs only a few. */
function factsFor(lookupOf: LookupOf, local: Local): FactsOf {
  const byId = new Map<string, LookupFacts | undefined>()
  const byMade = new WeakMap<CustomLookupSettings, LookupFacts>()
  const read = (provider: string, made: CustomLookupSettings | undefined) => {
    const lookup = lookupOf({ provider, ...(made && { made }) })
    return lookup && factsOfLookup(lookup, local)
  }
  return (provider, made) => {
    if (!made) {
      if (!byId.has(provider)) byId.set(provider, read(provider, undefined))
      return byId.get(provider)
    }
    const facts = byMade.get(made) ?? read(provider, made)
    if (facts) byMade.set(made, facts)
    return facts
  }
}

function factsOfLookup(lookup: PlannedLookup, { entered, termsOf, hitRates }: Local): LookupFacts {
  const { inputs, one_of = [], limits } = lookup
  const { price_micro, rule, basis, most_units, reported_units } = termsOf(lookup)
  const isAskable = isReady(lookup, entered)
  const { usual } = lookup.price
  return {
    required: inputs.filter((input) => input.required).map((input) => input.name),
    one_of,
    outputs: lookup.outputs.map(({ field }) => field),
    gate: isAskable ? null : { reason: 'no_key', detail: whatIsMissing(lookup) },
    price_micro,
    price_basis: basis,
    ...('price_for' in lookup && lookup.price_for && { for_inputs: askedPrice(lookup) }),
    ...(usual && {
      usual: { low_micro: microFromUsd(usual.low_usd), expected_micro: microFromUsd(usual.expected_usd) },
    }),
    rule,
    ...(most_units !== undefined && { most_units }),
    ...(reported_units !== undefined && { reported_units }),
    ...(mayReportMore(lookup.price) && { reports: true as const }),
    ...('ask' in lookup && lookup.many && { many: lookup.many.most }),
    // What columns make of their own settings is measured by column: one host has many endpoints.
    measured_hit_rate: isOfColumn(lookup) ? null : (hitRates.get(lookup.id) ?? null),
    default_hit_rate: DEFAULT_HIT_RATE,
    latency_ms: LATENCY_MS[wayOf(lookup)],
    per_second: limits.per_second ?? null,
    concurrency: limits.concurrency ?? null,
  }
}

/** What a model costs for one row: as long as its prompt is with the values of that. */
function askedPrice(lookup: PlannedLookup): NonNullable<LookupFacts['for_inputs']> {
  return (inputs) => {
    const { usd, usual } = priceFor(lookup, inputs)
    const most_micro = usd === null ? null : microFromUsd(usd)
    if (!usual) return { most_micro }
    return {
      most_micro,
      low_micro: microFromUsd(usual.low_usd),
      expected_micro: microFromUsd(usual.expected_usd),
    }
  }
}

const isOfColumn = (lookup: PlannedLookup) => ('act' in lookup || 'work' in lookup) && lookup.listed === undefined

function wayOf(lookup: PlannedLookup): keyof typeof LATENCY_MS {
  if ('answer' in lookup) return 'answer'
  if ('ask' in lookup) return 'ask'
  if ('work' in lookup) return 'work'
  return 'visit' in lookup ? 'visit' : 'act'
}

function whatIsMissing(lookup: PlannedLookup): string {
  const form = accountFormOf(lookup)
  if (form?.id === SECRETS) return `${form.name} is not entered in this workspace`
  return `${form?.name ?? lookup.label} needs a key, and this workspace has none`
}

/** What a call is expected to cost before it is reserved. */
export function expectedTerms(
  facts: Pick<LookupFacts, 'rule' | 'price_micro' | 'price_basis' | 'most_units' | 'reported_units'> | undefined,
): Terms {
  if (!facts) return { rule: 'free', price_micro: 0, basis: 'catalogue' }
  const { rule, price_micro, price_basis, most_units, reported_units } = facts
  return {
    rule,
    price_micro,
    basis: price_basis ?? 'catalogue',
    ...(most_units !== undefined && { most_units }),
    ...(reported_units !== undefined && { reported_units }),
  }
}
