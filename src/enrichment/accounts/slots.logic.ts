// How many of an account's slots a process gets, by what it wants and what the others have: pure.

/** One process at an account that allows only so many calls at once. */
export interface Holder {
  /** Slots it has: calls are under way in them, or may be. */
  slots: number
  /** Slots it has use for. */
  wanted: number
}

/**
 * How many slots `mine` may use from now on, of `cap` in all: what it wants as long as there are free ones, its share when
 * others are short of theirs. With more processes than slots, a process gives its slot up after each call.
 */
export function grantSlots(cap: number, mine: Holder, others: readonly Holder[]): number {
  const free = Math.max(0, cap - others.reduce((sum, { slots }) => sum + slots, 0))
  const users = 1 + others.filter(({ slots, wanted }) => slots > 0 || wanted > 0).length
  const share = Math.max(1, Math.floor(cap / users))
  const someAreShort = others.some(({ slots, wanted }) => slots < Math.min(wanted, share))
  const hasHadOne = users > cap && mine.slots > 0
  const most = !someAreShort ? cap : hasHadOne ? 0 : share
  return Math.min(mine.wanted, most, free)
}
