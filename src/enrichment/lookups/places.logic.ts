// How many of an account's places a process gets, by what it wants and what the others have: pure.

/** One process at an account that allows only so many calls at once. */
export interface Holder {
  /** Places it has: calls are under way in them, or may be. */
  places: number
  /** Places it has use for. */
  wanted: number
}

/**
 * How many places `mine` may fill from now on, of `cap` in all: what it wants as long as there are free ones, its share when
 * others are short of theirs. With more processes than places, a process gives its place up after each turn.
 */
export function grantPlaces(cap: number, mine: Holder, others: readonly Holder[]): number {
  const free = Math.max(0, cap - others.reduce((sum, { places }) => sum + places, 0))
  const users = 1 + others.filter(({ places, wanted }) => places > 0 || wanted > 0).length
  const share = Math.max(1, Math.floor(cap / users))
  const someAreShort = others.some(({ places, wanted }) => places < Math.min(wanted, share))
  const hasHadOne = users > cap && mine.places > 0
  const most = !someAreShort ? cap : hasHadOne ? 0 : share
  return Math.min(mine.wanted, most, free)
}
