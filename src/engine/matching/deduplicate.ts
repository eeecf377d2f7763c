// Finds the pairs of records that may be the same, from fields and values to scored pairs, the same way whatever order they come in.
import { blocksOf, candidatePairs } from './blocking.ts'
import { comparePair, exchangeOf, MISSING } from './compare.ts'
import { correctionOf } from './learning.ts'
import type { MatchField } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import { frequenciesOf, type NormalRecord, type Table, tableOf } from './prepared.ts'
import { probabilityOf, type Scored, scorer } from './score.ts'
import { type Pattern, patternsOf, randomPairs, train } from './training.ts'

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
  /** Blocks from elsewhere, as places of records; made here when absent. */
  blocks?: Iterable<readonly number[]>
  /** Learned before; learned here when absent. */
  model?: MatchModel
  /** What reviewers decided, as places of records. */
  labels?: readonly Decided[]
  /** Pairs of a lower weight are left out, in bits. */
  leastWeight: number
}

export interface Decided {
  a: number
  b: number
  isSame: boolean
}

export interface Found {
  pairs: FoundPair[]
  model: MatchModel
  candidates: number
}

export function findPairs({
  fields,
  records,
  sources,
  blocks,
  model: known,
  labels = [],
  leastWeight,
}: Question): Found {
  const order = contentOrder(records)
  const sorted = order.map((at) => records[at] as NormalRecord)
  const table = tableOf(fields, sorted, frequenciesOf(fields, sorted))
  const placeOf = new Int32Array(records.length)
  for (const [place, at] of order.entries()) placeOf[at] = place
  const inOrder = blocks === undefined ? blocksOf(fields, sorted) : mapped(blocks, placeOf)
  const all = candidatePairs(inOrder, records.length)
  const isOfTwo = (pair: number) =>
    sources === undefined ||
    sources[order[Math.floor(pair / records.length)] as number] !== sources[order[pair % records.length] as number]
  const candidates = sources === undefined ? all : all.filter(isOfTwo)
  const learned = known ?? learn(table, candidates, sources)
  const plain = scorer(table, learned, exchangeOf(table))
  const weighed = labels.map(({ a, b, isSame }) => ({
    weight: plain.score(placeOf[a] as number, placeOf[b] as number),
    isSame,
  }))
  const model = { ...learned, correction: known?.correction ?? correctionOf(weighed) }
  const { score, detail } = scorer(table, model, exchangeOf(table))
  const pairs: FoundPair[] = []
  for (const pair of candidates) {
    const [x, y] = [Math.floor(pair / records.length), pair % records.length]
    if (score(x, y) < leastWeight) continue
    const [a, b] = [order[x] as number, order[y] as number]
    pairs.push({ a: Math.min(a, b), b: Math.max(a, b), ...detail(x, y) })
  }
  const judged = sources === undefined ? pairs : amongRivals(pairs, records.length)
  return { pairs: judged.filter(({ weight }) => weight >= leastWeight), model, candidates: candidates.length }
}

const MOST_BITS = 60

/**
 * Of two lists that have every one once, each record is at most one of the other: what speaks for a pair speaks against the
 * other pairs of its two records, so that of two that are equally good neither is sure.
 */
function amongRivals(pairs: readonly FoundPair[], records: number): FoundPair[] {
  const odds = pairs.map(({ weight }) => 2 ** Math.min(MOST_BITS, weight))
  const sums = new Float64Array(records)
  for (const [at, { a, b }] of pairs.entries())
    for (const record of [a, b]) sums[record] = (sums[record] as number) + (odds[at] as number)
  return pairs.map((pair, at) => {
    const own = odds[at] as number
    const rivals = Math.max(0, (sums[pair.a] as number) - own) + Math.max(0, (sums[pair.b] as number) - own)
    const weight = pair.weight - Math.log2(1 + rivals)
    return { ...pair, weight, probability: probabilityOf(weight) }
  })
}

function* mapped(blocks: Iterable<readonly number[]>, placeOf: Int32Array): Generator<number[]> {
  for (const block of blocks) yield block.map((at) => placeOf[at] as number)
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

function learn(table: Table, candidates: Float64Array, sources: readonly number[] | undefined): MatchModel {
  const size = table.size
  const counts = new Map<number, number>()
  for (const source of sources ?? []) counts.set(source, (counts.get(source) ?? 0) + 1)
  const within = [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  const chance = patternsOf(table, randomPairs(size))
  return train(table, {
    chance,
    candidates: candidatePatterns(table, candidates),
    records: size,
    pairs: (size * (size - 1)) / 2 - within,
  })
}

/** As `patternsOf`, over packed pairs and by number instead of text: there are millions of these. */
function candidatePatterns(table: Table, candidates: Float64Array): Pattern[] {
  const exchange = exchangeOf(table)
  const levels = new Int8Array(table.columns.length)
  const patterns = new Map<number, Pattern>()
  for (const pair of candidates) {
    comparePair(table, exchange, Math.floor(pair / table.size), pair % table.size, levels)
    let key = 0
    for (const level of levels) key = key * 7 + (level - MISSING)
    const known = patterns.get(key)
    if (known === undefined) patterns.set(key, { levels: levels.slice(), count: 1 })
    else known.count++
  }
  return [...patterns.entries()].sort(([a], [b]) => a - b).map(([, pattern]) => pattern)
}
