// Promises that hold for any plan and any script of outcomes.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CellPlan } from './cell.ts'
import type { LookupFacts, Skip } from './facts.ts'
import type { Outcome } from './outcome.ts'
import { absorb, begin, decide, nextPass, type StepOutcome } from './waterfall.ts'

const skipOf = (reason: Skip['reason']): Skip => ({ reason, detail: reason })

const outcome: fc.Arbitrary<StepOutcome> = fc.oneof(
  fc.record({
    kind: fc.constant('found' as const),
    values: fc.constantFrom<Record<string, string>>({ email: 'x' }, { email: '' }, { other: 'y' }, {}),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    verified: fc.boolean(),
    origin: fc.constant({ method: 'api' as const, license: 'unknown' as const }),
  }) as fc.Arbitrary<Outcome>,
  fc.constant<Outcome>({ kind: 'not_found' }),
  fc.nat(10_000).map((retry_in_ms): Outcome => ({ kind: 'later', retry_in_ms })),
  fc.nat(10_000).map((after_ms): Outcome => ({ kind: 'pending', poll: { after_ms, handle: { id: 'x' } } })),
  fc.record({
    kind: fc.constant('failed' as const),
    class: fc.constantFrom('timeout' as const, 'auth' as const, 'uncertain' as const, 'bad_input' as const),
    message: fc.string(),
    retryable: fc.boolean(),
  }),
  fc.constantFrom<Skip['reason']>('over_budget', 'circuit_open', 'cooldown').map((reason) => ({
    kind: 'skipped' as const,
    ...skipOf(reason),
  })),
)

const plan: fc.Arbitrary<CellPlan> = fc
  .array(fc.option(fc.constantFrom(skipOf('missing_input'), skipOf('unmapped')), { freq: 4 }), { maxLength: 8 })
  .chain((skips) =>
    fc.record({
      column_id: fc.constant('c'),
      output: fc.constantFrom('email', null),
      accept: fc.constantFrom<CellPlan['accept']>(
        { kind: 'any' },
        { kind: 'verified' },
        { kind: 'confidence', min: 0.7 },
      ),
      max_providers: fc.nat(5),
      steps: fc.constant(
        skips.map((skip, index) => ({ id: `s${index}`, provider: `p${index % 3}`, inputs: {}, skip })),
      ),
    }),
  )

const facts = (gate: Skip | null): LookupFacts => ({
  required: [],
  one_of: [],
  gate,
  price_micro: 1,
  rule: 'per_call',
  measured_hit_rate: null,
  default_hit_rate: 0.5,
  latency_ms: 1,
  per_second: null,
  concurrency: null,
})

it('any script ends, asks in order, nobody twice in a pass, never more than allowed, and the state is plain JSON', () => {
  const scripts = fc.infiniteStream(outcome)
  const gated = fc.array(fc.constantFrom<string>('p0', 'p1', 'p2'), { maxLength: 2 })
  fc.assert(
    fc.property(plan, scripts, gated, fc.boolean(), fc.nat(3), (any, script, closed, retryFailures, passes) => {
      const factsOf = (provider: string) => facts(closed.includes(provider) ? skipOf('no_key') : null)
      const askedEver = new Set<string>()
      let spent = 0
      let state = begin(any, factsOf)
      for (let pass = 0; pass <= passes; pass++) {
        const askedNow: string[] = []
        for (;;) {
          const next = decide(any, state)
          expect(decide(any, JSON.parse(JSON.stringify(state)))).toEqual(next)
          expect(JSON.parse(JSON.stringify(state))).toEqual(state)
          if (next.kind === 'done') {
            const { result } = next
            expect(result.cost_micro).toBe(spent)
            expect(result.value !== null).toBe(result.status === 'complete' || result.status === 'unverified')
            expect(result.error !== null).toBe(result.status === 'error')
            expect(result.retry_in_ms !== null).toBe(result.status === 'throttled' || result.status === 'waiting')
            expect(result.provider !== null).toBe(
              ['complete', 'unverified', 'error', 'throttled', 'waiting'].includes(result.status),
            )
            break
          }
          const { step } = next
          expect(askedNow).not.toContain(step.id)
          expect(step.skip).toBeNull()
          expect(closed).not.toContain(step.provider)
          askedNow.push(step.id)
          const { value } = script.next()
          const before = state
          state = absorb(any, state, step.id, value, { cost_micro: value.kind === 'skipped' ? 0 : 7 })
          if (value.kind !== 'skipped') {
            askedEver.add(step.id)
            spent += 7
          }
          expect(absorb(any, state, step.id, value, { cost_micro: 7 })).toBe(state)
          expect(state).not.toBe(before)
          if (any.max_providers > 0) expect(askedEver.size).toBeLessThanOrEqual(any.max_providers)
        }
        expect([...askedNow].sort()).toEqual(askedNow)
        state = nextPass(any, state, factsOf, { retryFailures })
      }
    }),
    { numRuns: 500 },
  )
})
