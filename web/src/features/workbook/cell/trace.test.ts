import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../api/shapes.ts'
import { tookWords } from '../../../ui/format.ts'
import type { Trace } from '../../columns/workbook.shapes.ts'
import {
  attemptWords,
  costOf,
  inputsOf,
  nextStep,
  skippedSteps,
  timeline,
  turnWords,
  withTurns,
} from './trace.logic.ts'

const attempt = (more: Partial<Schemas['TraceAttempt']>): Schemas['TraceAttempt'] => ({
  id: 'a',
  run_id: null,
  step_id: 's',
  provider: 'p',
  label: 'P',
  state: 'settled',
  outcome: 'found',
  reason: null,
  detail: null,
  confidence: null,
  verified: null,
  accepted: null,
  cached: false,
  cost_usd: 0,
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: 1,
  request: null,
  response: null,
  evidence: null,
  ...more,
})

describe('an attempt in words', () => {
  it('tells a miss, a failure and a call that was cut off apart', () => {
    expect(attemptWords(attempt({ outcome: 'not_found' }))).toMatchObject({ words: 'Not found', tone: 'plain' })
    expect(attemptWords(attempt({ outcome: 'failed', reason: 'timeout', detail: 'No answer in 10 s.' }))).toEqual({
      words: 'Failed',
      tone: 'bad',
      why: 'No answer in 10 s',
    })
    expect(attemptWords(attempt({ outcome: 'failed', reason: 'timeout' })).why).toBe(
      'the provider did not answer in time',
    )
    expect(attemptWords(attempt({ state: 'uncertain', outcome: null })).words).toBe('Interrupted, may have been billed')
  })

  it('tells an answer that was not good enough from the one that was, and who only checked it', () => {
    expect(attemptWords(attempt({ accepted: false }))).toMatchObject({ words: 'Found, not accepted', tone: 'warn' })
    expect(attemptWords(attempt({ accepted: true }))).toMatchObject({ words: 'Found', tone: 'ok' })
    expect(attemptWords(attempt({ step_id: 's+v' })).words).toBe('Checked it')
  })

  it('takes a step of a research for no answer, and an unknown cost for none that is known', () => {
    expect(attemptWords(attempt({ step_id: 'research.3' }))).toMatchObject({ words: 'Answered', tone: 'plain' })
    const of = (...costs: (number | null)[]) => ({
      run_id: 'r',
      attempts: costs.map((cost_usd) => attempt({ run_id: 'r', cost_usd })),
    })
    expect(costOf(of(0.5, 0), 0.5)).toBe('$0.50')
    expect(costOf(of(null, 0), null)).toBe('cost unknown')
    expect(costOf(of(0.5, null), null)).toBe('at least $0.50')
  })

  it('says how long it took', () => {
    expect([tookWords(3), tookWords(1310)]).toEqual(['3 ms', '1.3 s'])
  })
})

describe('a research', () => {
  it('is one attempt with its steps, those of an earlier run apart', () => {
    const told = withTurns([
      attempt({ id: 'b0', run_id: 'two', step_id: 'research', outcome: 'later' }),
      attempt({ id: 'b', run_id: 'two', step_id: 'research' }),
      attempt({ id: 'b1', run_id: 'two', step_id: 'research.1' }),
      attempt({ id: 'a', run_id: 'one', step_id: 'research' }),
      attempt({ id: 'a1', run_id: 'one', step_id: 'research.1' }),
      attempt({ id: 'a2', run_id: 'one', step_id: 'research.2' }),
    ])
    expect(told.map(({ attempt: { id }, turns }) => [id, turns.map((turn) => turn.id)])).toEqual([
      ['b0', []],
      ['b', ['b1']],
      ['a', ['a1', 'a2']],
    ])
  })

  it('says what each step did, whichever way the question was sent', () => {
    const search = { provider: 'searxng-web-search', label: 'Web search' }
    const ask = (request: unknown, of = search) => turnWords(attempt({ ...of, request }))
    expect(ask({ inputs: { query: 'Acme staff' } })).toBe('Web search: “Acme staff”')
    expect(ask({ url: 'https://s.test/search?q=Acme+staff&n=1' })).toBe('Web search: “Acme staff”')
    expect(ask({ url: 'https://s.test/', body: '{"query": "Acme staff"}' })).toBe('Web search: “Acme staff”')
    expect(ask(null)).toBe('Web search')
    expect(ask({ url: 'https://acme.com/' }, { provider: 'web-page', label: 'Web page' })).toBe(
      'Read https://acme.com/',
    )
  })
})

describe('why a cell is so', () => {
  const step = (
    label: string,
    inputs: Record<string, unknown>,
    skip: { reason: string; detail: string } | null = null,
  ) => ({
    step_id: label,
    provider: label,
    label,
    inputs,
    skip,
  })
  const trace = {
    steps: [
      step('A', { full_name: 'Ada' }),
      step('B', { full_name: 'Ada', domain: null }, { reason: 'no_key', detail: '' }),
    ],
    attempts: [],
  } as unknown as Trace

  it('names each input once and each step that is left out', () => {
    expect(inputsOf(trace)).toEqual([
      ['full name', 'Ada'],
      ['domain', null],
    ])
    expect(skippedSteps(trace)).toEqual([{ label: 'B', why: 'the provider has no key' }])
  })

  it('shows the attempts of a run in the order of the steps, and a skipped step only once', () => {
    const attempts = [
      attempt({ id: '3', run_id: 'new', step_id: 'B', outcome: 'skipped' }),
      attempt({ id: '4', run_id: 'new', step_id: 'A' }),
      attempt({ id: '1', run_id: 'old', step_id: 'A', outcome: 'failed' }),
      attempt({ id: '2', run_id: 'old', step_id: 'A' }),
    ]
    expect(timeline({ ...trace, attempts }).map((one) => one.id)).toEqual(['4', '3', '1', '2'])
    expect(skippedSteps({ ...trace, attempts })).toEqual([])
  })
})

describe('the next provider', () => {
  const step = (id: string, skip: { reason: string; detail: string } | null = null) => ({
    step_id: id,
    provider: id,
    label: id.toUpperCase(),
    inputs: {},
    skip,
  })
  const trace = (more: Partial<Trace>) =>
    ({
      status: 'complete',
      run_id: 'r2',
      steps: [step('a'), step('b', { reason: 'no_key', detail: '' }), step('c')],
      attempts: [attempt({ run_id: 'r2', step_id: 'a' }), attempt({ run_id: 'r1', step_id: 'c' })],
      ...more,
    }) as Trace

  it('is the first behind the one that gave the value that can be asked', () => {
    expect(nextStep(trace({}))).toEqual({ after: 'a', label: 'C' })
  })

  it('is no provider when none is left, or when there is no value', () => {
    expect(nextStep(trace({ attempts: [attempt({ run_id: 'r2', step_id: 'c' })] }))).toBeNull()
    expect(nextStep(trace({ status: 'not_found' }))).toBeNull()
    expect(nextStep(trace({ run_id: null }))).toBeNull()
  })
})
