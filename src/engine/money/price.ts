// What one call cost by the provider's billing rule: before it, for estimates and reservations, and after it.
import type { BillingRule, Outcome } from '../waterfall/outcome.ts'

/** What a lookup charges, in micro-USD; null is unknown, never free. */
export interface Price {
  rule: BillingRule
  price_micro: number | null
  /** How many times its price one call can cost, by what its vendor declares; 1 where it is absent. */
  most_units?: number
  /** How many times its price its vendor has reported for one call here lately, at the most; absent without a report. */
  reported_units?: number
  /** What the vendor calls a price, in micro-USD, where the workspace pays another: what it reports is told in that. */
  unit_micro?: number
}

/** The price that holds in a workspace, and who set it: the catalog, or the workspace for what it really pays. */
export interface Terms extends Price {
  basis: 'catalogue' | 'workspace'
}

/** The price to reserve: the most a call can cost, by what is declared and by what was reported. Null when the price is unknown. */
export function highestCharge({ rule, price_micro, most_units = 1, reported_units = 0 }: Price): number | null {
  if (rule === 'free') return 0
  return price_micro === null ? null : wholeMicro(price_micro * Math.max(most_units, reported_units))
}

/** What a call that is billed is expected to cost: its price, or what its vendor has reported. */
export function usualCharge({ rule, price_micro, reported_units = 0 }: Price): number | null {
  if (rule === 'free') return 0
  return price_micro === null ? null : wholeMicro(price_micro * Math.max(1, reported_units))
}

// A multiple that was divided out of amounts may be a hair above the amount.
const wholeMicro = (micro: number) => Math.ceil(micro - 1e-3)

/** What a call costs that finds nothing. Null when it is charged at an unknown price. */
export function missCharge({ rule, price_micro }: Price): number | null {
  return rule === 'per_call' || rule === 'vendor_reports' ? price_micro : 0
}

/**
 * What a call cost, in micro-USD. What the vendor reported wins over the catalog, at the price that the workspace pays. Null is
 * unknown: an unknown price, or a call that may have been billed without our knowing.
 */
export function chargeFor(price: Price, outcome: Outcome, reportedMicro?: number): number | null {
  // What was reported came before the part of the call whose end is unknown.
  if (reportedMicro !== undefined && !isUncertain(outcome)) return atPrice(price, reportedMicro)
  if (price.rule === 'free') return 0
  switch (outcome.kind) {
    case 'found':
      return price.rule === 'on_verified' && !outcome.verified ? 0 : price.price_micro
    case 'not_found':
      return missCharge(price)
    case 'later':
    case 'pending':
      return 0
    case 'failed':
      if (outcome.class === 'uncertain') return null
      // The vendor answered, and may well count as a hit what we could not read.
      if (outcome.class === 'unmapped') return price.rule === 'per_call' ? price.price_micro : null
      return 0
  }
}

/** What was reported in units of the vendor's own price, at the price that holds. */
function atPrice({ price_micro, unit_micro }: Price, reportedMicro: number): number {
  return unit_micro && price_micro !== null ? Math.round((reportedMicro * price_micro) / unit_micro) : reportedMicro
}

const isUncertain = (outcome: Outcome) => outcome.kind === 'failed' && outcome.class === 'uncertain'
