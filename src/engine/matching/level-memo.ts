// Remembers the level of pairs of values: the same two are met in many pairs of records.

export interface LevelMemo {
  /** The level of two values by their places, `UNSEEN` when it is not remembered. */
  recall(a: number, b: number): number
  keep(a: number, b: number, level: number): void
}

export const UNSEEN = -2
const LEAST_BITS = 4
/** About two megabytes a column. */
const MOST_BITS = 18

/** Of so many distinct values. A place for each pair where they are few; else pairs take each other's place. */
export function levelMemo(values: number): LevelMemo {
  const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, 2 * Math.ceil(Math.log2(Math.max(2, values)))))
  const isWhole = values * values <= 2 ** bits
  const shift = 32 - bits
  const pairs = new Float64Array(2 ** bits).fill(-1)
  const levels = new Int8Array(2 ** bits)
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
