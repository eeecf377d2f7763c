// Replaying an order, as laws: what is on record comes out exactly, and what is expected stays within what is possible.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellPlan } from './cell.ts'
import { agreementKey } from './judge.ts'
import {
  type ExpectedAnswer,
  type RecordedAnswer,
  type ReplayRow,
  type ReplayRules,
  type ReplayStep,
  replay,
} from './replay.ts'
import { agreementGoal, allFields } from './replay-goal.ts'
import type { CellResult } from './result.ts'
import { absorb, begin, decide } from './waterfall.ts'

const IDS = ['a', 'b', 'c', 'd']
const steps = (ids: readonly string[]): ReplayStep[] => ids.map((id) => ({ id, most_micro: 1000 }))
const anyOrder = fc.shuffledSubarray(IDS, { minLength: 1 })
const anyRecord: fc.Arbitrary<RecordedAnswer> = fc.record({
  accepted: fc.boolean(),
  cost_micro: fc.nat(1000),
  ms: fc.nat(100),
})
const anyExpected: fc.Arbitrary<ExpectedAnswer> = fc.record({
  accepts: fc.double({ min: 0, max: 1, noNaN: true }),
  cost_micro: fc.nat(1000),
  ms: fc.nat(100),
})
const expectations = fc
  .tuple(...IDS.map(() => anyExpected))
  .map((all) => (id: string) => all[IDS.indexOf(id)] as ExpectedAnswer)
const anyRow: fc.Arbitrary<ReplayRow> = fc.record({
  recorded: fc.dictionary(fc.constantFrom(...IDS), anyRecord),
  closed: fc.subarray(IDS).map((ids) => new Set(ids)),
  segment: fc.constantFrom(null, 'DE', 'FR'),
})
const anyRows = fc.array(anyRow, { maxLength: 20 })
const NEVER: ExpectedAnswer = { accepts: 0, cost_micro: 0, ms: 0 }
const rules = (more: Partial<ReplayRules> = {}): ReplayRules => ({ max_providers: 0, expect: () => NEVER, ...more })

/** What a run in this order does with a row: asks until an answer is accepted, and keeps the result of each asking. */
function ran(order: readonly string[], truth: { [id: string]: RecordedAnswer }, most: number) {
  const recorded: { [id: string]: RecordedAnswer } = {}
  for (const id of order.slice(0, most || order.length)) {
    const asked = truth[id] as RecordedAnswer
    recorded[id] = asked
    if (asked.accepted) break
  }
  return recorded
}

describe('the order that was used, on the rows that it was used on', () => {
  it('gives exactly what is on record', () => {
    const truths = fc.array(fc.tuple(...IDS.map(() => anyRecord)), { maxLength: 20 })
    fc.assert(
      fc.property(anyOrder, truths, fc.nat(4), expectations, (order, rows, max_providers, expect_) => {
        const records = rows.map((all) =>
          ran(order, Object.fromEntries(IDS.map((id, n) => [id, all[n] as RecordedAnswer])), max_providers),
        )
        const result = replay(
          records.map((recorded) => ({ recorded, closed: new Set<string>(), segment: null })),
          steps(order),
          rules({ max_providers, expect: expect_ }),
        )
        const asked = records.flatMap((recorded) => Object.values(recorded))
        const found = records.filter((recorded) => Object.values(recorded).some(({ accepted }) => accepted)).length
        const cost_micro = asked.reduce((sum, one) => sum + one.cost_micro, 0)
        const whole = { rows: records.length, found, cost_micro }
        expect(result).toMatchObject({ ...whole, replayed: whole, expected: { rows: 0, found: 0, cost_micro: 0 } })
        const byStep = [...result.by_step.values()].reduce((sum, one) => sum + one.asked, 0)
        expect(byStep).toBe(asked.length)
      }),
    )
  })
})

describe('what several make together', () => {
  const FIELDS = ['email', 'phone']
  const anyTruth = fc.record({
    values: fc.option(
      fc.record({
        email: fc.constantFrom('a@x.example', 'A@x.example ', 'b@x.example', ''),
        phone: fc.constantFrom('1', ''),
      }),
    ),
    cost_micro: fc.nat(100),
  })
  const outputs: { [id: string]: string[] } = { a: FIELDS, b: ['email'], c: ['phone'], d: FIELDS }

  it('comes out as the waterfall itself does it, where all is on record', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('merge' as const, 'cross_check' as const),
        anyOrder,
        fc.tuple(...IDS.map(() => anyTruth)),
        fc.integer({ min: 2, max: 3 }),
        (mode, order, all, agree) => {
          const plan: CellPlan = {
            column_id: 'c',
            output: 'email',
            accept: { kind: 'any' },
            max_providers: 0,
            mode,
            fields: FIELDS,
            agree,
            steps: order.map((id) => ({ id, provider: id, inputs: {}, skip: null, gives: outputs[id] as string[] })),
          }
          let state = begin(plan, () => ({ gate: null }) as never)
          const recorded: { [id: string]: RecordedAnswer } = {}
          for (;;) {
            const next = decide(plan, state)
            if (next.kind === 'done') break
            const { id } = next.step
            const { values, cost_micro } = all[IDS.indexOf(id)] as {
              values: { [field: string]: string } | null
              cost_micro: number
            }
            const kept = Object.entries(values ?? {}).filter(
              ([field, value]) => value !== '' && outputs[id]?.includes(field),
            )
            const isFound = mode === 'merge' ? kept.length > 0 : kept.some(([field]) => field === 'email')
            const origin = { method: 'api', license: 'unknown' } as const
            const outcome = {
              kind: 'found' as const,
              values: Object.fromEntries(kept),
              confidence: 1,
              verified: false,
              origin,
            }
            state = absorb(plan, state, id, isFound ? outcome : { kind: 'not_found' }, { cost_micro })
            recorded[id] = {
              accepted: isFound,
              cost_micro,
              ms: 0,
              gives: Object.fromEntries(kept.map(([field]) => [field, 1])),
              says: agreementKey(outcome.values.email ?? null),
            }
          }
          const goal = mode === 'merge' ? () => allFields(FIELDS) : () => agreementGoal(agree, 0.5)
          const result = replay(
            [{ recorded, closed: new Set(), segment: null }],
            order.map((id) => ({
              id,
              provider: id,
              outputs: mode === 'merge' ? outputs[id] : undefined,
              most_micro: 100,
            })),
            rules({ begin: goal }),
          )
          const { status, value } = (decide(plan, state) as { result: CellResult }).result
          const filled =
            mode === 'merge' ? Object.keys(value ?? {}).length / FIELDS.length : Number(status === 'complete')
          const cost_micro = Object.values(recorded).reduce((sum, one) => sum + one.cost_micro, 0)
          expect(result.replayed.rows).toBe(1)
          expect(result.found).toBeCloseTo(filled, 9)
          expect(result.cost_micro).toBe(cost_micro)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is a share between nothing and all, whatever is expected, and more voices never make it less', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const heard = fc.array(
      fc.record({
        provider: fc.constantFrom(...IDS),
        accepts: share,
        says: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
        email: share,
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(heard, fc.integer({ min: 2, max: 3 }), share, (all, need, agrees) => {
        for (const goal of [allFields(FIELDS), agreementGoal(need, agrees)]) {
          let before = 0
          for (const { provider, accepts, says, email } of all) {
            const open = goal.open({ provider })
            expect(open).toBeGreaterThanOrEqual(-1e-9)
            expect(open).toBeLessThanOrEqual(1 + 1e-9)
            goal.hear({ provider }, { accepts: says === undefined ? accepts : 1, says, gives: { email } })
            expect(goal.found()).toBeGreaterThanOrEqual(before - 1e-9)
            expect(goal.found()).toBeLessThanOrEqual(1 + 1e-9)
            before = goal.found()
          }
        }
      }),
    )
  })

  it('is the same in whatever order they are heard', () => {
    const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
    const said = fc.record({ accepts: share, says: fc.option(fc.constantFrom('x', 'y'), { nil: undefined, freq: 2 }) })
    const two = fc.tuple(...IDS.map((provider) => fc.tuple(fc.constant(provider), said))).chain((all) => {
      const inAnyOrder = fc.shuffledSubarray(all, { minLength: all.length })
      return fc.tuple(inAnyOrder, inAnyOrder)
    })
    fc.assert(
      fc.property(two, fc.integer({ min: 2, max: 3 }), share, (both, need, agrees) => {
        const [one, other] = both.map((all) => {
          const goal = agreementGoal(need, agrees)
          for (const [provider, { accepts, says }] of all)
            goal.hear({ provider }, { accepts: says === undefined ? accepts : 1, says })
          return goal.found()
        })
        expect(one).toBeCloseTo(other ?? Number.NaN, 9)
      }),
    )
  })
})

describe('any order', () => {
  it('finds no more than there are rows, costs no less than nothing, and its parts add up', () => {
    fc.assert(
      fc.property(anyRows, anyOrder, fc.nat(4), expectations, (rows, order, max_providers, expect_) => {
        const { replayed, expected, ...all } = replay(rows, steps(order), rules({ max_providers, expect: expect_ }))
        for (const sum of [all, replayed, expected]) {
          expect(sum.found).toBeGreaterThanOrEqual(0)
          expect(sum.found).toBeLessThanOrEqual(sum.rows + 1e-9)
          expect(sum.cost_micro).toBeGreaterThanOrEqual(0)
        }
        expect(replayed.rows + expected.rows).toBe(rows.length)
        expect(Number.isInteger(replayed.found)).toBe(true)
        const found = [...all.by_step.values()].reduce((sum, step) => sum + step.found, 0)
        expect(found).toBeCloseTo(all.found, 6)
      }),
    )
  })

  it('finds as much as any other order of the same steps when nothing limits it: only the cost differs', () => {
    const two = anyOrder.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length })))
    fc.assert(
      fc.property(anyRows, two, expectations, (rows, [one, other], expect_) => {
        const of = (order: string[]) => replay(rows, steps(order), rules({ expect: expect_ })).found
        expect(of(one)).toBeCloseTo(of(other), 6)
      }),
    )
  })

  it('never finds less with one step more behind it', () => {
    fc.assert(
      fc.property(anyRows, fc.shuffledSubarray(IDS, { minLength: 2 }), expectations, (rows, order, expect_) => {
        const of = (ids: string[]) => replay(rows, steps(ids), rules({ expect: expect_ })).found
        expect(of(order)).toBeGreaterThanOrEqual(of(order.slice(0, -1)) - 1e-9)
      }),
    )
  })

  it('never spends more on a row than a row may cost', () => {
    fc.assert(
      fc.property(anyRow, anyOrder, fc.nat(3000), expectations, (row, order, max_micro, expect_) => {
        const { cost_micro } = replay([row], steps(order), rules({ max_micro, expect: expect_ }))
        expect(cost_micro).toBeLessThanOrEqual(max_micro + 1e-9)
      }),
    )
  })
})

it('says what is replay and what is expectation: one step asked at one in four, on the row that no provider had answered for', () => {
  const known: ReplayRow = { recorded: { a: record(true, 20), b: record(true, 5) }, closed: new Set(), segment: null }
  const unknown: ReplayRow = { recorded: { a: record(true, 20) }, closed: new Set(), segment: 'DE' }
  const expect_ = (_: string, segment: string | null) => ({
    accepts: segment === 'DE' ? 0.25 : 0,
    cost_micro: 5,
    ms: 1,
  })
  const result = replay([known, unknown], steps(['b', 'a']), rules({ expect: expect_ }))
  expect(result.replayed).toEqual({ rows: 1, found: 1, cost_micro: 5 })
  expect(result.expected).toEqual({ rows: 1, found: 1, cost_micro: 5 + 0.75 * 20 })
})

const record = (accepted: boolean, cost_micro: number): RecordedAnswer => ({ accepted, cost_micro, ms: 1 })
