// What a lookup of the catalog, or of a column's own making, declares to cost.
import type { BillingRule } from '../../engine/waterfall/outcome.ts'

/** What a request costs by the price that people entered for it: counted here request by request, so it may be several. */
export function requestPrice({
  price_usd,
  billing,
  pages,
  max_pages,
}: {
  price_usd?: number | 'unknown'
  billing: 'on_hit' | 'per_call'
  pages?: unknown
  max_pages: number
}): CallPrice {
  if (price_usd === 'unknown') return { usd: null, rule: billing }
  if (!price_usd) return { usd: 0, rule: 'free' }
  if (billing === 'on_hit') return { usd: price_usd, rule: 'on_hit' }
  return { usd: price_usd, rule: 'vendor_reports', most: pages ? max_pages : 1, counted_here: true }
}

export interface CallPrice {
  /** US dollars per billed call; null is unknown, never free. */
  usd: number | null
  rule: BillingRule
  /** How many times that one call can cost, where the vendor charges by what it did; 1 where it is absent. */
  most?: number
  /** What it cost is counted by this service, so it is never more than it declares, whatever a vendor reports. */
  counted_here?: true
  usual?: { low_usd: number; expected_usd: number }
}
