// The prices that hold in a workspace: those it has set, else those of the catalog.

import type { Terms } from '../../engine/money/price.ts'
import type { BillingRule } from '../../engine/waterfall/outcome.ts'
import { refuse } from '../../kernel/errors.ts'
import { microFromUsd, usdFromMicro } from '../../kernel/money.ts'
import type { WorkspaceTx } from '../../platform/db/database.ts'
import type { Lookup } from '../../providers/kit/kit.ts'
import type { CallPrice } from '../../providers/kit/lookup-price.ts'
import type { LookupPrice as PriceShown } from './prices.schema.ts'
import { mayReportMore, readReportedCosts } from './reported-costs.reads.ts'

interface SetPrice {
  lookup: string
  price_micro: number
  rule: BillingRule | null
  changed_at: Date
}

export type TermsOf = (lookup: Pick<Lookup, 'id' | 'price'>) => Terms

/** The prices as they are now; those of lookups outside of the catalog too. */
export async function readTerms(tx: WorkspaceTx): Promise<TermsOf> {
  const [set, reported] = await Promise.all([readSetPrices(tx), readReportedCosts(tx)])
  return (lookup) => termsOf(lookup, set.get(lookup.id), reported.get(lookup.id)?.units)
}

/**
 * The price in force for a lookup, and with it what to reserve for a call: the only place that says so. `reported` is the highest report
 * of its vendor here, as a multiple of the price. A free lookup stays free: no price can be set for it.
 */
export function termsOf(
  { price }: Pick<Lookup, 'price'>,
  set: { price_micro: number; rule: BillingRule | null } | undefined,
  reported?: number,
): Terms {
  const terms = withUnits(
    set && price.rule !== 'free'
      ? { rule: set.rule ?? price.rule, price_micro: set.price_micro, basis: 'workspace' }
      : { rule: price.rule, price_micro: price.usd === null ? null : microFromUsd(price.usd), basis: 'catalogue' },
    price,
  )
  const isTold = reported !== undefined && mayReportMore(price)
  return isTold ? { ...terms, reported_units: reported } : terms
}

/** Terms, of which only the price is on record, with what the vendor declares of its reports. */
export function withUnits(terms: Terms, price: CallPrice | undefined): Terms {
  const unit_micro = terms.basis === 'workspace' && price?.usd ? microFromUsd(price.usd) : undefined
  return {
    ...terms,
    ...(price?.most !== undefined && { most_units: price.most }),
    ...(unit_micro !== undefined && { unit_micro }),
  }
}

async function readSetPrices(tx: WorkspaceTx): Promise<Map<string, SetPrice>> {
  const { rows } = await tx.client.query<SetPrice>(
    'select lookup, price_micro, rule, changed_at from lookup_prices where workspace_id = $1',
    [tx.workspace_id],
  )
  return new Map(rows.map((row) => [row.lookup, row]))
}

/** The price of one lookup as people see it. @throws Refusal `not_found` */
export async function readPrice(tx: WorkspaceTx, catalog: readonly Lookup[], id: string): Promise<PriceShown> {
  const lookup = mustFindLookup(catalog, id)
  const set = (await readSetPrices(tx)).get(lookup.id)
  const { rule, price_micro, basis } = termsOf(lookup, set)
  return {
    id: lookup.id,
    price_usd: price_micro === null ? null : usdFromMicro(price_micro),
    billing_rule: rule,
    source: basis,
    catalogue: { price_usd: lookup.price.usd, billing_rule: lookup.price.rule },
    rules: rulesOf(lookup),
    changed_at: basis === 'workspace' ? (set?.changed_at.toISOString() ?? null) : null,
  }
}

export function mustFindLookup(catalog: readonly Lookup[], id: string): Lookup {
  return catalog.find((lookup) => lookup.id === id) ?? refuse('not_found', 'There is no such lookup in the catalog')
}

/** A plan may bill each call or each hit; what only a vendor can tell or verify is set where the catalog says so. */
export function rulesOf({ price }: Lookup): BillingRule[] {
  return price.rule === 'free' ? [] : [...new Set<BillingRule>([price.rule, 'on_hit', 'per_call'])]
}
