// Budgets as arithmetic: what may never happen, for any calls in any order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  admitWithinBudgets,
  type BudgetRequest,
  type BudgetSpan,
  countReporting,
  type Payer,
  reachedShare,
  remainingBudget,
  spanOf,
  spansOf,
  subjectsOf,
} from './budget.ts'

const payer: Payer = { workbook_id: 'w', run_id: 'r', user_id: 7, token_id: null }
const at = new Date('2026-11-22T23:59:59.999Z')

function budget(more: Partial<BudgetSpan> = {}): BudgetSpan {
  return {
    budget_id: 'b',
    scope: 'workspace',
    subject: '',
    period: 'day',
    span: '2026-11-22',
    is_hard: true,
    limit_micro: 100,
    allow_unknown_prices: false,
    used_micro: 0,
    ...more,
  }
}
const call = (most_micro: number | null, id = 'a', column_id = 'c2') => ({ id, column_id, at, most_micro })

const subjects = subjectsOf(payer, 'c2')
const anySpan = fc
  .record({
    which: fc.nat(subjects.length),
    period: fc.constantFrom('run' as const, 'day' as const, 'month' as const, 'total' as const),
    is_hard: fc.boolean(),
    limit_micro: fc.nat(1000),
    used_micro: fc.nat(400),
    allow_unknown_prices: fc.boolean(),
    isCurrent: fc.boolean(),
  })
  .map(({ which, isCurrent, ...rest }) => ({
    ...budget(rest),
    ...(subjects[which] ?? { scope: 'column' as const, subject: 'w/c3' }),
    span: isCurrent ? (spanOf(rest.period, at, 'r') ?? '') : 'another',
  }))
const anyCalls = fc.array(
  fc.record({
    most_micro: fc.option(fc.nat(300), { nil: null }),
    column_id: fc.constantFrom('c2', 'c3'),
  }),
  { maxLength: 60 },
)

describe('budgets', () => {
  it('are never overshot by one call, and refuse none that would have fitted', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 6 }), anyCalls, (spans, wanted) => {
        const before = spans.map((span) => ({ ...span }))
        const calls = wanted.map((each, n) => ({ ...each, id: String(n), at }))
        const verdicts = admitWithinBudgets(spans, payer, calls)
        const used = before.map((span) => ({ ...span }))
        for (const each of calls) {
          const concerned = spansOf(used, payer, each)
          const fits = concerned.every(
            (span) =>
              !span.is_hard ||
              (each.most_micro === null
                ? span.allow_unknown_prices && span.used_micro < span.limit_micro
                : each.most_micro === 0 || span.used_micro + each.most_micro <= span.limit_micro),
          )
          expect(verdicts.get(each.id) === null).toBe(fits)
          if (fits) for (const span of concerned) span.used_micro += each.most_micro ?? 0
        }
        expect(spans).toEqual(used)
        for (const [n, span] of spans.entries())
          if (span.is_hard)
            expect(span.used_micro).toBeLessThanOrEqual(Math.max(span.limit_micro, before[n]?.used_micro ?? 0))
      }),
    )
  })

  it('of nothing stop everything that costs, and nothing that is free', () => {
    const none = [budget({ limit_micro: 0, allow_unknown_prices: true })]
    const verdicts = admitWithinBudgets(none, payer, [call(1, 'paid'), call(null, 'unknown'), call(0, 'free')])
    expect([...verdicts].map(([id, refusal]) => [id, refusal?.why ?? null])).toEqual([
      ['paid', 'limit'],
      ['unknown', 'unknown_price'],
      ['free', null],
    ])
  })

  it('refuse unknown prices unless told otherwise, and soft ones refuse nothing', () => {
    expect(admitWithinBudgets([budget()], payer, [call(null)]).get('a')?.why).toBe('unknown_price')
    expect(admitWithinBudgets([budget({ allow_unknown_prices: true })], payer, [call(null)]).get('a')).toBeNull()
    expect(admitWithinBudgets([budget({ is_hard: false, used_micro: 500 })], payer, [call(50)]).get('a')).toBeNull()
  })

  it('name the tightest of those in the way', () => {
    const spans = [budget({ budget_id: 'wide', used_micro: 90 }), budget({ budget_id: 'tight', used_micro: 99 })]
    expect(admitWithinBudgets(spans, payer, [call(20)]).get('a')?.by.budget_id).toBe('tight')
  })

  it('are in the way for now only while nothing but reservations keeps every one of them from letting the call in', () => {
    const verdict = (...spans: BudgetSpan[]) => admitWithinBudgets(spans, payer, [call(20)]).get('a')
    const reserved = budget({ used_micro: 90, gone_micro: 80 })
    expect(verdict(reserved)).toMatchObject({ why: 'limit', for_now: true })
    expect(verdict(budget({ used_micro: 90, gone_micro: 81 }))?.for_now).toBeUndefined()
    expect(verdict(budget({ used_micro: 90 }))?.for_now).toBeUndefined()
    expect(verdict(reserved, budget({ budget_id: 'gone', used_micro: 95, gone_micro: 95 }))?.for_now).toBeUndefined()
  })

  it('count days and months of UTC, a run by its id, and all time', () => {
    expect([
      spanOf('day', at, 'r'),
      spanOf('month', at, 'r'),
      spanOf('total', at, 'r'),
      spanOf('run', at, 'r'),
    ]).toEqual(['2026-11-22', '2026-11', 'total', 'r'])
    expect(spanOf('run', at, null)).toBeUndefined()
  })

  it('tell at 80 and at 100 percent, and of what is left never less than nothing', () => {
    expect([0, 79, 80, 99, 100, 250].map((used) => reachedShare(used, 100))).toEqual([0, 0, 80, 80, 100, 100])
    expect([reachedShare(0, 0), reachedShare(1, 0)]).toEqual([0, 100])
    expect(remainingBudget({ limit_micro: 5, used_micro: 9 })).toBe(0)
  })
})

describe('calls whose vendor reports what they cost', () => {
  const anyVendor = fc.record({
    limit: fc.integer({ min: 1, max: 400 }),
    /** What each call is reported at, in units of a price of 2; up to ten times as high as any before. */
    reports: fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 120 }),
    /** Whether the next event is an answer, of which of the open calls. */
    answers: fc.array(fc.nat(40), { minLength: 1, maxLength: 200 }),
    at_once: fc.integer({ min: 1, max: 40 }),
  })

  it('pass a budget by the excess of one call at the most, whatever they report and however many are asked for at once', () => {
    fc.assert(
      fc.property(anyVendor, ({ limit, reports, answers, at_once }) => {
        const price = 2
        const reported = { units: 1, calls: 0 }
        const open: { most_micro: number; cover: number; cost: number }[] = []
        let [booked, excess, asked] = [0, 0, 0]
        const span = (): BudgetSpan => {
          const one = budget({
            limit_micro: limit,
            used_micro: booked + open.reduce((sum, { most_micro }) => sum + most_micro, 0),
            gone_micro: booked,
          })
          for (const { most_micro, cover } of open)
            countReporting(one, { column_id: null, at, most_micro, cover, reports: { lookup: 'l', calls: 0 } })
          return one
        }
        for (const turn of answers) {
          const wanted: BudgetRequest[] = Array.from({ length: at_once }, (_, n) => ({
            id: `${n}`,
            column_id: null,
            at,
            most_micro: price * reported.units,
            reports: { lookup: 'l', calls: reported.calls },
          }))
          const verdicts = admitWithinBudgets([span()], payer, wanted)
          for (const each of wanted) {
            if (verdicts.get(each.id) !== null) continue
            // A report is up to ten times as high as any before it, until the vendor is known; then up to three times.
            const share = reports[asked++ % reports.length] ?? 0
            const most = each.most_micro ?? 0
            const cost =
              reported.calls === 0 ? 50 * share : reported.calls < 15 ? most * share : (most * share * 3) / 10
            open.push({ most_micro: most, cover: each.cover ?? 0, cost })
          }
          expect(open.filter(({ cover }) => cover === 1).length).toBeLessThanOrEqual(1)
          const [answered] = open.splice(turn % Math.max(1, open.length), 1)
          if (!answered) continue
          booked += answered.cost
          excess = Math.max(excess, answered.cost - answered.most_micro)
          if (answered.cost > 0) {
            reported.calls++
            reported.units = Math.max(reported.units, answered.cost / price)
          }
        }
        for (const { cost, most_micro } of open) {
          booked += cost
          excess = Math.max(excess, cost - most_micro)
        }
        expect(booked).toBeLessThanOrEqual(limit + excess + 1e-6)
      }),
      { numRuns: 500 },
    )
  })

  it('wait for each other: one until a report is there, then 2, 4 and 8', () => {
    const letIn = (calls: number) => {
      const wanted = Array.from({ length: 20 }, (_, n) => ({ ...call(1, `${n}`), reports: { lookup: 'l', calls } }))
      const verdicts = admitWithinBudgets([budget({ limit_micro: 10_000 })], payer, wanted)
      return [...verdicts.values()].filter((verdict) => verdict === null).length
    }
    expect([0, 1, 3, 7, 15].map(letIn)).toEqual([1, 2, 4, 8, 20])
  })
})
