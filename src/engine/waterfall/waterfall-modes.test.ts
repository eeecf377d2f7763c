// Waterfalls that verify, merge and compare, and what they may cost and take: as scripts of outcomes.
import { describe, expect, it } from 'vitest'
import type { ColumnConfig } from '../columns/columns.schema.ts'
import { planSpec } from '../columns/columns.ts'
import type { CellPlan, PlannedStep } from './cell.ts'
import type { Outcome } from './outcome.ts'
import { absorb, begin, decide, type StepOutcome } from './waterfall.ts'

const step = (id: string, more: Partial<PlannedStep> = {}): PlannedStep => ({
  id,
  provider: `p-${id}`,
  inputs: {},
  skip: null,
  most_micro: 1000,
  ...more,
})
const verifier = (of: string): PlannedStep => step(`${of}+v`, { provider: 'p-v', verifies: of, value_input: 'email' })
const planOf = (steps: PlannedStep[], more: Partial<CellPlan> = {}): CellPlan => ({
  column_id: 'col',
  output: 'email',
  accept: { kind: 'any' },
  max_providers: 0,
  steps,
  ...more,
})
const found = (values: Record<string, string>, more: Partial<Extract<Outcome, { kind: 'found' }>> = {}): Outcome => ({
  kind: 'found',
  values,
  confidence: 0.8,
  verified: false,
  origin: { method: 'api', license: 'unknown' },
  ...more,
})
const says = (email_status: string) => found({ email_status }, { verified: true })
const miss: Outcome = { kind: 'not_found' }

function play(plan: CellPlan, script: Record<string, StepOutcome>, ms = 10) {
  const asked: [string, unknown][] = []
  let state = begin(plan, () => ({}) as never)
  for (;;) {
    const next = decide(plan, state)
    if (next.kind === 'done') return { asked, ids: asked.map(([id]) => id), result: next.result }
    asked.push([next.step.id, next.step.inputs.email])
    state = absorb(plan, state, next.step.id, script[next.step.id] ?? miss, { cost_micro: 1000, ms })
  }
}

describe('a verifier', () => {
  const plan = planOf([step('a'), verifier('a'), step('b'), verifier('b')], { accept: { kind: 'verified' } })

  it('is asked with the value that was found, right after it, and its verdict decides', () => {
    const script = { a: found({ email: 'x@a.example' }), 'a+v': says('valid') }
    const { asked, result } = play(plan, script)
    expect(asked).toEqual([
      ['a', undefined],
      ['a+v', 'x@a.example'],
    ])
    expect(result).toMatchObject({
      status: 'complete',
      value: 'x@a.example',
      provider: 'p-a',
      verified: true,
      cost_micro: 2000,
    })
    expect(result.why).toBe('The first that was verified')
  })

  it('is not asked about what is verified already, and not without a value', () => {
    expect(play(plan, { a: found({ email: 'x' }, { verified: true }) }).ids).toEqual(['a'])
    expect(play(plan, {}).ids).toEqual(['a', 'b'])
  })

  it('keeps a wrong value out of the cell, whatever the rule', () => {
    const any = planOf([step('a'), verifier('a'), step('b')])
    const wrong = { a: found({ email: 'x@a.example' }), 'a+v': says('invalid') }
    expect(play(any, { ...wrong, b: found({ email: 'y@b.example' }) }).result).toMatchObject({
      status: 'complete',
      value: 'y@b.example',
      others: [{ provider: 'p-a', value: 'x@a.example' }],
    })
    expect(play(any, wrong).result).toMatchObject({ status: 'not_found', value: null, others: [{ provider: 'p-a' }] })
  })

  it('lets a domain that takes all mail pass where that is enough, and keeps the value unverified where it is not', () => {
    const script = { a: found({ email: 'x@a.example' }), 'a+v': says('catch_all') }
    expect(play(plan, script).result).toMatchObject({ status: 'unverified', value: 'x@a.example' })
    const lenient = { ...plan, accept: { kind: 'verified_or_catch_all' } as const }
    expect(play(lenient, script)).toMatchObject({ ids: ['a', 'a+v'], result: { status: 'complete' } })
  })

  it('that cannot tell, or fails, leaves the value unverified and the next provider is asked', () => {
    for (const outcome of [miss, { kind: 'failed', class: 'timeout', message: '', retryable: true } as Outcome]) {
      const { ids, result } = play(plan, { a: found({ email: 'x@a.example' }), 'a+v': outcome })
      expect(ids).toEqual(['a', 'a+v', 'b'])
      expect(result).toMatchObject({ status: 'unverified', value: 'x@a.example' })
    }
  })

  it('does not count as one of the providers that may be asked', () => {
    const script = { a: found({ email: 'x' }), 'a+v': says('invalid'), b: found({ email: 'y' }), 'b+v': says('valid') }
    expect(play({ ...plan, max_providers: 2 }, script).ids).toEqual(['a', 'a+v', 'b', 'b+v'])
  })

  it('comes from the column or from the step, and makes verified the rule unless another is given', () => {
    const verify = { provider: 'v', input: 'email' }
    const column = {
      id: 'c2',
      name: 'Mail',
      type: 'waterfall',
      output: 'work_email',
      verify,
      max_usd_per_row: 0.05,
      steps: [
        { provider: 'one', inputs: {} },
        { provider: 'two', inputs: {}, verify: { provider: 'w', input: 'address' } },
      ],
    } as ColumnConfig
    const spec = planSpec(column, [column], { max_providers: 8 })
    expect(spec).toMatchObject({ accept: { kind: 'verified' }, max_micro: 50_000 })
    expect(spec?.steps.map(({ id, verifies, value_input }) => [id, verifies, value_input])).toEqual([
      ['one', undefined, undefined],
      ['one+v', 'one', 'email'],
      ['two', undefined, undefined],
      ['two+w', 'two', 'address'],
    ])
  })
})

describe('a merge', () => {
  const fields = ['email', 'phone', 'title']
  const plan = planOf([step('a'), step('b', { gives: ['email'] }), step('c', { gives: ['phone', 'title'] })], {
    mode: 'merge' as const,
    fields,
  })

  it('fills missing fields from later providers, and asks no provider that has none of them', () => {
    const { ids, result } = play(plan, {
      a: found({ email: 'x@a.example', title: 'CEO' }),
      c: found({ phone: '+49 30 1234567', title: 'Chief' }, { confidence: 0.5 }),
    })
    expect(ids).toEqual(['a', 'c'])
    expect(result).toMatchObject({
      status: 'complete',
      why: 'From p-a and p-c',
      confidence: 0.5,
      value: { email: 'x@a.example', phone: '+49 30 1234567', title: 'CEO' },
      by_field: { email: { provider: 'p-a' }, phone: { provider: 'p-c' }, title: { provider: 'p-a' } },
    })
  })

  it('takes a field only where that is sure enough itself, however sure the answer is as a whole', () => {
    const unsure = { email: 0.9, phone: 0.4 }
    const { ids, result } = play(
      { ...plan, accept: { kind: 'confidence', min: 0.7 } },
      {
        a: found({ email: 'x@a.example', phone: '+49 30 1' }, { confidence: 0.9, confidence_by_field: unsure }),
        c: found({ phone: '+49 30 1234567', title: 'Chief' }),
      },
    )
    expect(ids).toEqual(['a', 'c'])
    expect(result).toMatchObject({
      value: { email: 'x@a.example', phone: '+49 30 1234567', title: 'Chief' },
      by_field: { phone: { provider: 'p-c', confidence: 0.8 }, email: { confidence: 0.9 } },
    })
  })

  it('takes a field that is sure enough itself of an answer that is not', () => {
    const { ids, result } = play(
      { ...plan, accept: { kind: 'confidence', min: 0.7 } },
      {
        a: found({ email: 'x@a.example', title: 'CEO' }, { confidence: 0.5, confidence_by_field: { email: 0.9 } }),
        b: found({ email: 'y@a.example' }),
        c: found({ phone: '+49 30 1234567', title: 'Chief' }),
      },
    )
    expect(ids).toEqual(['a', 'c'])
    expect(result).toMatchObject({
      confidence: 0.8,
      value: { email: 'x@a.example', phone: '+49 30 1234567', title: 'Chief' },
      by_field: { email: { provider: 'p-a', confidence: 0.9 } },
    })
  })

  it('keeps the fields that were found and names those that no provider had', () => {
    const { result } = play(plan, { a: found({ title: 'CEO' }) })
    expect(result).toMatchObject({
      status: 'complete',
      value: { title: 'CEO' },
      detail: 'No provider had email, phone',
    })
    expect(play(plan, {}).result).toMatchObject({ status: 'not_found', value: null })
  })
})

describe('a cross-check', () => {
  const plan = planOf([step('a'), step('b'), step('c')], { mode: 'cross_check', agree: 2 })

  it('ends when enough say the same, however it is written, and keeps what the others said', () => {
    const { ids, result } = play(plan, {
      a: found({ email: 'https://www.acme.example/' }),
      b: found({ email: 'other.example' }),
      c: found({ email: 'Acme.example' }, { confidence: 0.9 }),
    })
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(result).toMatchObject({
      status: 'complete',
      value: 'Acme.example',
      why: 'p-a and p-c agree',
      others: [{ provider: 'p-b', value: 'other.example' }],
    })
    expect(play(plan, { a: found({ email: 'x' }), b: found({ email: 'X' }) }).ids).toEqual(['a', 'b'])
  })

  it('is unverified without agreement, and a single provider is no agreement', () => {
    expect(play(plan, { a: found({ email: 'x' }), b: found({ email: 'y' }) }).result).toMatchObject({
      status: 'unverified',
      others: [{ value: 'y' }],
    })
    const same = planOf([step('a'), step('b', { provider: 'p-a' })], { mode: 'cross_check', agree: 2 })
    expect(play(same, { a: found({ email: 'x' }), b: found({ email: 'x' }) }).result.status).toBe('unverified')
  })
})

describe('what a row may cost and take', () => {
  it('is never gone over, and what is free or cheap enough is still asked', () => {
    const steps = [
      step('a'),
      step('b', { most_micro: 2000 }),
      step('c', { most_micro: null }),
      step('d', { most_micro: 0 }),
    ]
    const { ids, result } = play(planOf(steps, { max_micro: 2500 }), {})
    expect(ids).toEqual(['a', 'd'])
    expect(result).toMatchObject({ status: 'budget_stopped', reason: 'row_limit' })
    expect(result.attempts.filter(({ outcome }) => outcome === 'skipped').map(({ step_id }) => step_id)).toEqual([
      'b',
      'c',
    ])
  })

  it('in time too', () => {
    const { ids, result } = play(planOf([step('a'), step('b'), step('c')], { max_ms: 1500 }), {}, 800)
    expect(ids).toEqual(['a', 'b'])
    expect(result).toMatchObject({ status: 'error', reason: 'timeout' })
  })
})
