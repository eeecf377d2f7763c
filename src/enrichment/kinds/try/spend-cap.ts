// The most that the calls of one request may cost together, beside the budgets: no call begins that could go past it.
import { microFromUsd, usdFromMicro } from '../../../kernel/money.ts'

export interface SpendCap {
  /** Keeps what a call may cost free for it. In words why it does not fit; null where it does. An unknown cost never fits. */
  reserve(most_micro: number | null): string | null
  /** What a reserved call cost; null where that is not known. */
  settle(most_micro: number | null, cost_micro: number | null): void
}

/** `whose` price it is that may be unknown, in words. */
export function createSpendCap(max_usd: number, whose = 'the call'): SpendCap {
  const all = microFromUsd(max_usd)
  let left = all
  return {
    reserve(most) {
      if (most === null)
        return `the price of ${whose} is not known, so it is not asked under a cap of $${max_usd}. Enter its price in the settings.`
      if (most > left)
        return `it may cost up to $${usdFromMicro(most)}, more than ${left < all ? 'what is left of ' : ''}$${max_usd}`
      left -= most
      return null
    },
    settle(most, cost) {
      left += (most ?? 0) - (cost ?? most ?? 0)
    },
  }
}
