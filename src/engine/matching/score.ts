// The weight of a pair: what each field says for and against, and the probability that the two are the same.
import { comparePair, MISSING } from './compare.ts'
import { correctWeight } from './learning.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind } from './match-fields.ts'
import type { MatchModel } from './model.ts'
import { weightOf } from './model.ts'
import type { Table } from './prepared.ts'
import { relationsOf, shareIn } from './related.ts'

/** The limit, in bits, by which the frequency of a value raises or lowers its weight. */
const MOST_FREQUENCY = 5
/** Sums of the same parts in another order differ by less, in bits. */
const ROUNDING = 1e-6
/** Kinds of which one equal value is enough evidence to merge without a second. */
export const STRONG: ReadonlySet<FieldKind> = new Set(['email', 'identifier'])

/** Kinds that say where something is or what it is like, and not who: what agrees in nothing else may be anyone there. */
const WHERE: ReadonlySet<FieldKind> = new Set([
  'street',
  'place',
  'city',
  'postcode',
  'region',
  'country',
  'number',
  'category',
])
const MOST_OF_PLACES = Math.log2(0.02 / 0.98)
/** The most that the name of a firm weighs where nothing else of any record is known, in bits: of those that are the same, one in six is two's. */
const MOST_OF_NAMES = Math.log2(5)

export interface PairScore {
  weight: number
  probability: number
  /** By field: its level, -1 where one of the two has no value, and its weight in bits. */
  levels: number[]
  weights: number[]
  /** The more likely relation and its reduction of the weight in bits, or the pairs that imply this one. */
  relation: { name: string; bits: number } | null
}

export function scorer(table: Table, model: MatchModel, exchange: readonly [number, number] | null) {
  const levels = new Int8Array(table.columns.length)
  const weights = new Float64Array(table.columns.length)
  const prior = Math.log2(model.prior / (1 - model.prior))
  const bits = model.fields.map(({ kind, m, u }) =>
    m.map((share, level) => Math.min(weightOf(share, u[level] as number), LEVELS[kind][level]?.mostBits ?? 60)),
  )
  const relations = relationsOf(model.fields).map((relation) => ({
    relation,
    start: Math.log2((model.related.find(({ name }) => name === relation.name)?.share ?? 1e-9) / (1 - model.prior)),
    odds: model.fields.map(({ kind, m, u }) =>
      m.map((share, level) => shareIn(relation, kind, level, share, u[level] as number) / (u[level] as number)),
    ),
  }))
  /** The most that two records weigh without enough evidence. */
  const mostAlone = model.isOfNames ? MOST_OF_NAMES : 0
  const isWho = model.fields.map(({ kind }) => !WHERE.has(kind))
  let taken = 0
  let closest: string | null = null

  /** How much of the agreement a relation explains, in bits: log2 of the odds of all related classes to chance. */
  const explained = (rare: Float64Array) => {
    let sum = 1
    let best = 0
    closest = null
    for (const { relation, start, odds } of relations) {
      let weight = start
      for (let at = 0; at < levels.length; at++) {
        const level = levels[at] as number
        if (level === MISSING) continue
        const ratio = (odds[at] as number[])[level] as number
        weight += level === 0 && ratio > 1 ? Math.max(0, Math.log2(ratio) + (rare[at] as number)) : Math.log2(ratio)
      }
      const share = 2 ** Math.min(60, weight)
      sum += share
      if (share > best) {
        best = share
        closest = relation.name
      }
    }
    return Math.log2(sum)
  }
  const rare = new Float64Array(table.columns.length)

  /** The weight of these levels with the prior odds, and the most that such evidence may weigh, in bits; `rarityOf` adds the weight of a value's rarity. */
  const weigh = (rarityOf: (at: number) => number): { sum: number; most: number } => {
    let sum = prior
    let agreeing = 0
    let isStrong = false
    let saysWho = false
    for (let at = 0; at < levels.length; at++) {
      const level = levels[at] as number
      weights[at] = 0
      rare[at] = 0
      if (level === MISSING) continue
      let weight = (bits[at] as number[])[level] as number
      if (isWho[at]) saysWho = true
      if (level === 0) {
        rare[at] = rarityOf(at)
        weight += rare[at] as number
        if (STRONG.has(model.fields[at]?.kind as FieldKind)) isStrong = true
      }
      weights[at] = weight
      sum += weight
      if (weight > 1) agreeing++
    }
    if (!saysWho) return { sum, most: MOST_OF_PLACES }
    return { sum, most: agreeing >= 2 || isStrong ? Number.POSITIVE_INFINITY : mostAlone }
  }

  /** The score of two records, with their levels when the caller knows them. */
  const score = (a: number, b: number, known?: Int8Array): number => {
    if (known === undefined) comparePair(table, exchange, a, b, levels)
    else levels.set(known)
    const { sum, most } = weigh((at) => rarity(table, model, at, a))
    taken = explained(rare)
    const weight = correctWeight(model.correction, sum - taken)
    return Math.min(weight, most)
  }

  /** The weight, by its levels, of a pair that lost a record by deletion. `record` is the record that is left, null when it is unknown. */
  const scorePast = (known: Int8Array, record: number | null): number => {
    levels.set(known)
    const isKnown = (at: number) => record !== null && (table.columns[at]?.value[record] ?? -1) >= 0
    const { sum, most } = weigh((at) => (isKnown(at) ? rarity(table, model, at, record as number) : 0))
    const weight = correctWeight(model.correction, sum - explained(rare))
    return Math.min(weight, most)
  }

  /** The highest possible weight of a pair with these levels. */
  const most = (known: Int8Array): number => {
    levels.set(known)
    const { sum } = weigh(() => MOST_FREQUENCY)
    rare.fill(-MOST_FREQUENCY)
    return correctWeight(model.correction, sum - explained(rare)) + ROUNDING
  }

  const detail = (a: number, b: number, known?: Int8Array): PairScore => {
    const weight = score(a, b, known)
    const relation = closest !== null && taken > 0.5 ? { name: closest, bits: taken } : null
    return { weight, probability: probabilityOf(weight), levels: [...levels], weights: [...weights], relation }
  }
  return { score, scorePast, detail, most }
}

export type Scorer = ReturnType<typeof scorer>

/** The weight of the average share as a prior, in records: among a dozen records every counted share is large. */
const ASSUMED_RECORDS = 500

/**
 * log2(u / tf) of the value both have, held within bounds. One record of the two does not count, nor do as many as are usually the
 * same as it: they say nothing of others.
 */
function rarity(table: Table, model: MatchModel, at: number, record: number): number {
  // What a name has of others is not told there: one that repeats is that of one firm again.
  if (model.isOfNames) return 0
  const column = table.columns[at] as Table['columns'][number]
  const chance = model.fields[at]?.u[0] as number
  const same = (model.repeats ?? 0) * (model.fields[at]?.m[0] as number)
  const count = (column.count[column.value[record] as number] as number) - 1 - same
  const share = (Math.max(count, 0.5) + ASSUMED_RECORDS * chance) / (column.filled + ASSUMED_RECORDS)
  return Math.max(-MOST_FREQUENCY, Math.min(MOST_FREQUENCY, Math.log2(chance / share)))
}

/** The weight of a pair that is the same with this probability, in bits. */
export const bitsOf = (probability: number) => Math.log2(probability / (1 - probability))

export function probabilityOf(weight: number): number {
  if (weight > 50) return 1
  return 1 / (1 + 2 ** -weight)
}
