// What pairs that share a record say of each other: of two that exclude each other at most one is right, and two imply a third.
import { exchangeOf } from './compare.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import type { AgreementPattern } from './patterns.ts'
import type { Table } from './prepared.ts'
import { bitsOf, scorer } from './score.ts'

/** Pairs by their places in the table, each with its weight and its pattern; a million of them take some megabytes. */
export interface ScoredPairs {
  a: Int32Array
  b: Int32Array
  pattern: Int32Array
  weight: Float64Array
}

const MOST_BITS = 60
const oddsOf = (weight: number) => 2 ** Math.min(MOST_BITS, weight)

/** Kinds of which a person or firm has one value: two records with different values are rarely the same. */
const DECISIVE: ReadonlySet<FieldKind> = new Set(['date', 'identifier', 'generation'])
/** From here on two that differ in one of these are the same all the same, in bits: a slip in the value. */
const SURE = bitsOf(0.99)
/** Beyond it a record is like so many others that comparing these with each other tells nothing more. */
const MOST_PARTNERS = 20

/** The fields of these kinds, each with its last level. */
const decisiveOf = ({ fields }: Table) =>
  fields.flatMap(({ kind }, at) => (DECISIVE.has(kind) ? [{ at, last: LEVELS[kind].length - 1 }] : []))

/** Those, and of firms the street: what is the same as each of two branches may be either. */
function contraryOf(table: Table) {
  const isOfPeople = table.fields.some(({ kind }) => kind === 'surname')
  const streets = table.fields.flatMap(({ kind }, at) =>
    kind === 'street' && !isOfPeople ? [{ at, last: LEVELS.street.length - 1 }] : [],
  )
  return [...decisiveOf(table), ...streets]
}

/**
 * A record that resembles two different others can equal only one of them, such as a name without a date of birth that fits father and son.
 * Evidence for one pair therefore lowers the weight of the other.
 */
export function weighConflicting(pairs: ScoredPairs, table: Table, model: MatchModel): Float64Array {
  const decisive = decisiveOf(table)
  if (decisive.length === 0) return pairs.weight
  const { detail } = scorer(table, model, exchangeOf(table))
  /** In what the record itself does not have: where it has a value, its own comparisons count it. */
  const conflict = (record: number, a: number, b: number) => {
    const lacking = decisive.filter(({ at }) => (table.columns[at]?.value[record] as number) < 0)
    if (lacking.length === 0) return false
    const { weight, levels } = detail(Math.min(a, b), Math.max(a, b))
    return weight < SURE && lacking.some(({ at, last }) => levels[at] === last)
  }
  const rivals = new Float64Array(pairs.a.length)
  eachTwo(pairs, pairs.weight, table.size, (record, one, two, a, b) => {
    if (!conflict(record, a, b)) return
    rivals[one] = (rivals[one] as number) + oddsOf(pairs.weight[two] as number)
    rivals[two] = (rivals[two] as number) + oddsOf(pairs.weight[one] as number)
  })
  return pairs.weight.map((weight, at) => against(weight, rivals[at] as number))
}

/** The most weight, in bits, that two implying pairs can add. Pairs that weigh less than the threshold even with it are not kept. */
export const MOST_IMPLIED = 8

/**
 * The weight of a pair whose two records are each the same as a third, with the weights `x` and `y`: then they are the same, too,
 * as surely as the less sure of the two. What speaks against it speaks against them too, save for the odds before any comparison,
 * which need not be overcome again.
 */
export function impliedWeight(table: Table, model: MatchModel) {
  const decisive = contraryOf(table)
  const before = bitsOf(model.prior)
  return (own: number, x: number, y: number, levels: Int8Array | undefined): number => {
    const least = Math.min(x, y)
    if (own >= least || decisive.some(({ at, last }) => levels?.[at] === last)) return own
    const joint = x + y + own - before - Math.log2(1 + oddsOf(x) + oddsOf(y))
    return Math.max(own, Math.min(least, joint, own + MOST_IMPLIED))
  }
}

/** What was likelier than not makes pairs of their records likelier. */
export function amongImplied(
  weights: Float64Array,
  pairs: ScoredPairs,
  table: Table,
  model: MatchModel,
  patterns: readonly AgreementPattern[],
): Float64Array {
  const weigh = impliedWeight(table, model)
  const place = placesOf(pairs, table.size)
  const implied = weights.slice()
  eachTwo(pairs, weights, table.size, (_, one, two, a, b) => {
    const third = place(a, b)
    if (third < 0) return
    const [x, y] = [weights[one] as number, weights[two] as number]
    const { levels } = patterns[pairs.pattern[third] as number] as AgreementPattern
    implied[third] = Math.max(implied[third] as number, weigh(weights[third] as number, x, y, levels))
  })
  return implied
}

/** Finds a pair by its records; -1 where there is none. Pairs are in the order of their records. */
function placesOf({ a, b }: ScoredPairs, records: number): (x: number, y: number) => number {
  const from = startsOf(records, (count) => a.forEach(count))
  return (x, y) => {
    const [lower, upper] = x < y ? [x, y] : [y, x]
    let [low, high] = [from[lower] as number, (from[lower + 1] as number) - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = b[middle] as number
      if (found === upper) return middle
      if (found < upper) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** Visits every two pairs that are likelier than not and share a record, with the other record of each. */
function eachTwo(
  { a, b }: ScoredPairs,
  weights: Float64Array,
  records: number,
  visit: (record: number, one: number, two: number, otherOfOne: number, otherOfTwo: number) => void,
): void {
  const { from, of } = partnersOf(a, b, weights, records)
  const other = (pair: number, record: number) => (a[pair] === record ? b[pair] : a[pair]) as number
  for (let record = 0; record < records; record++) {
    const [first, end] = [from[record] as number, from[record + 1] as number]
    if (end - first > MOST_PARTNERS) continue
    for (let n = first; n < end; n++)
      for (let m = n + 1; m < end; m++) {
        const [one, two] = [of[n] as number, of[m] as number]
        visit(record, one, two, other(one, record), other(two, record))
      }
  }
}

/** By record its pairs that are likelier than not: those of record `n` from `from[n]` up to `from[n + 1]`. */
function partnersOf(a: Int32Array, b: Int32Array, weights: Float64Array, records: number) {
  const each = (visit: (record: number, pair: number) => void) => {
    for (let pair = 0; pair < a.length; pair++) {
      if ((weights[pair] as number) < 0) continue
      visit(a[pair] as number, pair)
      visit(b[pair] as number, pair)
    }
  }
  const from = startsOf(records, each)
  const next = from.slice()
  const of = new Int32Array(from[records] as number)
  each((record, pair) => {
    of[next[record] as number] = pair
    next[record] = (next[record] as number) + 1
  })
  return { from, of }
}

/** Where the items of each record begin in a list in the order of records, and after the last one its length. */
function startsOf(records: number, each: (count: (record: number) => void) => void): Int32Array {
  const from = new Int32Array(records + 1)
  each((record) => {
    from[record + 1] = (from[record + 1] as number) + 1
  })
  for (let record = 0; record < records; record++)
    from[record + 1] = (from[record + 1] as number) + (from[record] as number)
  return from
}

const against = (weight: number, rivals: number) => (rivals <= 0 ? weight : weight - Math.log2(1 + rivals))

/**
 * Where two lists have each entity once, a record matches at most one record of the other list: what speaks for a pair speaks against the
 * other pairs of its two records, so that of two that are equally good neither is sure.
 */
export function weighRivals({ a, b, weight }: ScoredPairs, records: number): Float64Array {
  const odds = weight.map(oddsOf)
  const sums = new Float64Array(records)
  for (let at = 0; at < odds.length; at++)
    for (const record of [a[at] as number, b[at] as number])
      sums[record] = (sums[record] as number) + (odds[at] as number)
  return weight.map((own, at) => {
    const rivals = (of: Int32Array) => Math.max(0, (sums[of[at] as number] as number) - (odds[at] as number))
    return against(own, rivals(a) + rivals(b))
  })
}
