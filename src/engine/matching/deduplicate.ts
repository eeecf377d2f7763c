// Finds the pairs of records that may be the same, from fields and values to scored pairs, the same way whatever order they come in.
import { blocksOf, eachCandidate } from './candidates.ts'
import { comparePair, exchangeOf } from './compare.ts'
import { correctionOf } from './learning.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import { patternBook } from './patterns.ts'
import { type Frequencies, frequenciesOf, type NormalRecord, type Table, tableOf } from './prepared.ts'
import { bitsOf, probabilityOf, type Scored, scorer } from './score.ts'
import { patternsOf, randomPairs, train } from './training.ts'

export interface FoundPair extends Scored {
  /** Places in the records as they were given, a < b. */
  a: number
  b: number
}

export interface Question {
  fields: readonly MatchField[]
  records: readonly NormalRecord[]
  /** Only pairs of two of these are looked at, by record; each has every one once. Absent where all are of one source. */
  sources?: readonly number[]
  /** Learned before; learned here when absent. */
  model?: MatchModel
  /** What reviewers decided, as places of records. */
  labels?: readonly Decided[]
  /** What they decided of pairs of which a record is no more. */
  past?: readonly PastDecision[]
  /** Pairs of a lower weight are left out, in bits. */
  leastWeight: number
}

export interface Decided {
  a: number
  b: number
  isSame: boolean
}

export interface PastDecision {
  /** By field, -1 where it was not compared. */
  levels: readonly number[]
  /** The place of the record that is still there. */
  record: number | null
  isSame: boolean
}

export interface Found {
  pairs: FoundPair[]
  model: MatchModel
  frequencies: Frequencies
  candidates: number
}

/** Records made ready for comparing, in an order of what they hold; the records themselves are not needed after that. */
export interface Ready {
  table: Table
  frequencies: Frequencies
  /** The place of each as they were given. */
  order: Int32Array
}

export function makeReady(fields: readonly MatchField[], records: readonly NormalRecord[]): Ready {
  const order = contentOrder(records)
  const sorted = Array.from(order, (at) => records[at] as NormalRecord)
  const frequencies = frequenciesOf(fields, sorted)
  return { table: tableOf(fields, sorted, frequencies), frequencies, order }
}

export type SearchSettings = Omit<Question, 'fields' | 'records'>

/** What was found, without what each field says of a pair: of a million pairs that is told piece by piece. */
export interface Search extends Omit<Found, 'pairs' | 'frequencies'> {
  count: number
  /** Those from one place in the list up to another. */
  pairs(from: number, to: number): FoundPair[]
}

export function findPairs({ fields, records, ...wanted }: Question): Found {
  const ready = makeReady(fields, records)
  const { count, pairs, ...found } = searchPairs(ready, wanted)
  return { ...found, frequencies: ready.frequencies, pairs: pairs(0, count) }
}

export function searchPairs(
  { table, order }: Omit<Ready, 'frequencies'>,
  { sources, model: known, labels = [], past = [], leastWeight }: SearchSettings,
): Search {
  const placeOf = new Int32Array(table.size)
  for (const [place, at] of order.entries()) placeOf[at] = place
  const compared = compareCandidates(table, sources && Array.from(order, (at) => sources[at] as number))
  const gone = past.map(({ levels, ...decision }) => ({ ...decision, levels: Int8Array.from(levels) }))
  // They were candidates: without them merged pairs would be missing from what matches look like.
  for (const { levels } of gone) compared.patterns.numberOf(levels)
  const learned = known ?? learn(table, compared, sources)
  const plain = scorer(table, learned, exchangeOf(table))
  const weighed = labels.map(({ a, b, isSame }) => ({
    weight: plain.score(placeOf[a] as number, placeOf[b] as number),
    isSame,
  }))
  const weighedPast = gone.map(({ levels, record, isSame }) => ({
    weight: plain.scorePast(levels, record === null ? null : (placeOf[record] as number)),
    isSame,
  }))
  const model = { ...learned, correction: known?.correction ?? correctionOf([...weighed, ...weighedPast]) }
  const scored = scoreCandidates(table, model, compared, leastWeight)
  const weights = sources === undefined ? amongConflicting(scored, table, model) : amongRivals(scored, table.size)
  const reached = Int32Array.from(scored.a.keys()).filter((at) => (weights[at] as number) >= leastWeight)
  const { detail } = scorer(table, model, exchangeOf(table))
  const told = (at: number): FoundPair => {
    const [x, y] = [scored.a[at] as number, scored.b[at] as number]
    const [a, b] = [order[x] as number, order[y] as number]
    const weight = weights[at] as number
    const pair = detail(x, y, compared.patterns.all[scored.pattern[at] as number]?.levels)
    return { a: Math.min(a, b), b: Math.max(a, b), ...pair, weight, probability: probabilityOf(weight) }
  }
  return {
    ...{ model, candidates: compared.count, count: reached.length },
    pairs: (from, to) => Array.from(reached.subarray(from, to), told),
  }
}

/** Pairs that were compared once, each with its pattern of levels, which learning and scoring both read. */
interface ComparedPairs {
  count: number
  a: Int32Array
  b: Int32Array
  pattern: Int32Array
  patterns: ReturnType<typeof patternBook>
}

function compareCandidates(table: Table, sources: readonly number[] | undefined): ComparedPairs {
  const exchange = exchangeOf(table)
  const levels = new Int8Array(table.columns.length)
  const patterns = patternBook(table.columns.length)
  let count = 0
  let [as, bs, found] = [new Int32Array(1024), new Int32Array(1024), new Int32Array(1024)]
  eachCandidate(table, blocksOf(table), (a, b) => {
    if (sources !== undefined && sources[a] === sources[b]) return
    if (count === as.length) [as, bs, found] = [doubled(as), doubled(bs), doubled(found)]
    comparePair(table, exchange, a, b, levels)
    as[count] = a
    bs[count] = b
    found[count++] = patterns.numberOf(levels)
  })
  return { count, a: as, b: bs, pattern: found, patterns }
}

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * values.length)
  more.set(values)
  return more
}

function learn(table: Table, { patterns }: ComparedPairs, sources: readonly number[] | undefined): MatchModel {
  const size = table.size
  const counts = new Map<number, number>()
  for (const source of sources ?? []) counts.set(source, (counts.get(source) ?? 0) + 1)
  const within = [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  return train(table, {
    chance: patternsOf(table, randomPairs(size)),
    candidates: patterns.inOrder(),
    records: size,
    pairs: (size * (size - 1)) / 2 - within,
  })
}

/** Pairs by their places in the table, each with its weight and its pattern; a million of them take some megabytes. */
interface ScoredPairs {
  a: Int32Array
  b: Int32Array
  pattern: Int32Array
  weight: Float64Array
}

/** In the order of their records. Pairs of a pattern that cannot reach the least weight, whatever their values, are passed over. */
function scoreCandidates(
  table: Table,
  model: MatchModel,
  { count, a, b, pattern, patterns }: ComparedPairs,
  leastWeight: number,
): ScoredPairs {
  const { score, most } = scorer(table, model, exchangeOf(table))
  const mayReach = Uint8Array.from(patterns.all, ({ levels }) => (most(levels) >= leastWeight ? 1 : 0))
  const places: number[] = []
  const weights: number[] = []
  for (let at = 0; at < count; at++) {
    const of = pattern[at] as number
    if (mayReach[of] === 0) continue
    const weight = score(a[at] as number, b[at] as number, patterns.all[of]?.levels)
    if (weight < leastWeight) continue
    places.push(at)
    weights.push(weight)
  }
  const order = Int32Array.from(places.keys()).sort((x, y) => {
    const [p, q] = [places[x] as number, places[y] as number]
    return (a[p] as number) - (a[q] as number) || (b[p] as number) - (b[q] as number)
  })
  const of = (values: Int32Array) => Int32Array.from(order, (at) => values[places[at] as number] as number)
  return { a: of(a), b: of(b), pattern: of(pattern), weight: Float64Array.from(order, (at) => weights[at] as number) }
}

const MOST_BITS = 60
const oddsOf = (weight: number) => 2 ** Math.min(MOST_BITS, weight)

/** Kinds of values of which a person or firm has one: two that differ in it are hardly the same. */
const DECISIVE: ReadonlySet<FieldKind> = new Set(['date', 'identifier', 'generation'])
/** From here on two that differ in one of these are the same all the same, in bits: a slip in the value. */
const SURE = bitsOf(0.99)
/** Beyond it a record is like so many others that comparing these with each other tells nothing more. */
const MOST_PARTNERS = 20

/**
 * A record that is like two others which are not the same, as a name without a date of birth is like father and son, is one of them at
 * most: what speaks for the one speaks against the other.
 */
function amongConflicting(pairs: ScoredPairs, table: Table, model: MatchModel): Float64Array {
  const decisive = table.fields.flatMap(({ kind }, at) =>
    DECISIVE.has(kind) ? [{ at, last: LEVELS[kind].length - 1 }] : [],
  )
  if (decisive.length === 0) return pairs.weight
  const { from, of } = partnersOf(pairs, table.size)
  const { detail } = scorer(table, model, exchangeOf(table))
  /** In what the record itself does not have: where it has a value, its own comparisons count it. */
  const conflict = (record: number, a: number, b: number) => {
    const lacking = decisive.filter(({ at }) => (table.columns[at]?.value[record] as number) < 0)
    if (lacking.length === 0) return false
    const { weight, levels } = detail(Math.min(a, b), Math.max(a, b))
    return weight < SURE && lacking.some(({ at, last }) => levels[at] === last)
  }
  const other = (pair: number, record: number) => (pairs.a[pair] === record ? pairs.b[pair] : pairs.a[pair]) as number
  const rivals = new Float64Array(pairs.a.length)
  for (let record = 0; record < table.size; record++) {
    const [first, end] = [from[record] as number, from[record + 1] as number]
    if (end - first > MOST_PARTNERS) continue
    for (let n = first; n < end; n++)
      for (let m = n + 1; m < end; m++) {
        const [one, two] = [of[n] as number, of[m] as number]
        if (!conflict(record, other(one, record), other(two, record))) continue
        rivals[one] = (rivals[one] as number) + oddsOf(pairs.weight[two] as number)
        rivals[two] = (rivals[two] as number) + oddsOf(pairs.weight[one] as number)
      }
  }
  return pairs.weight.map((weight, at) => against(weight, rivals[at] as number))
}

/** By record its pairs that are likelier than not: those of record `n` from `from[n]` up to `from[n + 1]`. */
function partnersOf({ a, b, weight }: ScoredPairs, records: number): { from: Int32Array; of: Int32Array } {
  const from = new Int32Array(records + 1)
  const each = (visit: (record: number, pair: number) => void) => {
    for (let pair = 0; pair < a.length; pair++) {
      if ((weight[pair] as number) < 0) continue
      visit(a[pair] as number, pair)
      visit(b[pair] as number, pair)
    }
  }
  each((record) => {
    from[record + 1] = (from[record + 1] as number) + 1
  })
  for (let record = 0; record < records; record++)
    from[record + 1] = (from[record + 1] as number) + (from[record] as number)
  const next = from.slice()
  const of = new Int32Array(from[records] as number)
  each((record, pair) => {
    of[next[record] as number] = pair
    next[record] = (next[record] as number) + 1
  })
  return { from, of }
}

const against = (weight: number, rivals: number) => (rivals <= 0 ? weight : weight - Math.log2(1 + rivals))

/**
 * Of two lists that have every one once, each record is at most one of the other: what speaks for a pair speaks against the
 * other pairs of its two records, so that of two that are equally good neither is sure.
 */
function amongRivals({ a, b, weight }: ScoredPairs, records: number): Float64Array {
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

/** By what they hold, so that draws and ties do not follow the order in which the records came. */
function contentOrder(records: readonly NormalRecord[]): Int32Array {
  const texts = records.map((record) => record.join('\u0001'))
  return Int32Array.from(texts.keys()).sort((a, b) => {
    const [x, y] = [texts[a] as string, texts[b] as string]
    return x < y ? -1 : x > y ? 1 : a - b
  })
}
