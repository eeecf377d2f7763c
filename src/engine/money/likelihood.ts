// How sure a share is that was counted: bounds that are wide after three answers and narrow after three thousand.

export interface ConfidenceInterval {
  low: number
  high: number
}

/** 95 of 100 times the true share lies between the bounds. */
const Z = 1.96

/** Wilson's score interval of `hits` in `trials`; both may have fractions. Everything is possible after no trial. */
export function boundsOf(hits: number, trials: number): ConfidenceInterval {
  if (trials <= 0) return { low: 0, high: 1 }
  const share = Math.min(1, Math.max(0, hits / trials))
  const z2 = Z * Z
  const middle = share + z2 / (2 * trials)
  const reach = Z * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials)
  const whole = 1 + z2 / trials
  return {
    // Exact at the ends, where rounding would leave a hair of doubt.
    low: hits <= 0 ? 0 : Math.max(0, (middle - reach) / whole),
    high: hits >= trials ? 1 : Math.min(1, (middle + reach) / whole),
  }
}

/** The share to expect: what was counted, leaning on `prior` as if that had been seen `weight` times. */
export function leanedShare(hits: number, trials: number, prior: number, weight: number): number {
  return trials + weight <= 0 ? prior : (hits + prior * weight) / (trials + weight)
}

/** The value below which `share` of them lie: the nearest rank. Null of nothing. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
