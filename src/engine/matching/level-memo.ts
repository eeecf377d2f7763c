// Remembers the level of pairs of values: the same two are met in many pairs of records.

export interface LevelMemo {
  /** The level of two values by their places, `UNSEEN` when it is not remembered. */
  recall(a: number, b: number): number
  keep(a: number, b: number, level: number): void
}

export const UNSEEN = -2
/** Up to so many values every pair has a place of its own. */
const FEW = 64
/** About two megabytes a column. */
const MOST_BITS = 18

/** A memo for so many distinct values. With many values, pairs replace each other; a table of a single match must cost almost nothing. */
export function levelMemo(values: number): LevelMemo {
  const isWhole = values <= FEW
  const bits = isWhole ? 12 : Math.min(MOST_BITS, Math.ceil(Math.log2(values)) + 4)
  const size = isWhole ? values * values : 2 ** bits
  const shift = 32 - bits
  const pairs = new Float64Array(size).fill(-1)
  const levels = new Int8Array(size)
  const placeOf = (a: number, b: number) =>
    isWhole ? a * values + b : (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> shift
  return {
    recall(a, b) {
      const place = placeOf(a, b)
      return pairs[place] === a * values + b ? (levels[place] as number) : UNSEEN
    },
    keep(a, b, level) {
      const place = placeOf(a, b)
      pairs[place] = a * values + b
      levels[place] = level
    },
  }
}
