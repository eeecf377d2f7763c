// What a run is expected to cost, take and do, before it starts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellPlanSpec } from '../columns/columns.ts'
import type { CellDecision } from '../waterfall/cell.ts'
import type { LookupFacts } from '../waterfall/facts.ts'
import type { BillingRule } from '../waterfall/outcome.ts'
import { addRow, type EstimatedCell, emptyEstimate, finish, scaleEstimate } from './estimate.ts'

const facts = (more: Partial<LookupFacts> = {}): LookupFacts => ({
  required: [],
  one_of: [],
  gate: null,
  price_micro: 10_000,
  rule: 'on_hit',
  measured_hit_rate: null,
  default_hit_rate: 0.5,
  latency_ms: 1000,
  per_second: null,
  concurrency: null,
  ...more,
})
const catalogue: Record<string, LookupFacts> = {
  a: facts({ measured_hit_rate: 0.4 }),
  b: facts({ rule: 'per_call', price_micro: 2_000 }),
  free: facts({ rule: 'free', price_micro: null }),
  unknown: facts({ price_micro: null }),
  closed: facts({ gate: { reason: 'no_key', detail: 'No key' } }),
}
const factsOf = (provider: string) => catalogue[provider]

const specOf = (column_id: string, providers: string[], max_providers = 0): CellPlanSpec => ({
  column_id,
  column_name: column_id.toUpperCase(),
  output: 'email',
  steps: providers.map((provider) => ({ id: provider, provider, inputs: {} })),
  accept: { kind: 'any' },
  max_providers,
  run_if: null,
  max_age_days: null,
  columns: {},
})
function ask(
  column: string,
  providers: string[],
  more: { max?: number; cached?: EstimatedCell['cached'] } = {},
): EstimatedCell {
  const spec = specOf(column, providers, more.max)
  const steps = providers.map((provider) => ({ id: provider, provider, inputs: {}, skip: null }))
  const { column_id, output, accept, max_providers } = spec
  const decision: CellDecision = { kind: 'ask', plan: { column_id, output, accept, max_providers, steps } }
  return { spec, decision, ...(more.cached ? { cached: more.cached } : {}) }
}
const decided = (column: string, decision: CellDecision): EstimatedCell => ({ spec: specOf(column, ['a']), decision })

const limits = { row_concurrency: 10, provider_workers: 8 }
function estimateOf(...rows: EstimatedCell[][]) {
  const fold = emptyEstimate()
  for (const row of rows) addRow(fold, row, factsOf)
  return finish(fold, limits)
}

describe('the counts', () => {
  it('say what becomes of every cell', () => {
    const estimate = estimateOf(
      [decided('x', { kind: 'fresh', because: 'answered' })],
      [decided('x', { kind: 'skip', reason: 'condition_false', detail: '' })],
      [decided('x', { kind: 'skip', reason: 'missing_input', detail: '' })],
      [decided('x', { kind: 'skip', reason: 'dependency', detail: '' })],
      [ask('x', ['a', 'b'], { cached: { a: 'hit' } })],
      [ask('x', ['a', 'b'], { cached: { a: 'miss', b: 'hit' } })],
      [ask('x', ['a', 'b'], { cached: { a: 'miss' } })],
      [ask('x', ['closed'])],
      [ask('x', ['closed', 'a'])],
    )
    const counts = {
      already_fresh: 1,
      condition_false: 1,
      missing_input: 2,
      cached: 2,
      not_ready: 1,
      to_run: 2,
    }
    expect(estimate).toMatchObject({ rows_in_scope: 9, cells_in_scope: 9, ...counts })
    expect(estimate.by_column).toMatchObject([{ column_id: 'x', name: 'X', ...counts }])
  })
})

describe('the money', () => {
  it('is low by what is billed even where calls fail, expected by hit rates, high when every provider bills', () => {
    const estimate = estimateOf([ask('x', ['a', 'b'])])
    expect(estimate).toMatchObject({
      low_usd: 0,
      expected_usd: 0.004 + 0.6 * 0.002,
      high_usd: 0.012,
      basis: 'mixed',
    })
    expect(estimate.by_provider).toMatchObject([
      { provider: 'a', calls_expected: 1, price_usd: 0.01, billing: 'on_hit', hit_rate: 0.4, measured: true },
      { provider: 'b', calls_expected: 0.6, price_usd: 0.002, billing: 'per_call', hit_rate: 0.5, measured: false },
    ])
  })

  it('leaves room below for calls that fail: all of them until they were counted, then as many as may well', () => {
    const measured = (failed: number, trials: number) =>
      new Map([['b', { hits: trials, trials, passed: 0, failed, calls: trials + failed, cost_micro: trials * 2_000 }]])
    const rows = (steps?: ReturnType<typeof measured>) =>
      estimateOf(...Array.from({ length: 1_000 }, () => [{ ...ask('x', ['b']), ...(steps && { measured: steps }) }]))
    expect(rows()).toMatchObject({ low_usd: 0, expected_usd: 2, high_usd: 2 })
    expect(rows(measured(0, 9)).low_usd).toBe(0)
    const [sound, shaky] = [rows(measured(0, 300)), rows(measured(100, 200))]
    expect(sound.low_usd).toBeGreaterThan(1.9)
    expect(shaky.low_usd).toBeLessThan(sound.low_usd)
    // A third of the calls failed and were not billed; that may be so again.
    expect(shaky.low_usd).toBeLessThanOrEqual((2 * 2) / 3)
    expect(shaky.low_usd).toBeGreaterThan(0.5)
  })

  it('counts no more providers than a row may ask', () => {
    expect(estimateOf([ask('x', ['a', 'b'], { max: 1 })]).high_usd).toBe(0.01)
  })

  it('costs nothing where the cache or a free provider answers', () => {
    expect(estimateOf([ask('x', ['a'], { cached: { a: 'hit' } })])).toMatchObject({ high_usd: 0, binding_limit: null })
    expect(estimateOf([ask('x', ['free'])])).toMatchObject({ high_usd: 0, to_run: 1, unknown_prices: [] })
  })

  it('names an unknown price instead of calling it zero', () => {
    const estimate = estimateOf([ask('x', ['unknown', 'b'])])
    expect(estimate).toMatchObject({ unknown_prices: ['unknown'], low_usd: 0, expected_usd: 0.001, high_usd: 0.002 })
    expect(estimate.by_provider.find(({ provider }) => provider === 'unknown')?.price_usd).toBeNull()
  })

  it('expects a column that waits for another to run as often as that one finds something', () => {
    const estimate = estimateOf([
      ask('x', ['free']),
      { spec: specOf('y', ['b']), decision: { kind: 'wait', on: ['x'] } },
    ])
    expect(estimate).toMatchObject({ to_run: 2, expected_usd: 0.001, high_usd: 0.002 })
  })

  it('says whether hit rates were measured', () => {
    expect(estimateOf([ask('x', ['a'])]).basis).toBe('measured')
    expect(estimateOf([ask('x', ['b'])]).basis).toBe('default')
    expect(estimateOf([ask('x', ['free', 'a'])]).basis).toBe('measured')
    // Nothing is asked, so nothing was measured either.
    expect(estimateOf([]).basis).toBe('default')
  })
})

describe('a waterfall that does more than stop at the first answer', () => {
  const verifier = facts({ rule: 'per_call', price_micro: 1_000, default_hit_rate: 1 })
  const titles = facts({ rule: 'per_call', price_micro: 4_000, outputs: ['title'] })
  const emails = facts({ rule: 'per_call', price_micro: 2_000, outputs: ['email'] })
  const known: Record<string, LookupFacts> = { verifier, titles, emails, other: emails, ...catalogue }
  /** Steps by provider; `b+verifier` has its answers checked. */
  function plan(steps: string[], rules: Partial<CellPlanSpec> = {}, cached?: EstimatedCell['cached']) {
    const spec: CellPlanSpec = {
      ...specOf('x', []),
      ...rules,
      steps: steps.flatMap((each) => {
        const [provider = '', checker] = each.split('+')
        const step = { id: provider, provider, inputs: {} }
        return checker ? [step, { id: each, provider: checker, inputs: {}, verifies: provider }] : [step]
      }),
    }
    const { column_id, output, accept, max_providers } = spec
    const planned = spec.steps.map((step) => ({ ...step, inputs: {}, skip: null }))
    const decision: CellDecision = {
      kind: 'ask',
      plan: { column_id, output, accept, max_providers, steps: planned },
    }
    const fold = emptyEstimate()
    addRow(fold, [{ spec, decision, ...(cached && { cached }) }], (provider) => known[provider])
    return finish(fold, limits)
  }
  const calls = (estimate: ReturnType<typeof plan>) =>
    Object.fromEntries(estimate.by_provider.map(({ provider, calls_expected }) => [provider, calls_expected]))

  it('asks who checks an answer as often as there is one, and goes on where it does not pass', () => {
    const checked = plan(['b+verifier', 'other+verifier'], { accept: { kind: 'verified' } })
    expect(calls(checked)).toEqual({ b: 1, other: 0.6, verifier: 0.8 })
    expect(checked.high_usd).toBe(0.002 + 0.001 + 0.002 + 0.001)
  })

  it('asks who checks an answer of the cache, which is not for nothing then', () => {
    const cached = plan(['b+verifier'], { accept: { kind: 'verified' } }, { b: 'hit' })
    expect(cached).toMatchObject({ to_run: 1, cached: 0, expected_usd: 0.001 })
  })

  it('skips a lookup whose answers no verifier can check, where only verified ones count', () => {
    expect(calls(plan(['emails', 'b'], { accept: { kind: 'verified' } }))).toEqual({ emails: 1, b: 1 })
  })

  it('asks only for fields that are still missing', () => {
    const merged = plan(['emails', 'titles', 'other'], { mode: 'merge', fields: ['email', 'title'] })
    expect(calls(merged)).toEqual({ emails: 1, titles: 1, other: 0.5 })
    expect(calls(plan(['titles', 'emails'], { mode: 'merge', fields: ['email'] }))).toEqual({ emails: 1 })
  })

  it('asks as many as have to agree, and more where those had no answer', () => {
    const agreed = plan(['a', 'b', 'other'], { mode: 'cross_check', agree: 2 })
    expect(calls(agreed)).toEqual({ a: 1, b: 1, other: 0.8 })
  })

  it('leaves out what a row may not cost', () => {
    expect(plan(['a', 'b'], { max_micro: 5_000 })).toMatchObject({ high_usd: 0.002, to_run: 1 })
    expect(plan(['b', 'other', 'emails'], { max_micro: 4_000 }).high_usd).toBeLessThan(0.005)
    expect(plan(['unknown'], { max_micro: 5_000 })).toMatchObject({ not_ready: 1, unknown_prices: [] })
  })
})

describe('the time', () => {
  const rows = (count: number, provider: string) => Array.from({ length: count }, () => [ask('x', [provider])])

  it('follows the tightest limit and names it', () => {
    catalogue.slow = facts({ per_second: 0.5, latency_ms: 100 })
    catalogue.narrow = facts({ concurrency: 2 })
    expect(estimateOf(...rows(60, 'slow'))).toMatchObject({
      seconds_expected: 120,
      binding_limit: 'slow: 30 per minute',
    })
    expect(estimateOf(...rows(60, 'narrow'))).toMatchObject({
      seconds_expected: 30,
      binding_limit: 'narrow: 2 calls at once',
    })
    expect(estimateOf(...rows(80, 'a'))).toMatchObject({ seconds_expected: 10, binding_limit: 'a: 8 calls at once' })
    const many = Array.from({ length: 80 }, (_, index) => [ask('x', [index % 2 ? 'a' : 'b'])])
    expect(estimateOf(...many)).toMatchObject({ seconds_expected: 8, binding_limit: '10 rows at once' })
  })
})

/** The same cell under other rules, with each answer checked by the lookup `q`. */
function ruled(cell: EstimatedCell, rules: Partial<CellPlanSpec>, isChecked: boolean): EstimatedCell {
  if (cell.decision.kind !== 'ask') return cell
  const { plan } = cell.decision
  const steps = plan.steps.flatMap((step) =>
    isChecked ? [step, { ...step, id: `${step.id}+q`, provider: 'q', verifies: step.id }] : [step],
  )
  return { spec: { ...cell.spec, ...rules }, decision: { kind: 'ask', plan: { ...plan, steps } } }
}

describe('for any run', () => {
  const lookup = fc.record({
    price_micro: fc.option(fc.nat(1_000_000)),
    rule: fc.constantFrom<BillingRule>('free', 'on_hit', 'on_verified', 'per_call', 'vendor_reports'),
    measured_hit_rate: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  const cell = fc.record({
    steps: fc.subarray(['p', 'q', 'r']),
    kind: fc.constantFrom('ask', 'ask', 'fresh', 'skip'),
    max: fc.nat(3),
    rules: fc.record({
      mode: fc.constantFrom<CellPlanSpec['mode']>(undefined, 'merge', 'cross_check'),
      fields: fc.subarray(['email', 'title']),
      agree: fc.integer({ min: 2, max: 4 }),
      max_micro: fc.option(fc.nat(1_000_000), { nil: undefined }),
      accept: fc.constantFrom<CellPlanSpec['accept']>({ kind: 'any' }, { kind: 'verified' }),
    }),
    isChecked: fc.boolean(),
  })

  it('low is at most expected, expected at most high, and the counts add up, scaled or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 8 }),
        lookup,
        lookup,
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (rows, p, q, factor) => {
          const known: Record<string, LookupFacts> = { p: facts(p), q: facts(q), r: facts() }
          const fold = emptyEstimate()
          for (const row of rows) {
            const cells = row.map(({ steps, kind, max, rules, isChecked }, index) =>
              kind === 'ask'
                ? ruled(ask(`c${index}`, steps, { max }), rules as Partial<CellPlanSpec>, isChecked)
                : decided(
                    `c${index}`,
                    kind === 'fresh'
                      ? { kind: 'fresh', because: 'answered' }
                      : { kind: 'skip', reason: 'dependency', detail: '' },
                  ),
            )
            addRow(fold, cells, (provider) => known[provider])
          }
          const plain = finish(fold, limits)
          expect(plain.cells_in_scope).toBe(rows.flat().length)
          for (const estimate of [plain, finish(scaleEstimate(fold, factor), limits)]) {
            for (const part of [estimate, ...estimate.by_column, ...estimate.by_provider]) {
              expect(part.low_usd).toBeLessThanOrEqual(part.expected_usd)
              expect(part.expected_usd).toBeLessThanOrEqual(part.high_usd)
            }
            const { already_fresh, condition_false, missing_input, cached, not_ready, to_run } = estimate
            expect(already_fresh + condition_false + missing_input + cached + not_ready + to_run).toBe(
              estimate.cells_in_scope,
            )
            expect(estimate.seconds_expected).toBeGreaterThanOrEqual(0)
          }
          expect(finish(scaleEstimate(fold, 1), limits)).toEqual(plain)
        },
      ),
    )
  })
})
