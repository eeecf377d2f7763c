// The estimate of a run as a fold over planned rows: counts, money from low to high, time and what limits it.
import { usdFromMicro } from '../kernel/money.ts'
import type { PlannedCell } from './cell.ts'
import { type Estimate, FATES, type Fate } from './estimate.schema.ts'
import { hitRate, type Walk, type WalkedCall, walkSteps } from './estimate-walk.ts'
import type { FactsOf, LookupFacts } from './facts.ts'
import { type Demand, pace, type RunLimits } from './pace.ts'
import { highestCharge, missCharge } from './price.ts'

/** A planned cell and what the cache already knows of its steps, by step id; steps it knows nothing of are absent. */
export interface EstimatedCell extends PlannedCell {
  cached?: { readonly [stepId: string]: 'hit' | 'miss' }
  /** What a row of its column has cost here lately, where its lookup has no usual price of a call. */
  usual_micro?: number
}

interface Money {
  low: number
  expected: number
  high: number
}

type Counts = Record<Fate, number>

interface ColumnTally extends Money, Counts {
  name: string
}

export interface ProviderTally extends Money, Demand {
  /** Whatever the sums go by was measured in this workspace. */
  measured: boolean
}

/** Running totals; money in micro-USD with fractions, counts with fractions once scaled. */
export interface EstimateFold {
  rows: number
  columns: Map<string, ColumnTally>
  providers: Map<string, ProviderTally>
}

export function emptyEstimate(): EstimateFold {
  return { rows: 0, columns: new Map(), providers: new Map() }
}

/** Adds one row, in place: its cells as `planRow` planned them. */
export function addRow(fold: EstimateFold, cells: readonly EstimatedCell[], factsOf: FactsOf): void {
  fold.rows++
  /** How likely each column asked on this row will have a value for those that wait for it. */
  const answered = new Map<string, number>()
  for (const cell of cells) {
    const { spec, decision } = cell
    const tally = tallyOf(fold, spec.column_id, spec.column_name)
    const walk = walkOf(cell, factsOf)
    tally[fateOf(cell, walk)]++
    const likely = decision.kind === 'wait' ? decision.on.reduce((share, id) => share * (answered.get(id) ?? 1), 1) : 1
    if (walk) answered.set(spec.column_id, likely * walk.found)
    let left = spec.max_micro ?? Number.POSITIVE_INFINITY
    for (const call of walk?.calls ?? []) left -= addCall(fold, tally, call, likely, { left, usual: cell.usual_micro })
  }
}

/** What the estimate counts a cell as. */
export function fateOf(cell: EstimatedCell, walk: Walk | undefined): Fate {
  const { decision } = cell
  if (decision.kind === 'fresh') return 'already_fresh'
  if (decision.kind === 'skip') return decision.reason === 'condition_false' ? 'condition_false' : 'missing_input'
  if (walk && walk.calls.length > 0) return 'to_run'
  return walk?.fromCache ? 'cached' : 'not_ready'
}

/** How its waterfall would go; undefined for a cell that is left alone or skipped. */
export function walkOf({ spec, decision, cached }: EstimatedCell, factsOf: FactsOf): Walk | undefined {
  if (decision.kind === 'wait') return walkSteps(spec.steps, spec, factsOf)
  if (decision.kind !== 'ask') return undefined
  const steps = decision.plan.steps.filter(({ skip }) => skip === null)
  return walkSteps(steps, spec, factsOf, cached)
}

/** Adds one call; the most that it adds to what the row costs, within what is left to it. */
function addCall(
  fold: EstimateFold,
  column: Money,
  { provider, facts, reached, first }: WalkedCall,
  likely: number,
  { left, usual }: { left: number; usual: number | undefined },
): number {
  let tally = fold.providers.get(provider)
  if (!tally) {
    tally = { calls: 0, low: 0, expected: 0, high: 0, facts, measured: true }
    fold.providers.set(provider, tally)
  }
  const share = reached * likely
  tally.calls += share
  tally.measured &&= facts.usual ? usual !== undefined : facts.measured_hit_rate !== null
  const onHit = highestCharge(facts)
  if (onHit === null) return 0
  const each = facts.usual
    ? Math.min(usual ?? facts.usual.expected_micro, onHit)
    : hitRate(facts) * onHit + (1 - hitRate(facts)) * (missCharge(facts) ?? 0)
  const expected = share * each
  const low = share * Math.min(facts.usual?.low_micro ?? each, each)
  // A call that would go past what the row may cost is not made.
  const high = Math.max(expected, onHit <= left ? onHit : 0)
  for (const money of [tally, column]) {
    if (first) money.low += low
    money.expected += expected
    money.high += high
  }
  return high
}

function tallyOf(fold: EstimateFold, columnId: string, name: string): ColumnTally {
  let tally = fold.columns.get(columnId)
  if (!tally) {
    tally = { name, ...countsBy(() => 0), low: 0, expected: 0, high: 0 }
    fold.columns.set(columnId, tally)
  }
  return tally
}

/** The totals times `factor`: rows in scope divided by rows looked at, when only a sample was folded. */
export function scale(fold: EstimateFold, factor: number): EstimateFold {
  const money = ({ low, expected, high }: Money) => ({
    low: low * factor,
    expected: expected * factor,
    high: high * factor,
  })
  const columns = [...fold.columns].map(([id, tally]) => {
    return [id, { ...tally, ...countsBy((fate) => tally[fate] * factor), ...money(tally) }] as const
  })
  const providers = [...fold.providers].map(
    ([id, tally]) => [id, { ...tally, calls: tally.calls * factor, ...money(tally) }] as const,
  )
  return { rows: fold.rows * factor, columns: new Map(columns), providers: new Map(providers) }
}

/** The record: counts rounded so that they still add up, money in USD. */
export function finish(fold: EstimateFold, limits: RunLimits): Estimate {
  const by_column = [...fold.columns].map(([column_id, tally]) => ({
    column_id,
    name: tally.name,
    ...roundedCounts(tally),
    ...usd(tally),
  }))
  const by_provider = [...fold.providers].map(([provider, tally]) => ({
    provider,
    calls_expected: Math.round(tally.calls * 10) / 10,
    price_usd: priceUsd(tally.facts),
    billing: tally.facts.rule,
    hit_rate: hitRate(tally.facts),
    measured: tally.measured,
    ...usd(tally),
  }))
  const counts = countsBy((fate) => by_column.reduce((sum, column) => sum + column[fate], 0))
  const tallies = [...fold.providers.values()]
  const sum = (part: keyof Money) => tallies.reduce((total, tally) => total + tally[part], 0)
  return {
    rows_in_scope: Math.round(fold.rows),
    cells_in_scope: sumOf(counts),
    ...counts,
    ...usd({ low: sum('low'), expected: sum('expected'), high: sum('high') }),
    basis: basisOf(tallies),
    by_column,
    by_provider: by_provider.sort((a, b) => b.expected_usd - a.expected_usd || b.calls_expected - a.calls_expected),
    unknown_prices: by_provider.filter(({ price_usd }) => price_usd === null).map(({ provider }) => provider),
    ...pace(fold.providers, limits),
  }
}

/** Rounds down all but the largest count, which takes the rest, so that the sum is the rounded sum. */
function roundedCounts(tally: Counts): Counts {
  const counts = countsBy((fate) => Math.floor(tally[fate]))
  const largest = FATES.reduce((best, fate) => (tally[fate] > tally[best] ? fate : best))
  counts[largest] += Math.round(sumOf(tally)) - sumOf(counts)
  return counts
}

const countsBy = (count: (fate: Fate) => number) =>
  Object.fromEntries(FATES.map((fate) => [fate, count(fate)])) as Counts

const sumOf = (counts: Counts) => FATES.reduce((sum, fate) => sum + counts[fate], 0)

function usd({ low, expected, high }: Money) {
  return { low_usd: usdFromMicro(low), expected_usd: usdFromMicro(expected), high_usd: usdFromMicro(high) }
}

function priceUsd(facts: LookupFacts): number | null {
  const charge = highestCharge(facts)
  return charge === null ? null : usdFromMicro(charge)
}

/** Of the providers that cost money, or of all when none does: a free one's hit rate does not make money uncertain. */
function basisOf(tallies: readonly ProviderTally[]): Estimate['basis'] {
  const paid = tallies.filter(({ facts }) => facts.rule !== 'free')
  const relevant = paid.length > 0 ? paid : tallies
  const measured = relevant.filter((tally) => tally.measured).length
  if (measured === 0) return 'default'
  return measured === relevant.length ? 'measured' : 'mixed'
}
