// Promises that hold for any plan and any script of outcomes.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CellPlan } from './cell.ts'
import type { LookupFacts, Skip } from './facts.ts'
import type { Outcome } from './outcome.ts'
import { absorb, begin, decide, type StepOutcome } from './waterfall.ts'

const skipOf = (reason: Skip['reason']): Skip => ({ reason, detail: reason })

const outcome: fc.Arbitrary<StepOutcome> = fc.oneof(
  fc.record({
    kind: fc.constant('found' as const),
    values: fc.constantFrom<Record<string, string>>(
      { email: 'x', email_status: 'invalid' },
      { email: 'x', email_status: 'valid' },
      { email: 'X ', other: 'z', email_status: 'catch_all' },
      { email: 'y' },
      { email: '' },
      { other: 'y' },
      {},
    ),
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

const MOST = 7
const plan: fc.Arbitrary<CellPlan> = fc
  .array(
    fc.record({
      skip: fc.option(fc.constantFrom(skipOf('missing_input'), skipOf('unmapped')), { freq: 4 }),
      isVerified: fc.boolean(),
      gives: fc.option(fc.constantFrom(['email'], ['other'], ['email', 'other'])),
    }),
    { maxLength: 8 },
  )
  .chain((steps) =>
    fc.record({
      column_id: fc.constant('c'),
      output: fc.constantFrom('email', null),
      accept: fc.constantFrom<CellPlan['accept']>(
        { kind: 'any' },
        { kind: 'verified' },
        { kind: 'verified_or_catch_all' },
        { kind: 'confidence', min: 0.7 },
      ),
      max_providers: fc.nat(5),
      steps: fc.constant(
        steps.flatMap(({ skip, isVerified, gives }, index) => {
          const finder = {
            id: `s${index}`,
            provider: `p${index % 3}`,
            inputs: {},
            skip,
            most_micro: MOST,
            ...(gives && { gives }),
          }
          const verifier = { id: `s${index}+v`, provider: 'v', inputs: {}, skip: null, most_micro: MOST }
          return isVerified ? [finder, { ...verifier, verifies: finder.id, value_input: 'email' }] : [finder]
        }),
      ),
      mode: fc.constantFrom('stop' as const, 'merge' as const, 'cross_check' as const),
      fields: fc.constantFrom(['email'], ['email', 'other']),
      agree: fc.constantFrom(2, 3),
      max_micro: fc.constantFrom(20, 1_000),
      max_ms: fc.constantFrom(30, 1_000),
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

// A waterfall that pauses begins again, and its caller passes what is on record: all but providers that asked to wait or were passed over.
it('any script ends, asks in order, asks no provider twice, never exceeds the cost or time of a row, and its state is plain JSON', () => {
  const scripts = fc.infiniteStream(outcome)
  const gated = fc.array(fc.constantFrom<string>('p0', 'p1', 'p2', 'v'), { maxLength: 2 })
  fc.assert(
    fc.property(plan, scripts, gated, fc.nat(3), (any, script, closed, times) => {
      const factsOf = (provider: string) => facts(closed.includes(provider) ? skipOf('no_key') : null)
      const onRecord = new Map<string, StepOutcome>()
      for (let time = 0; time <= times; time++) {
        const askedEver = new Set<string>()
        let spent = 0
        let took = 0
        let state = begin(any, factsOf)
        const askedNow: string[] = []
        const place = (id: string) => any.steps.findIndex((step) => step.id === id)
        for (;;) {
          const next = decide(any, state)
          expect(decide(any, JSON.parse(JSON.stringify(state)))).toEqual(next)
          expect(JSON.parse(JSON.stringify(state))).toEqual(state)
          if (next.kind === 'done') {
            const { result } = next
            expect(result.cost_micro).toBe(spent)
            expect(result.value !== null).toBe(result.status === 'complete' || result.status === 'unverified')
            expect(result.why !== null).toBe(result.value !== null)
            if (result.status === 'complete' && any.mode === 'cross_check') expect(result.why).toMatch(/agree$/)
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
          if (step.verifies !== undefined) expect(askedEver).toContain(step.verifies)
          expect(spent + MOST).toBeLessThanOrEqual(any.max_micro ?? 0)
          expect(took).toBeLessThan(any.max_ms ?? 0)
          const value = onRecord.get(step.id) ?? script.next().value
          const cost_micro = value.kind === 'skipped' ? 0 : MOST
          const before = state
          state = absorb(any, state, step.id, value, { cost_micro, ms: 5 })
          took += 5
          if (value.kind !== 'skipped') askedEver.add(step.id)
          if (value.kind !== 'skipped' && value.kind !== 'later') onRecord.set(step.id, value)
          spent += cost_micro
          expect(absorb(any, state, step.id, value, { cost_micro: MOST })).toBe(state)
          expect(state).not.toBe(before)
          const finders = [...askedEver].filter((id) => !id.endsWith('+v'))
          if (any.max_providers > 0) expect(finders.length).toBeLessThanOrEqual(any.max_providers)
        }
        expect(askedNow.map(place)).toEqual(askedNow.map(place).sort((a, b) => a - b))
      }
    }),
    { numRuns: 500 },
  )
})
