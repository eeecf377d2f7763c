// The distinct patterns of levels, numbered in the order in which they are met, with how many pairs have each.
import { MISSING } from './compare.ts'

export interface AgreementPattern {
  levels: Int8Array
  count: number
}

/** Levels are below this, counted from a missing one. */
const BASE = 7
/** As many levels as a number holds exactly. */
const MOST_DIGITS = 18

export function patternBook(columns: number) {
  const numbers = new Map<number | string, number>()
  const all: AgreementPattern[] = []
  const keys: (number | string)[] = []
  const keyOf = (levels: Int8Array): number | string => {
    if (columns > MOST_DIGITS) return levels.join()
    let key = 0
    for (let at = 0; at < columns; at++) key = key * BASE + ((levels[at] as number) - MISSING)
    return key
  }
  return {
    all,
    /** Counts the pair. */
    numberOf(levels: Int8Array): number {
      const key = keyOf(levels)
      let number = numbers.get(key)
      if (number === undefined) {
        number = all.length
        numbers.set(key, number)
        keys.push(key)
        all.push({ levels: levels.slice(), count: 0 })
      }
      ;(all[number] as AgreementPattern).count++
      return number
    },
    /** In an order of the patterns themselves, so that sums over them follow nothing else. */
    inOrder(): AgreementPattern[] {
      const places = [...all.keys()].sort((a, b) => {
        const [x, y] = [keys[a] as number, keys[b] as number]
        return x < y ? -1 : x > y ? 1 : 0
      })
      return places.map((place) => all[place] as AgreementPattern)
    },
  }
}
