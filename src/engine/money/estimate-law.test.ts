// The promise of an estimate: in 95 of 100 random scenarios the cost lies between low and high, and expected is near it in the middle.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../test/random.ts'
import type { CellPlanSpec } from '../columns/columns.ts'
import type { LookupFacts } from '../waterfall/facts.ts'
import type { BillingRule } from '../waterfall/outcome.ts'
import { addRow, emptyEstimate, finish } from './estimate.ts'
import type { MeasuredStep } from './estimate-walk.ts'

interface Hidden {
  id: string
  rule: BillingRule
  price: number
  /** True share of hits, of values that the verifier finds valid, and units a reporting vendor takes. */
  hits: number
  valid: number
  units: number
  /** True share of calls that fail, and are not billed. */
  fails: number
  checker: number | null
}

const RULES: BillingRule[] = ['on_hit', 'per_call', 'vendor_reports']

function world(roll: () => number) {
  const steps: Hidden[] = Array.from({ length: 1 + Math.floor(roll() * 3) }, (_, index) => ({
    id: `s${index}`,
    rule: RULES[Math.floor(roll() * 3)] ?? 'on_hit',
    price: 1_000 + Math.floor(roll() * 50_000),
    hits: 0.05 + roll() * 0.9,
    valid: 0.3 + roll() * 0.65,
    units: 1 + Math.floor(roll() * 3),
    fails: roll() < 0.5 ? 0 : roll() * 0.4,
    checker: roll() < 0.4 ? 500 + Math.floor(roll() * 5_000) : null,
  }))
  const most = roll() < 0.3 ? 20_000 + Math.floor(roll() * 60_000) : undefined
  return { steps, most, seen: Math.floor(roll() * 300), rows: 50 + Math.floor(roll() * 1_500) }
}
type World = ReturnType<typeof world>

/** What one row costs in truth, and what of it is put on record. */
function playRow({ steps, most }: World, roll: () => number, seen?: Map<string, MeasuredStep>): number {
  let cost = 0
  const record = (id: string, paid: number, found: boolean, passed: boolean) => {
    const step = seen?.get(id) ?? { hits: 0, trials: 0, passed: 0, cost_micro: 0, calls: 0, failed: 0 }
    seen?.set(id, step)
    step.trials++
    step.calls++
    step.cost_micro += paid
    if (found) step.hits++
    if (found && passed) step.passed++
    cost += paid
  }
  for (const { id, rule, price, hits, valid, units, fails, checker } of steps) {
    const highest = rule === 'vendor_reports' ? 3 * price : price
    if (most !== undefined && cost + highest > most) continue
    if (roll() < fails) {
      const step = seen?.get(id) ?? { hits: 0, trials: 0, passed: 0, cost_micro: 0, calls: 0, failed: 0 }
      seen?.set(id, { ...step, calls: step.calls + 1, failed: step.failed + 1 })
      continue
    }
    const found = roll() < hits
    const paid = rule === 'vendor_reports' ? units * price : rule === 'per_call' || found ? price : 0
    record(id, paid, found, true)
    if (!found) continue
    if (checker === null) return cost
    if (most !== undefined && cost + checker > most) return cost
    const good = roll() < valid
    record(`${id}+`, checker, true, good)
    if (good) return cost
  }
  return cost
}

const base = { required: [], one_of: [], gate: null, latency_ms: 100, per_second: null, concurrency: null }
const unmeasured = { measured_hit_rate: null, default_hit_rate: 0.5 }

function estimateOf({ steps, most, rows }: World, measured: Map<string, MeasuredStep>) {
  const facts = new Map<string, LookupFacts>()
  const plan: { id: string; provider: string; inputs: object; verifies?: string; value_input?: string }[] = []
  for (const { id, rule, price, checker } of steps) {
    facts.set(id, {
      ...base,
      ...unmeasured,
      rule,
      price_micro: price,
      ...(rule === 'vendor_reports' && { most_units: 3 }),
    })
    plan.push({ id, provider: id, inputs: {} })
    if (checker === null) continue
    facts.set(`${id}+`, { ...base, ...unmeasured, rule: 'per_call', price_micro: checker })
    plan.push({ id: `${id}+`, provider: `${id}+`, inputs: {}, verifies: id, value_input: 'email' })
  }
  const spec = {
    column_id: 'c',
    column_name: 'C',
    output: 'x',
    steps: plan,
    accept: { kind: 'any' },
    max_providers: 0,
    run_if: null,
    max_age_days: null,
    columns: {},
    ...(most !== undefined && { max_micro: most }),
  } as unknown as CellPlanSpec
  const fold = emptyEstimate()
  const decision = { kind: 'ask', plan: { ...spec, steps: plan.map((step) => ({ ...step, skip: null })) } } as never
  for (let row = 0; row < rows; row++) addRow(fold, [{ spec, decision, measured }], (id) => facts.get(id))
  return finish(fold, { row_concurrency: 8, provider_workers: 8 })
}

it('low and high hold in 95 of 100 scenarios, and expected is within 20 percent in the middle', () => {
  const roll = randomFrom(20261122)
  let within = 0
  const off: number[] = []
  const outside: object[] = []
  const scenarios = 400
  for (let n = 0; n < scenarios; n++) {
    const hidden = world(roll)
    const measured = new Map<string, MeasuredStep>()
    for (let row = 0; row < hidden.seen; row++) playRow(hidden, roll, measured)
    const told = estimateOf(hidden, measured)
    let actual = 0
    for (let row = 0; row < hidden.rows; row++) actual += playRow(hidden, roll)
    const usd = actual / 1e6
    expect(told.low_usd).toBeLessThanOrEqual(told.expected_usd)
    expect(told.expected_usd).toBeLessThanOrEqual(told.high_usd)
    if (hidden.most !== undefined) expect(told.high_usd * 1e6).toBeLessThanOrEqual(hidden.most * hidden.rows + 1)
    if (told.low_usd <= usd && usd <= told.high_usd) within++
    else outside.push({ ...hidden, low: told.low_usd, actual: usd, high: told.high_usd, expected: told.expected_usd })
    off.push(Math.abs(told.expected_usd - usd) / Math.max(usd, 1e-9))
  }
  const middle = off.sort((a, b) => a - b)[scenarios / 2] ?? 1
  expect(within / scenarios, JSON.stringify(outside.slice(0, 5))).toBeGreaterThanOrEqual(0.95)
  expect(middle).toBeLessThanOrEqual(0.2)
})
