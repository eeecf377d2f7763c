// Learns a model without labels: chance agreement from random pairs, the rest by expectation maximization over the patterns of candidates.
import { comparePair, exchangeOf, MISSING } from './compare.ts'
import { NO_CORRECTION } from './learning.ts'
import { LEVELS, type Level } from './levels.ts'
import type { FieldKind } from './match-fields.ts'
import { defaultModel, type FieldModel, type MatchModel, monotonic } from './model.ts'
import { type AgreementPattern, patternBook } from './patterns.ts'
import type { Table } from './prepared.ts'
import { relationsOf, shareIn } from './related.ts'

const RANDOM_PAIRS = 100_000
const MAX_ROUNDS = 100
/** Pairs whose worth the assumed shares have: much against ten duplicates, little against a thousand. */
const ASSUMED_MATCHES = 12
/** The share of matches by which related pairs of each kind are assumed to be more. */
const ASSUMED_RELATED = 0.02
/** Pairs that the assumed shares of others are worth, so that a dozen records do not look as if all agreed by chance. */
const ASSUMED_PAIRS = 1000
/** Pairs that the assumed share of matches is worth. */
const ASSUMED_PRIOR = 200
/** Chance agreement below this is not told from none, and a near-unique column must not decide alone. */
const LEAST_CHANCE = 2e-5

/** The distinct patterns of levels of pairs, each with how many pairs have it. */
export function patternsOf(table: Table, pairs: Iterable<readonly [number, number]>): AgreementPattern[] {
  const exchange = exchangeOf(table)
  const levels = new Int8Array(table.columns.length)
  const patterns = patternBook(table.columns.length)
  for (const [a, b] of pairs) {
    comparePair(table, exchange, a, b, levels)
    patterns.numberOf(levels)
  }
  return patterns.inOrder()
}

/** Pairs drawn by a generator with a fixed start; all of them where there are few. Records are in an order of their contents. */
export function* randomPairs(size: number): Generator<readonly [number, number]> {
  if ((size * (size - 1)) / 2 <= RANDOM_PAIRS) {
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) yield [a, b]
    return
  }
  let state = 0x2545f491
  const draw = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % size
  }
  for (let n = 0; n < RANDOM_PAIRS; n++) {
    const [a, b] = [draw(), draw()]
    if (a !== b) yield a < b ? [a, b] : [b, a]
  }
}

export interface TrainingSample {
  chance: readonly AgreementPattern[]
  candidates: readonly AgreementPattern[]
  records: number
  /** All pairs that could be compared. */
  pairs: number
}

/** Learns the shares of every level and the share of pairs that are the same. */
export function train(table: Table, { chance, candidates, records, pairs }: TrainingSample): MatchModel {
  let model = defaultModel(table.fields, records)
  const drawn = table.columns.map((column, at) => chanceOf(chance, at, LEVELS[column.field.kind].length))
  const exact = table.columns.map(exactChance)
  // The shares assumed of others are corrected by what was drawn, before the first expectation.
  model = {
    ...model,
    fields: model.fields.map((field, at) => ({
      ...field,
      u: chanceShares(drawn[at] as Drawn, exact[at] as Exact, field.u, 0, field.m),
    })),
  }
  // A single field cannot tell duplicates from chance agreement, so the assumed shares are kept.
  if (table.columns.filter(({ filled }) => filled > 0).length < 2) return modelOfOne(table, records)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = maximize(model, { candidates, drawn, exact, records, pairs })
    const change = Math.abs(Math.log(next.prior / model.prior))
    model = next
    if (change < 1e-4) break
  }
  return { ...model, fields: model.fields.map((field) => ({ ...field, ...monotonic(capped(field), field.u) })) }
}

/** The model of records with one filled field. Two firms seldom have the same name, so a name that repeats is taken for one firm. */
function modelOfOne(table: Table, records: number): MatchModel {
  const model = defaultModel(table.fields, records)
  const at = table.columns.findIndex(({ field, filled }) => field.kind === 'firm' && filled > 0)
  if (at < 0) return model
  const { same, pairs } = exactChance(table.columns[at] as Table['columns'][number])
  const { m, u } = model.fields[at] as FieldModel
  const repeated = Math.max(0, same / Math.max(1, pairs) - (u[0] as number)) / (m[0] as number)
  const prior = Math.min(0.5, Math.max(model.prior, repeated))
  return { ...model, prior, isOfNames: true }
}

interface Exact {
  same: number
  pairs: number
}

interface Drawn {
  counts: number[]
  total: number
}

function chanceOf(patterns: readonly AgreementPattern[], at: number, levels: number): Drawn {
  const counts = new Array<number>(levels).fill(0)
  let total = 0
  for (const { levels: found, count } of patterns) {
    const level = found[at] as number
    if (level === MISSING) continue
    counts[level] = (counts[level] as number) + count
    total += count
  }
  return { counts, total }
}

/** The pairs that have one value by how frequent each value is, and all pairs: a sample hardly ever draws one. */
function exactChance({ value, count }: Table['columns'][number]): Exact {
  const filled = value.reduce((sum, at) => sum + (at < 0 ? 0 : 1), 0)
  const same = count.reduce((total, one) => total + (one * (one - 1)) / 2, 0)
  return { same, pairs: (filled * (filled - 1)) / 2 }
}

/** Shares of levels among pairs that are not the same: as drawn, less what the matches among all pairs account for. */
function chanceShares(
  drawn: Drawn,
  exact: Exact,
  assumed: readonly number[],
  prior: number,
  m: readonly number[],
): number[] {
  const total = drawn.total + ASSUMED_PAIRS
  const shares = drawn.counts.map((count, level) => {
    const believed = ASSUMED_PAIRS * (assumed[level] as number)
    const seen = level === 0 ? (exact.same + believed) / (exact.pairs + ASSUMED_PAIRS) : (count + believed) / total
    return Math.max(LEAST_CHANCE, seen - prior * (m[level] as number))
  })
  const sum = shares.reduce((all, share) => all + share, 0)
  return shares.map((share) => share / sum)
}

interface Counted {
  candidates: readonly AgreementPattern[]
  drawn: readonly Drawn[]
  exact: readonly Exact[]
  records: number
  pairs: number
}

function maximize(model: MatchModel, { candidates, drawn, exact, records, pairs }: Counted): MatchModel {
  const matched = model.fields.map(({ m }) => m.map(() => 0))
  const related = model.related.map(() => 0)
  let matches = 0
  const classes = classesOf(model)
  for (const { levels, count } of candidates) {
    const shares = posteriors(classes, model, levels)
    const share = (shares[0] as number) * count
    matches += share
    for (let at = 0; at < related.length; at++)
      related[at] = (related[at] as number) + (shares[at + 1] as number) * count
    for (let at = 0; at < levels.length; at++) {
      const level = levels[at] as number
      const counts = matched[at] as number[]
      if (level !== MISSING) counts[level] = (counts[level] as number) + share
    }
  }
  const expected = defaultModel([], records).prior
  const prior = Math.min(0.5, (matches + ASSUMED_PRIOR * expected) / (pairs + ASSUMED_PRIOR))
  const fields = model.fields.map((field, at) => {
    const assumed = LEVELS[field.kind]
    const counts = matched[at] as number[]
    const total = counts.reduce((sum, count) => sum + count, 0) + ASSUMED_MATCHES
    const m = bounded(
      counts.map((count, level) => (count + ASSUMED_MATCHES * (assumed[level] as (typeof assumed)[number]).m) / total),
      assumed,
    )
    const u = chanceShares(
      drawn[at] as Drawn,
      exact[at] as Exact,
      assumed.map(({ u }) => u),
      prior,
      m,
    )
    return { ...field, m, u }
  })
  const shares = model.related.map(({ name }, at) => ({
    name,
    share: Math.min(0.2, ((related[at] as number) + ASSUMED_RELATED * matches + 0.5) / (pairs + 1)),
  }))
  const repeats = (2 * prior * pairs) / Math.max(1, records)
  return { fields, prior, repeats, related: shares, records, correction: NO_CORRECTION }
}

/** The likelihoods by class, field and level: matches, related in each way, and the others last. */
function classesOf(model: MatchModel): number[][][] {
  const relations = relationsOf(model.fields)
  return [
    model.fields.map(({ kind, m, u }) =>
      m.map((share, level) => Math.min(share, (u[level] as number) * mostOdds(kind, level))),
    ),
    ...relations.map((relation) =>
      model.fields.map(({ kind, m, u }) =>
        m.map((share, level) => shareIn(relation, kind, level, share, u[level] as number)),
      ),
    ),
    model.fields.map(({ u }) => u),
  ]
}

/** The probability of each class for a pair with these levels. */
function posteriors(classes: readonly number[][][], model: MatchModel, levels: Int8Array): number[] {
  const others = 1 - model.prior - model.related.reduce((sum, { share }) => sum + share, 0)
  const odds = [model.prior, ...model.related.map(({ share }) => share), others]
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at] as number
    if (level === MISSING) continue
    for (let n = 0; n < odds.length; n++)
      odds[n] = (odds[n] as number) * (((classes[n] as number[][])[at] as number[])[level] as number)
  }
  const sum = odds.reduce((all, one) => all + one, 0)
  return odds.map((one) => one / sum)
}

const mostOdds = (kind: FieldKind, level: number) => 2 ** (LEVELS[kind][level]?.mostBits ?? 60)

const capped = ({ kind, m, u }: FieldModel) =>
  m.map((share, level) => Math.min(share, (u[level] as number) * mostOdds(kind, level)))

/** What a level has over its most goes to the others in proportion. */
function bounded(m: readonly number[], assumed: readonly Level[]): number[] {
  const held = m.map((share, level) => Math.min(share, assumed[level]?.most ?? 1))
  const sum = held.reduce((all, share) => all + share, 0)
  return held.map((share, level) => (share === assumed[level]?.most ? share : share / sum))
}
