// Finds the pairs of records that may be the same, from fields and values to scored pairs, the same way whatever order they come in.
import { blocksOf, eachCandidate } from './candidates.ts'
import { comparePair, exchangeOf } from './compare.ts'
import { correctionOf } from './learning.ts'
import type { MatchField } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import { amongImplied, impliedWeight, MOST_IMPLIED, type ScoredPairs, weighConflicting, weighRivals } from './mutual.ts'
import { patternBook } from './patterns.ts'
import { type Frequencies, frequenciesOf, type NormalRecord, type Table, tableOf } from './prepared.ts'
import { IMPLIED } from './related.ts'
import { type PairScore, probabilityOf, type Scorer, scorer } from './score.ts'
import { patternsOf, randomPairs, train } from './training.ts'

export interface FoundPair extends PairScore {
  /** Places in the records as they were given, a < b. */
  a: number
  b: number
}

export interface DeduplicationInput {
  fields: readonly MatchField[]
  records: readonly NormalRecord[]
  /** Only pairs of two of these are looked at, by record; each has every one once. Absent where all are of one source. */
  sources?: readonly number[]
  /** Learned before; learned here when absent. */
  model?: MatchModel
  /** What reviewers decided, as places of records. */
  labels?: readonly PairLabel[]
  /** What they decided of pairs of which a record is no more. */
  past?: readonly PastDecision[]
  /** Pairs of a lower weight are left out, in bits. */
  leastWeight: number
}

export interface PairLabel {
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

export interface DeduplicationResult {
  pairs: FoundPair[]
  model: MatchModel
  frequencies: Frequencies
  candidates: number
}

/** Records made ready for comparing, in an order of what they hold; the records themselves are not needed after that. */
export interface PreparedRecords {
  table: Table
  frequencies: Frequencies
  /** The place of each as they were given. */
  order: Int32Array
}

export function makeReady(fields: readonly MatchField[], records: readonly NormalRecord[]): PreparedRecords {
  const order = contentOrder(records)
  const sorted = Array.from(order, (at) => records[at] as NormalRecord)
  const frequencies = frequenciesOf(fields, sorted)
  return { table: tableOf(fields, sorted, frequencies), frequencies, order }
}

export type SearchSettings = Omit<DeduplicationInput, 'fields' | 'records'>

/** What was found, without what each field says of a pair: of a million pairs that is told piece by piece. */
export interface Search extends Omit<DeduplicationResult, 'pairs' | 'frequencies'> {
  count: number
  /** Those from one place in the list up to another. */
  pairs(from: number, to: number): FoundPair[]
}

export function findPairs({ fields, records, ...wanted }: DeduplicationInput): DeduplicationResult {
  const ready = makeReady(fields, records)
  const { count, pairs, ...found } = searchPairs(ready, wanted)
  return { ...found, frequencies: ready.frequencies, pairs: pairs(0, count) }
}

export function searchPairs(
  { table, order }: Omit<PreparedRecords, 'frequencies'>,
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
  const placed = labels.map(({ a, b, isSame }) => ({ a: placeOf[a] as number, b: placeOf[b] as number, isSame }))
  const weighed =
    sources === undefined ? weighImplied(placed, compared, plain, table, learned) : weighAlone(placed, plain)
  const weighedPast = gone.map(({ levels, record, isSame }) => ({
    weight: plain.scorePast(levels, record === null ? null : (placeOf[record] as number)),
    isSame,
  }))
  const model = { ...learned, correction: known?.correction ?? correctionOf([...weighed, ...weighedPast]) }
  const scored = scoreCandidates(
    table,
    model,
    compared,
    sources === undefined ? leastWeight - MOST_IMPLIED : leastWeight,
  )
  const own = sources === undefined ? weighConflicting(scored, table, model) : weighRivals(scored, table.size)
  const weights = sources === undefined ? amongImplied(own, scored, table, model, compared.patterns.all) : own
  const reached = Int32Array.from(scored.a.keys()).filter((at) => (weights[at] as number) >= leastWeight)
  const { detail } = scorer(table, model, exchangeOf(table))
  const told = (at: number): FoundPair => {
    const [x, y] = [scored.a[at] as number, scored.b[at] as number]
    const [a, b] = [order[x] as number, order[y] as number]
    const weight = weights[at] as number
    const pair = detail(x, y, compared.patterns.all[scored.pattern[at] as number]?.levels)
    const raised = weight - (own[at] as number)
    const relation = raised > 0 ? { name: IMPLIED, bits: -raised } : pair.relation
    return { a: Math.min(a, b), b: Math.max(a, b), ...pair, relation, weight, probability: probabilityOf(weight) }
  }
  return {
    model,
    candidates: compared.count,
    count: reached.length,
    pairs: (from, to) => Array.from(reached.subarray(from, to), told),
  }
}

const weighAlone = (labels: readonly PairLabel[], { score }: Scorer) =>
  labels.map(({ a, b, isSame }) => ({ weight: score(a, b), isSame }))

/** As it was shown when it was decided: what others implied is no fault of its own weight. */
function weighImplied(
  labels: readonly PairLabel[],
  { count, a, b, pattern, patterns }: ComparedPairs,
  { score }: Scorer,
  table: Table,
  model: MatchModel,
) {
  const partners = new Map(
    labels.flatMap((label) => [label.a, label.b]).map((record) => [record, new Map<number, number>()]),
  )
  for (let at = 0; at < count && labels.length > 0; at++) {
    const [x, y] = [a[at] as number, b[at] as number]
    const [ofX, ofY] = [partners.get(x), partners.get(y)]
    if (!ofX && !ofY) continue
    const weight = score(x, y, patterns.all[pattern[at] as number]?.levels)
    if (weight < 0) continue
    ofX?.set(y, weight)
    ofY?.set(x, weight)
  }
  const weighPair = impliedWeight(table, model)
  const levels = new Int8Array(table.columns.length)
  const exchange = exchangeOf(table)
  return labels.map((label) => {
    const own = score(label.a, label.b)
    comparePair(table, exchange, label.a, label.b, levels)
    let weight = own
    for (const [third, x] of partners.get(label.a) ?? []) {
      const y = partners.get(label.b)?.get(third)
      if (y !== undefined) weight = Math.max(weight, weighPair(own, x, y, levels))
    }
    return { weight, isSame: label.isSame }
  })
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

/** By what they hold, so that draws and ties do not follow the order in which the records came. */
function contentOrder(records: readonly NormalRecord[]): Int32Array {
  const texts = records.map((record) => record.join('\u0001'))
  return Int32Array.from(texts.keys()).sort((a, b) => {
    const [x, y] = [texts[a] as string, texts[b] as string]
    return x < y ? -1 : x > y ? 1 : a - b
  })
}
