// Finds the pairs of records that may be the same, from fields and values to scored pairs, the same way whatever order they come in.
import { blocksOf, eachCandidate } from './candidates.ts'
import { comparePair, exchangeOf } from './compare.ts'
import { correctionOf } from './learning.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import { patternBook } from './patterns.ts'
import { type Frequencies, frequenciesOf, type NormalRecord, type Table, tableOf } from './prepared.ts'
import { probabilityOf, type Scored, scorer } from './score.ts'
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

export function findPairs({
  fields,
  records,
  sources,
  model: known,
  labels = [],
  past = [],
  leastWeight,
}: Question): Found {
  const order = contentOrder(records)
  const sorted = order.map((at) => records[at] as NormalRecord)
  const frequencies = frequenciesOf(fields, sorted)
  const table = tableOf(fields, sorted, frequencies)
  const placeOf = new Int32Array(records.length)
  for (const [place, at] of order.entries()) placeOf[at] = place
  const compared = compareCandidates(
    table,
    sources?.map((_, place) => sources[order[place] as number] as number),
  )
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
  const pairs = scoreCandidates(table, model, compared, leastWeight)
  const judged = sources === undefined ? amongConflicting(pairs, table, model) : amongRivals(pairs, records.length)
  return {
    ...{ model, frequencies, candidates: compared.count },
    pairs: judged
      .filter(({ weight }) => weight >= leastWeight)
      .map(({ a: x, b: y, ...scored }) => {
        const [a, b] = [order[x] as number, order[y] as number]
        return { a: Math.min(a, b), b: Math.max(a, b), ...scored }
      }),
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

/** In the order of their records. Pairs of a pattern that cannot reach the least weight, whatever their values, are passed over. */
function scoreCandidates(
  table: Table,
  model: MatchModel,
  { count, a, b, pattern, patterns }: ComparedPairs,
  leastWeight: number,
): FoundPair[] {
  const { detail, most } = scorer(table, model, exchangeOf(table))
  const mayReach = Uint8Array.from(patterns.all, ({ levels }) => (most(levels) >= leastWeight ? 1 : 0))
  const pairs: FoundPair[] = []
  for (let at = 0; at < count; at++) {
    const of = pattern[at] as number
    if (mayReach[of] === 0) continue
    const [x, y] = [a[at] as number, b[at] as number]
    const scored = detail(x, y, patterns.all[of]?.levels)
    if (scored.weight >= leastWeight) pairs.push({ a: x, b: y, ...scored })
  }
  return pairs.sort((one, other) => one.a - other.a || one.b - other.b)
}

const MOST_BITS = 60
const oddsOf = (weight: number) => 2 ** Math.min(MOST_BITS, weight)

/** Kinds of values of which a person or firm has one: two that differ in it are hardly the same. */
const DECISIVE: ReadonlySet<FieldKind> = new Set(['date', 'identifier', 'generation'])
/** From here on two that differ in one of these are the same all the same, in bits: a slip in the value. */
const SURE = Math.log2(0.99 / 0.01)
/** Beyond it a record is like so many others that comparing these with each other tells nothing more. */
const MOST_PARTNERS = 20

/**
 * A record that is like two others which are not the same, as a name without a date of birth is like father and son, is one of them at
 * most: what speaks for the one speaks against the other.
 */
function amongConflicting(pairs: readonly FoundPair[], table: Table, model: MatchModel): FoundPair[] {
  const decisive = table.fields.flatMap(({ kind }, at) =>
    DECISIVE.has(kind) ? [{ at, last: LEVELS[kind].length - 1 }] : [],
  )
  if (decisive.length === 0) return [...pairs]
  const partners = new Map<number, { record: number; pair: number }[]>()
  for (const [pair, { a, b, weight }] of pairs.entries()) {
    if (weight < 0) continue
    partners.set(a, [...(partners.get(a) ?? []), { record: b, pair }])
    partners.set(b, [...(partners.get(b) ?? []), { record: a, pair }])
  }
  const { detail } = scorer(table, model, exchangeOf(table))
  /** In what the record itself does not have: where it has a value, its own comparisons count it. */
  const conflict = (record: number, a: number, b: number) => {
    const { weight, levels } = detail(Math.min(a, b), Math.max(a, b))
    const lacks = (at: number) => (table.columns[at]?.value[record] as number) < 0
    return weight < SURE && decisive.some(({ at, last }) => levels[at] === last && lacks(at))
  }
  const rivals = new Float64Array(pairs.length)
  for (const [record, of] of partners) {
    if (of.length > MOST_PARTNERS) continue
    for (const [n, one] of of.entries())
      for (const other of of.slice(n + 1)) {
        if (!conflict(record, one.record, other.record)) continue
        rivals[one.pair] = (rivals[one.pair] as number) + oddsOf(pairs[other.pair]?.weight as number)
        rivals[other.pair] = (rivals[other.pair] as number) + oddsOf(pairs[one.pair]?.weight as number)
      }
  }
  return pairs.map((pair, at) => against(pair, rivals[at] as number))
}

function against(pair: FoundPair, rivals: number): FoundPair {
  if (rivals <= 0) return pair
  const weight = pair.weight - Math.log2(1 + rivals)
  return { ...pair, weight, probability: probabilityOf(weight) }
}

/**
 * Of two lists that have every one once, each record is at most one of the other: what speaks for a pair speaks against the
 * other pairs of its two records, so that of two that are equally good neither is sure.
 */
function amongRivals(pairs: readonly FoundPair[], records: number): FoundPair[] {
  const odds = pairs.map(({ weight }) => oddsOf(weight))
  const sums = new Float64Array(records)
  for (const [at, { a, b }] of pairs.entries())
    for (const record of [a, b]) sums[record] = (sums[record] as number) + (odds[at] as number)
  return pairs.map((pair, at) => {
    const own = odds[at] as number
    return against(pair, Math.max(0, (sums[pair.a] as number) - own) + Math.max(0, (sums[pair.b] as number) - own))
  })
}

/** By what they hold, so that draws and ties do not follow the order in which the records came. */
function contentOrder(records: readonly NormalRecord[]): number[] {
  const texts = records.map((record) => record.join('\u0001'))
  return texts
    .map((_, at) => at)
    .sort((a, b) => {
      const [x, y] = [texts[a] as string, texts[b] as string]
      return x < y ? -1 : x > y ? 1 : a - b
    })
}
