// Waterfalls as scripts of outcomes: whom is asked, when it stops, and what the cell then says.
import { describe, expect, it } from 'vitest'
import type { CellPlan } from './cell.ts'
import type { LookupFacts, Skip } from './facts.ts'
import type { FailureClass, Outcome } from './outcome.ts'
import type { CellResult } from './result.ts'
import { absorb, begin, decide, type StepOutcome } from './waterfall.ts'
import type { WaterfallState } from './waterfall-state.ts'

const open: LookupFacts = {
  required: [],
  one_of: [],
  gate: null,
  price_micro: 1000,
  rule: 'per_call',
  measured_hit_rate: null,
  default_hit_rate: 0.5,
  latency_ms: 100,
  per_second: null,
  concurrency: null,
}

function planOf(steps: string, more: Partial<CellPlan> = {}): CellPlan {
  return {
    column_id: 'col',
    output: 'email',
    accept: { kind: 'any' },
    max_providers: 0,
    steps: [...steps].map((id) => ({ id, provider: `p-${id}`, inputs: { domain: 'acme.example' }, skip: null })),
    ...more,
  }
}

const hit = (value: string, more: Partial<Extract<Outcome, { kind: 'found' }>> = {}): Outcome => ({
  kind: 'found',
  values: { email: value, name: 'Ann' },
  confidence: 0.9,
  verified: false,
  origin: { method: 'api', license: 'proprietary-api' },
  ...more,
})
const miss: Outcome = { kind: 'not_found' }
const later: Outcome = { kind: 'later', retry_in_ms: 5000 }
const fail = (failure: FailureClass, retryable = false): Outcome => ({
  kind: 'failed',
  class: failure,
  message: `it was ${failure}`,
  retryable,
})
const skip = (reason: Skip['reason']): StepOutcome => ({ kind: 'skipped', reason, detail: `skip ${reason}` })

type Script = Record<string, StepOutcome>

function play(
  plan: CellPlan,
  script: Script,
  state = begin(plan, () => open),
): { asked: string[]; result: CellResult; state: WaterfallState } {
  const asked: string[] = []
  for (;;) {
    const next = decide(plan, state)
    if (next.kind === 'done') return { asked, result: next.result, state }
    asked.push(next.step.id)
    state = absorb(plan, state, next.step.id, script[next.step.id] ?? miss, { cost_micro: 1000 })
  }
}

describe('which providers a waterfall asks', () => {
  it('stops at the first accepted answer, so no later provider is paid', () => {
    const { asked, result } = play(planOf('abc'), { b: hit('x@acme.example') })
    expect(asked).toEqual(['a', 'b'])
    expect(result).toMatchObject({ status: 'complete', value: 'x@acme.example', provider: 'p-b', cost_micro: 2000 })
    expect(result.values).toEqual({ email: 'x@acme.example', name: 'Ann' })
    expect(result.attempts.map(({ step_id, outcome }) => [step_id, outcome])).toEqual([
      ['a', 'not_found'],
      ['b', 'accepted'],
    ])
  })

  it.each([
    ['a guess of 30 %', { confidence: 0.3 }, {}, 'unverified'],
    ['a verified answer, however sure', { confidence: 0.3, verified: true }, {}, 'complete'],
    ['one as likely right as wrong', { confidence: 0.5 }, {}, 'complete'],
    [
      'what the column says is sure enough',
      { confidence: 0.3 },
      { accept: { kind: 'confidence', min: 0.2 } },
      'complete',
    ],
  ] as const)('stops at %s, and says how far it is to be believed', (_, answer, more, status) => {
    const { asked, result } = play(planOf('ab', more), { a: hit('x@acme.example', answer), b: hit('y@acme.example') })
    expect(asked).toEqual(['a'])
    expect(result).toMatchObject({ status, value: 'x@acme.example' })
    expect(result.detail).toBe(status === 'complete' ? null : 'A guess: p-a is 30 % sure')
  })

  it('keeps the order of the user, whatever the prices', () => {
    expect(play(planOf('cab'), {}).asked).toEqual(['c', 'a', 'b'])
  })

  it('asks no more providers than allowed, and says so', () => {
    const { asked, result } = play(planOf('abcd', { max_providers: 2 }), {})
    expect(asked).toEqual(['a', 'b'])
    expect(result).toMatchObject({ status: 'not_found', reason: 'max_providers' })
    expect(result.attempts.map(({ outcome }) => outcome)).toEqual(['not_found', 'not_found', 'skipped', 'skipped'])
  })

  it('does not count a step that was passed over', () => {
    const { asked, result } = play(planOf('abc', { max_providers: 2 }), { a: skip('circuit_open'), c: hit('x') })
    expect(asked).toEqual(['a', 'b', 'c'])
    expect(result.status).toBe('complete')
  })

  it('passes over steps without key or inputs and records why', () => {
    const plan = planOf('abc')
    const needy = {
      ...plan,
      steps: plan.steps.map((step) =>
        step.id === 'a' ? { ...step, skip: { reason: 'missing_input' as const, detail: 'Needs domain' } } : step,
      ),
    }
    const gate: Skip = { reason: 'no_key', detail: 'No key' }
    const state = begin(needy, (provider) =>
      provider === 'p-b' ? { ...open, gate } : provider === 'p-c' ? undefined : open,
    )
    const { asked, result } = play(needy, {}, state)
    expect(asked).toEqual([])
    expect(result).toMatchObject({ status: 'skipped', reason: 'no_key', detail: 'No key', cost_micro: 0 })
    expect(result.attempts.map(({ reason }) => reason)).toEqual(['missing_input', 'no_key', 'unmapped'])
  })
})

describe('when an answer is good enough', () => {
  it('keeps the best unaccepted one as unverified: verified first, then confident, then early', () => {
    const plan = planOf('abcd', { accept: { kind: 'confidence', min: 0.95 } })
    const { asked, result } = play(plan, {
      a: hit('a', { confidence: 0.5 }),
      b: hit('b', { confidence: 0.8 }),
      c: hit('c', { confidence: 0.8 }),
    })
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    expect(result).toMatchObject({ status: 'unverified', value: 'b', confidence: 0.8, reason: null })
    expect(
      play(plan, { a: hit('a', { confidence: 0.9 }), d: hit('d', { confidence: 0.1, verified: true }) }).result.value,
    ).toBe('d')
  })

  it('stops only at a verified answer when told so', () => {
    const { result } = play(planOf('ab', { accept: { kind: 'verified' } }), {
      a: hit('a'),
      b: hit('b', { verified: true }),
    })
    expect(result).toMatchObject({ status: 'complete', value: 'b', verified: true })
  })

  it('takes the confidence of the field over that of the answer', () => {
    const plan = planOf('a', { accept: { kind: 'confidence', min: 0.6 } })
    expect(play(plan, { a: hit('a', { confidence_by_field: { email: 0.4 } }) }).result).toMatchObject({
      status: 'unverified',
      confidence: 0.4,
    })
  })

  it('counts an answer without the wanted field as a miss that was paid', () => {
    const { result } = play(planOf('ab'), { a: hit(' '), b: { ...hit('x'), values: { name: 'Ann' } } as Outcome })
    expect(result).toMatchObject({
      status: 'not_found',
      value: null,
      cost_micro: 2000,
      detail: 'The answer has no email',
    })
  })

  it('keeps the whole answer when the column has no output field', () => {
    expect(play(planOf('a', { output: null }), { a: hit('x') }).result.value).toEqual({ email: 'x', name: 'Ann' })
  })
})

describe('what is said when there is nothing', () => {
  it('is not_found only when no provider that could be asked had an answer', () => {
    expect(play(planOf('ab'), {}).result).toMatchObject({ status: 'not_found', reason: null, error: null })
    const why = play(planOf('ab'), { a: { kind: 'not_found', reason: 'robots.txt forbids' } }).result
    expect(why.detail).toBe('robots.txt forbids')
    expect(play(planOf('ab'), { a: skip('no_key') }).result).toMatchObject({ status: 'not_found', reason: 'no_key' })
  })

  it('is an error as soon as one provider could not say', () => {
    const { result } = play(planOf('abc'), { b: fail('timeout') })
    expect(result).toMatchObject({
      status: 'error',
      reason: 'timeout',
      error: { class: 'timeout', message: 'it was timeout', provider: 'p-b' },
    })
    expect(play(planOf('ab'), { a: skip('circuit_open') }).result).toMatchObject({
      status: 'error',
      reason: 'circuit_open',
      error: { class: 'vendor_error', provider: 'p-a' },
    })
  })

  it('names the failure a person can act on', () => {
    const { result } = play(planOf('abc'), { a: fail('bad_input'), b: fail('auth'), c: fail('vendor_error') })
    expect(result.error).toEqual({ class: 'auth', message: 'it was auth', provider: 'p-b' })
  })

  it('is budget_stopped when a cap kept a step from being asked, but not when another answered', () => {
    expect(play(planOf('ab'), { b: skip('over_budget') }).result).toMatchObject({
      status: 'budget_stopped',
      reason: 'over_budget',
    })
    expect(play(planOf('ab'), { a: skip('over_budget'), b: hit('x') }).result.status).toBe('complete')
  })

  it('is skipped when no step is switched on', () => {
    expect(play(planOf(''), {}).result).toMatchObject({ status: 'skipped', attempts: [] })
  })
})

describe('money', () => {
  it('says when it is not known what was spent', () => {
    const plan = planOf('a')
    const state = absorb(
      plan,
      begin(plan, () => open),
      'a',
      fail('uncertain'),
      { cost_micro: null },
    )
    expect(decide(plan, state)).toMatchObject({ result: { status: 'error', cost_micro: 0, cost_unknown: true } })
  })

  it('shows that an answer came from the cache', () => {
    const plan = planOf('a')
    const state = absorb(
      plan,
      begin(plan, () => open),
      'a',
      hit('x'),
      { cost_micro: 0, cached: true },
    )
    expect(decide(plan, state)).toMatchObject({ result: { status: 'complete', cached: true, cost_unknown: false } })
  })
})

describe('waiting and trying again', () => {
  it('pauses where a provider asks to wait, and goes on there with what is on record', () => {
    const plan = planOf('abc')
    const paused = play(plan, { b: later })
    expect(paused.asked).toEqual(['a', 'b'])
    expect(paused.result).toMatchObject({ status: 'throttled', retry_in_ms: 5000, provider: 'p-b', cost_micro: 2000 })
    const onRecord = absorb(
      plan,
      begin(plan, () => open),
      'a',
      miss,
      { cost_micro: 1000 },
    )
    const resumed = play(plan, { b: hit('x') }, onRecord)
    expect(resumed.asked).toEqual(['b'])
    expect(resumed.result).toMatchObject({ status: 'complete', cost_micro: 2000 })
  })

  it('takes a repeated delivery of an outcome once', () => {
    const plan = planOf('ab')
    const once = absorb(
      plan,
      begin(plan, () => open),
      'a',
      miss,
      { cost_micro: 1000 },
    )
    expect(absorb(plan, once, 'a', hit('x'), { cost_micro: 1000 })).toBe(once)
    expect(() => absorb(plan, once, 'z', miss, { cost_micro: 0 })).toThrow('Step "z" is not in the plan')
  })
})

describe('an answer that is still to come', () => {
  const pending: Outcome = { kind: 'pending', poll: { after_ms: 3000, handle: { id: 'job' } } }

  it('keeps the cell waiting, and asks no later provider', () => {
    const { asked, result } = play(planOf('abc'), { b: pending })
    expect(asked).toEqual(['a', 'b'])
    expect(result).toMatchObject({ status: 'waiting', value: null, provider: 'p-b', retry_in_ms: 3000 })
  })

  it('takes the place of the promise when it comes, and the waterfall goes on from there', () => {
    const plan = planOf('abc')
    const { state } = play(plan, { b: pending })
    expect(absorb(plan, state, 'b', pending, { cost_micro: 0 })).toBe(state)
    const found = play(plan, {}, absorb(plan, state, 'b', hit('x@acme.example'), { cost_micro: 1000 }))
    expect(found).toMatchObject({ asked: [], result: { status: 'complete', provider: 'p-b' } })
    expect(found.result.attempts.map(({ outcome }) => outcome)).toEqual(['not_found', 'accepted'])
    const missed = play(plan, { c: hit('y@acme.example') }, absorb(plan, state, 'b', miss, { cost_micro: 0 }))
    expect(missed).toMatchObject({ asked: ['c'], result: { status: 'complete', provider: 'p-c' } })
  })
})
