// The estimate of a run as a fold over planned rows: counts, money from low to high, time and what limits it.
import { usdFromMicro } from '../../kernel/money.ts'
import type { PlannedCell } from '../waterfall/cell.ts'
import type { FactsOf, LookupFacts } from '../waterfall/facts.ts'
import { type Estimate, PLANNED_OUTCOMES, type PlannedOutcome } from './estimate.schema.ts'
import { hitRate, type MeasuredStep, type Walk, type WalkedCall, walkSteps } from './estimate-walk.ts'
import { type Demand, pace, type RunLimits } from './pace.ts'
import { highestCharge, missCharge, usualCharge } from './price.ts'

/** A planned cell and what the cache already knows of its steps, by step id; steps it knows nothing of are absent. */
export interface EstimatedCell extends PlannedCell {
  cached?: { readonly [stepId: string]: 'hit' | 'miss' }
  /** What a row of its column has cost here lately, where its lookup has no usual price of a call. */
  usual_micro?: number
  /** What was counted of the steps of its column, by step id. */
  measured?: ReadonlyMap<string, MeasuredStep>
}

/** What is the least if calls fail, the most whatever happens, what is expected, and how far off that may be. */
interface Money {
  low: number
  expected: number
  high: number
  /** The part of `expected` that is not billed when many calls fail. */
  failing: number
  /** The variance of chance, cell by cell. */
  variance: number
  /** The error of shares that were counted in few answers: it is the same for all cells. */
  doubt: number
}

type Counts = Record<PlannedOutcome, number>

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
    tally[plannedOutcomeOf(cell, walk)]++
    const likely = decision.kind === 'wait' ? decision.on.reduce((share, id) => share * (answered.get(id) ?? 1), 1) : 1
    if (walk) answered.set(spec.column_id, likely * walk.found)
    let left = spec.max_micro ?? Number.POSITIVE_INFINITY
    for (const call of walk?.calls ?? []) left -= addCall(fold, tally, call, likely, { left, usual: cell.usual_micro })
  }
}

/** What the estimate counts a cell as. */
export function plannedOutcomeOf(cell: EstimatedCell, walk: Walk | undefined): PlannedOutcome {
  const { decision } = cell
  if (decision.kind === 'fresh') return 'already_fresh'
  if (decision.kind === 'skip') return decision.reason === 'condition_false' ? 'condition_false' : 'missing_input'
  if (walk && walk.calls.length > 0) return 'to_run'
  return walk?.fromCache ? 'cached' : 'not_ready'
}

/** How its waterfall would go; undefined for a cell that is left alone or skipped. */
export function walkOf({ spec, decision, cached, measured }: EstimatedCell, factsOf: FactsOf): Walk | undefined {
  if (decision.kind === 'wait') return walkSteps(spec.steps, spec, factsOf, {}, measured)
  if (decision.kind !== 'ask') return undefined
  const steps = decision.plan.steps.filter(({ skip }) => skip === null)
  return walkSteps(steps, spec, factsOf, cached, measured)
}

/** Adds one call; the most that it adds to what the row costs, within what is left to it. */
function addCall(
  fold: EstimateFold,
  column: Money,
  {
    provider,
    facts,
    reached,
    reached_error,
    first,
    hit,
    hit_error,
    usual_micro,
    failing,
    is_measured,
    most_micro,
  }: WalkedCall,
  likely: number,
  { left, usual }: { left: number; usual: number | undefined },
): number {
  let tally = fold.providers.get(provider)
  if (!tally) {
    tally = { calls: 0, ...nothing(), facts, measured: true }
    fold.providers.set(provider, tally)
  }
  const share = reached * likely
  tally.calls += share
  tally.measured &&= facts.usual ? usual !== undefined || usual_micro !== null : is_measured
  const onHit = most_micro
  if (onHit === null) return 0
  // One that a vendor reports has no price but what it usually cost.
  const onMiss = Math.min(missCharge(facts) ?? 0, onHit)
  const known = usual_micro ?? (facts.usual ? (usual ?? facts.usual.expected_micro) : null)
  const each = Math.min(known ?? hit * Math.min(usualCharge(facts) ?? 0, onHit) + (1 - hit) * onMiss, onHit)
  const isSure = known !== null && (usual_micro !== null || usual !== undefined)
  const expected = share * each
  // Calls of a row that would go past what it may cost are not made.
  const high = Math.min(onHit, Math.max(0, left))
  const least = facts.usual?.low_micro ?? (facts.rule === 'per_call' ? onMiss : 0)
  const byHits = (onHit - (facts.rule === 'on_hit' ? 0 : onMiss)) * hit_error
  const swing = facts.rule === 'per_call' ? 0 : isSure ? Math.max(0.15 * each, facts.usual ? 0 : byHits) : byHits
  for (const money of [tally, column]) {
    if (first && reached === 1) money.low += Math.min(share * least, expected) * (1 - failing)
    money.expected += expected
    money.failing += expected * failing
    money.high += high
    money.variance += Math.max(0, share * each * onHit - expected ** 2)
    money.doubt += share * swing + likely * each * reached_error
  }
  return high
}

const nothing = (): Money => ({ low: 0, expected: 0, high: 0, failing: 0, variance: 0, doubt: 0 })

function tallyOf(fold: EstimateFold, columnId: string, name: string): ColumnTally {
  let tally = fold.columns.get(columnId)
  if (!tally) {
    tally = { name, ...countsBy(() => 0), ...nothing() }
    fold.columns.set(columnId, tally)
  }
  return tally
}

/** The totals times `factor`: rows in scope divided by rows looked at, when only a sample was folded. */
export function scaleEstimate(fold: EstimateFold, factor: number): EstimateFold {
  const money = ({ low, expected, high, failing, variance, doubt }: Money) => ({
    low: low * factor,
    expected: expected * factor,
    high: high * factor,
    failing: failing * factor,
    variance: variance * factor,
    doubt: doubt * factor,
  })
  const columns = [...fold.columns].map(([id, tally]) => {
    return [id, { ...tally, ...countsBy((planned) => tally[planned] * factor), ...money(tally) }] as const
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
  const counts = countsBy((planned) => by_column.reduce((sum, column) => sum + column[planned], 0))
  const tallies = [...fold.providers.values()]
  const sum = (part: keyof Money) => tallies.reduce((total, tally) => total + tally[part], 0)
  return {
    rows_in_scope: Math.round(fold.rows),
    cells_in_scope: sumOf(counts),
    ...counts,
    ...usd({
      low: sum('low'),
      expected: sum('expected'),
      high: sum('high'),
      failing: sum('failing'),
      variance: sum('variance'),
      doubt: sum('doubt'),
    }),
    basis: basisOf(tallies),
    by_column,
    by_provider: by_provider.sort((a, b) => b.expected_usd - a.expected_usd || b.calls_expected - a.calls_expected),
    unknown_prices: by_provider.filter(({ price_usd }) => price_usd === null).map(({ provider }) => provider),
    ...reportedBy(fold, limits),
    ...pace(fold.providers, limits),
  }
}

/** Providers that report their own cost, which may exceed the price, and how many concurrent calls they have. */
function reportedBy({ providers }: EstimateFold, { provider_workers }: RunLimits) {
  const reporting = [...providers].filter(([, { facts, calls }]) => facts.reports && calls > 0)
  const atOnce = ({ facts }: ProviderTally) => Math.min(provider_workers, facts.concurrency ?? provider_workers)
  return {
    reported_prices: reporting.map(([provider]) => provider),
    under_way_most: reporting.reduce((sum, [, tally]) => sum + atOnce(tally) * (tally.facts.many ?? 1), 0),
  }
}

/** Rounds down all but the largest count, which takes the rest, so that the sum is the rounded sum. */
function roundedCounts(tally: Counts): Counts {
  const counts = countsBy((planned) => Math.floor(tally[planned]))
  const largest = PLANNED_OUTCOMES.reduce((best, planned) => (tally[planned] > tally[best] ? planned : best))
  counts[largest] += Math.round(sumOf(tally)) - sumOf(counts)
  return counts
}

const countsBy = (count: (planned: PlannedOutcome) => number) =>
  Object.fromEntries(PLANNED_OUTCOMES.map((planned) => [planned, count(planned)])) as Counts

const sumOf = (counts: Counts) => PLANNED_OUTCOMES.reduce((sum, planned) => sum + counts[planned], 0)

/** In standard deviations: the cost of five runs in a hundred may lie outside. */
const SPREAD = 2.2

function usd({ low, expected, high, failing, variance, doubt }: Money) {
  const spread = SPREAD * Math.sqrt(variance + doubt ** 2)
  const likely = Math.min(expected, high)
  return {
    low_usd: usdFromMicro(Math.min(Math.max(low, likely - spread - failing), likely)),
    expected_usd: usdFromMicro(likely),
    high_usd: usdFromMicro(Math.min(high, likely + spread)),
  }
}

function priceUsd(facts: LookupFacts): number | null {
  const charge = highestCharge(facts)
  return charge === null ? null : usdFromMicro(charge)
}

/** Counts the providers that cost money, or all when none does: the hit rate of a free provider does not make the cost uncertain. */
function basisOf(tallies: readonly ProviderTally[]): Estimate['basis'] {
  const paid = tallies.filter(({ facts }) => facts.rule !== 'free')
  const relevant = paid.length > 0 ? paid : tallies
  const measured = relevant.filter((tally) => tally.measured).length
  if (measured === 0) return 'default'
  return measured === relevant.length ? 'measured' : 'mixed'
}
