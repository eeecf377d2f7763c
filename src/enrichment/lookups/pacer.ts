// Spreads calls over time: at most so many a second, with a second's worth in hand after a rest.

export interface Pacer {
  /** Takes the next place and returns how many milliseconds after `now` it is. */
  take(now: number): number
}

export function createPacer(perSecond: number): Pacer {
  const gap = 1000 / perSecond
  let nextAt = 0
  return {
    take(now) {
      nextAt = Math.max(nextAt, now - 1000 + gap)
      const at = nextAt
      nextAt += gap
      return Math.max(0, at - now)
    },
  }
}
