// Promises of filled cells for any plan, any answers, any budget and a kill at any call: by the true rules of waterfall, money and attempts.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CellPlanSpec } from '../../../engine/columns/columns.ts'
import { admitWithinBudgets, type BudgetSpan, type Payer } from '../../../engine/money/budget.ts'
import { chargeFor, highestCharge } from '../../../engine/money/price.ts'
import type { CellPlan } from '../../../engine/waterfall/cell.ts'
import type { LookupFacts } from '../../../engine/waterfall/facts.ts'
import type { BillingRule, Outcome } from '../../../engine/waterfall/outcome.ts'
import type { AnyLookup } from '../../../providers/kit/kit.ts'
import type { AttemptRecord } from '../../attempts/attempts.writes.ts'
import { OverBudget, type Settlement } from '../../money/booking.commands.ts'
import { declared } from '../counted-lookup.fixture.ts'
import { fillCell } from './fill-cell.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const payer: Payer = { workbook_id: 'w', run_id: 'r', user_id: 1, token_id: null }

interface World {
  steps: { provider: string; isVerified: boolean }[]
  vendors: { rule: BillingRule; price_micro: number; repeat_free: boolean }[]
  mode: 'stop' | 'merge' | 'cross_check'
  accept: CellPlan['accept']
  limit_micro: number
  rows: number
  /** Seed of the vendors' answers. */
  seed: number
  /** The call at which everything is killed, and whether its answer was on record by then. */
  killed: { at: number; heard: boolean } | null
}

const world: fc.Arbitrary<World> = fc.record({
  steps: fc.array(fc.record({ provider: fc.constantFrom('p0', 'p1', 'p2'), isVerified: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  vendors: fc.tuple(...['p0', 'p1', 'p2', 'v'].map(() => anyVendor())),
  mode: fc.constantFrom('stop' as const, 'merge' as const, 'cross_check' as const),
  accept: fc.constantFrom<CellPlan['accept']>({ kind: 'any' }, { kind: 'verified' }, { kind: 'confidence', min: 0.5 }),
  limit_micro: fc.nat(120),
  rows: fc.integer({ min: 1, max: 8 }),
  seed: fc.integer(),
  killed: fc.option(fc.record({ at: fc.integer({ min: 1, max: 12 }), heard: fc.boolean() })),
})

function anyVendor() {
  return fc.record({
    rule: fc.constantFrom<BillingRule>('on_hit', 'on_verified', 'per_call', 'free'),
    price_micro: fc.integer({ min: 1, max: 20 }),
    repeat_free: fc.boolean(),
  })
}

const OUTCOMES: readonly Outcome[] = [
  ...['a@x.example', 'b@x.example'].flatMap((email) =>
    [true, false].map((verified): Outcome => {
      const origin = { method: 'api', license: 'proprietary-api' } as const
      const email_status = verified ? 'valid' : 'invalid'
      return { kind: 'found', values: { email, email_status }, confidence: verified ? 0.9 : 0.3, verified, origin }
    }),
  ),
  { kind: 'not_found' },
  { kind: 'later', retry_in_ms: 1_000 },
  { kind: 'failed', class: 'timeout', message: 'Nobody answered', retryable: true },
  { kind: 'failed', class: 'unmapped', message: 'Odd', retryable: false },
]

/** The same question is answered the same for the same seed. */
function outcomeOf(seed: number, question: string): Outcome {
  let hash = seed >>> 0
  for (const letter of question) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return OUTCOMES[(hash >>> 7) % OUTCOMES.length] as Outcome
}

const vendorOf = ({ vendors }: World, provider: string) => vendors[['p0', 'p1', 'p2', 'v'].indexOf(provider)]

function planOf({ steps, mode, accept, vendors: _, ...rest }: World): CellPlan {
  const most = (provider: string) =>
    highestCharge(vendorOf({ steps, mode, accept, vendors: _, ...rest }, provider) as never)
  return {
    column_id: 'c',
    output: 'email',
    accept,
    max_providers: 0,
    mode,
    fields: ['email'],
    agree: 2,
    steps: steps.flatMap(({ provider, isVerified }, n) => {
      const step = { id: `s${n}`, provider, inputs: { key: 'k' }, skip: null, most_micro: most(provider) }
      const check = { id: `s${n}+v`, provider: 'v', inputs: {}, skip: null, most_micro: most('v') }
      return isVerified ? [step, { ...check, verifies: step.id, value_input: 'email' }] : [step]
    }),
  }
}

class Killed extends Error {}

/** All rows at once, killed where the world says so and then gone on with; those that rest are come back to once. */
async function play(world: World) {
  const plan = planOf(world)
  const spec = { column_id: 'c', column_name: 'C', steps: plan.steps, max_age_days: null } as unknown as CellPlanSpec
  const budget: BudgetSpan = {
    budget_id: 'b',
    scope: 'workspace',
    subject: '',
    period: 'total',
    span: 'total',
    is_hard: true,
    limit_micro: world.limit_micro,
    allow_unknown_prices: false,
    used_micro: 0,
  }
  const records = new Map<string, AttemptRecord>()
  const calls: { row: string; step: string; life: number; hadAnswer: boolean; said: Outcome['kind'] }[] = []
  let billed = 0
  let made = 0
  let isKilled = false

  const factsOf = (provider: string): LookupFacts => ({
    required: [],
    one_of: [],
    gate: null,
    measured_hit_rate: null,
    default_hit_rate: 0.5,
    latency_ms: 1,
    per_second: null,
    concurrency: null,
    ...(vendorOf(world, provider) as World['vendors'][number]),
  })
  const settle = (settled: Settlement) => {
    const most = highestCharge(settled.terms) ?? 0
    const counts = settled.state === 'released' ? 0 : (settled.amount_micro ?? most)
    budget.used_micro += counts - most
  }
  const fill = (row: string, life: number) => {
    const earlier = [...records.values()].filter(({ row_id }) => row_id === row)
    return fillCell(row, spec, plan, earlier, {
      run_id: 'r',
      now: () => AT,
      lookups: {
        factsOf,
        lookupOf({ provider }) {
          const { rule, price_micro, repeat_free } = vendorOf(world, provider) as World['vendors'][number]
          const price = { usd: price_micro / 1e6, rule }
          return { ...declared(provider), repeat_free, price, visit: () => Promise.reject(new Error()) } as AnyLookup
        },
      },
      async ask({ lookup, attempt_id, reserve, begun }) {
        await reserve()
        if (isKilled && life === 0) throw new Killed()
        begun()
        const step = records.get(attempt_id)?.step_id ?? `free ${lookup.id}`
        const ofStep = [...records.values()].filter(({ row_id, step_id }) => row_id === row && step_id === step)
        const hadAnswer = ofStep.some(({ answer }) => answer && answer.kind !== 'later')
        const outcome = outcomeOf(world.seed, `${row} ${lookup.id}`)
        calls.push({ row, step, life, hadAnswer, said: outcome.kind })
        const { rule, price_micro } = vendorOf(world, lookup.id) as World['vendors'][number]
        billed += chargeFor({ rule, price_micro }, outcome) ?? price_micro
        made++
        if (life === 0 && made === world.killed?.at) {
          isKilled = true
          if (!world.killed.heard) throw new Killed()
        }
        await Promise.resolve()
        return { outcome, cached: false, started_at: AT, duration_ms: 1 }
      },
      books: {
        async reserve({ attempt, want: { lookup } }) {
          const terms = { ...(vendorOf(world, lookup.id) as World['vendors'][number]), basis: 'catalogue' as const }
          const most_micro = highestCharge(terms)
          const verdict = records.has(attempt.id)
            ? null
            : admitWithinBudgets([budget], payer, [{ id: attempt.id, column_id: 'c', at: AT, most_micro }]).get(
                attempt.id,
              )
          if (verdict) throw new OverBudget('too much')
          // Whatever is on record before its answer is read back as under way.
          records.set(attempt.id, { ...attempt, state: 'reserved' })
          return terms
        },
        record(attempt, settled) {
          // Who is killed puts nothing on record any more but what the call at which it happened had answered.
          if (isKilled && life === 0 && !world.killed?.heard) return
          records.set(attempt.id, attempt)
          if (settled) settle(settled)
        },
        letGo: () => {},
      },
    })
  }

  const names = Array.from({ length: world.rows }, (_, n) => `row${n}`)
  const first = await Promise.allSettled(names.map((row) => fill(row, 0)))
  const filled = await Promise.all(
    first.map((each, n) => (each.status === 'fulfilled' && !isKilled ? each.value : fill(names[n] as string, 1))),
  )
  for (const attempt of filled.flatMap(({ attempts }) => attempts)) records.set(attempt.id, attempt)
  for (const settled of filled.flatMap(({ spent }) => spent)) settle(settled)
  const cells = await Promise.all(
    filled.map((cell) => (cell.write.status === 'throttled' ? fill(cell.write.row_id, 2) : cell)),
  )
  return { cells, calls, billed, used: budget.used_micro, limit: budget.limit_micro }
}

it('any answers end, no budget is passed by what vendors bill, no step is asked twice, and the same seed gives the same', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (any) => {
      const { cells, calls, billed, used, limit } = await play(any)
      expect(used).toBeLessThanOrEqual(limit)
      for (const { write } of cells) expect(write.status).not.toBe('running')
      // No provider that answered is asked again, and after a kill only those that may be asked again for free.
      const paying = calls.filter(({ step }) => !step.startsWith('free '))
      for (const { row, step, hadAnswer, said } of paying) {
        expect(hadAnswer).toBe(false)
        const provider = any.steps[Number(/\d+/.exec(step)?.[0])]?.provider as string
        const { repeat_free } = vendorOf(any, step.endsWith('+v') ? 'v' : provider) as World['vendors'][number]
        const lives = paying.filter((each) => each.row === row && each.step === step)
        for (const life of [0, 1, 2]) expect(lives.filter((each) => each.life === life).length).toBeLessThanOrEqual(1)
        if (!repeat_free && said !== 'later') expect(lives.length).toBe(1)
      }
      if (!any.killed) {
        expect(billed).toBeLessThanOrEqual(limit)
        const told = (filled: typeof cells) => filled.map(({ write }) => write)
        const again = await play(any)
        expect(told(again.cells)).toEqual(told(cells))
        expect(again.calls).toEqual(calls)
      }
    }),
    { numRuns: 300 },
  )
})
