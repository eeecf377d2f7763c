import { describe, expect, it } from 'vitest'
import type { Column, Schemas } from '../../api/shapes.ts'
import {
  foundOutcomes,
  needsWords,
  type OutputChoice,
  outcomesOf,
  outcomeWords,
  priceWords,
  suggestOrder,
} from '../columns/catalogue.logic.ts'
import { fillOf, freeName, kindOf } from '../columns/columns.logic.ts'
import { conditionWords, readConditions, withOp, writeConditions } from '../columns/formulas/condition.logic.ts'
import {
  estimateSentence,
  failures,
  funnel,
  shareDone,
  standing,
  statusSentence,
  withEvent,
} from '../columns/run.logic.ts'
import { reference, resolve, sampleOf, soleReference } from '../columns/template.logic.ts'
import type { Provider, ProviderInput, Run } from '../columns/workbook.shapes.ts'
import { awaitsRun, bindStep, missingInputs, usableWords } from './waterfall/binding.logic.ts'

const provider = (id: string, more: Partial<Provider> = {}): Provider => ({
  id,
  label: id,
  description: '',
  provider: id,
  docs_url: '',
  license: 'unknown',
  method: 'inferred',
  cache_days: 0,
  own: false,
  one_of: [],
  inputs: [],
  outputs: [{ field: 'work_email', label: 'Work email', type: 'email' }],
  price_usd: 0,
  price_source: 'catalogue',
  closed: null,
  billing_rule: 'free',
  keyless: true,
  integration_id: null,
  state: 'verified',
  verified_on: null,
  ready: true,
  ...more,
})
const input = (name: string, label: string, more: Partial<ProviderInput> = {}): ProviderInput => ({
  name,
  label,
  type: 'text',
  required: true,
  help: '',
  aliases: [],
  ...more,
})
const column = (name: string, more: Partial<Column> = {}): Column => ({
  id: name.toLowerCase(),
  name,
  type: 'input',
  input_type: 'text',
  ...more,
})

describe('inputs of a step', () => {
  const finder = provider('finder', { inputs: [input('full_name', 'Full name'), input('domain', 'Domain')] })
  const suggested: Schemas['SuggestedInputs'] = {
    sampled_rows: 200,
    columns: [],
    outcomes: [],
    providers: [
      {
        provider: 'finder',
        inputs: [{ name: 'domain', column_id: 'c1', template: '{{Web site}}', usable_rows: 188 }],
        missing: ['full_name'],
      },
    ],
  }

  it('read what the server suggests, and stay empty where it suggests nothing', () => {
    expect(bindStep(finder, suggested).inputs).toEqual({ domain: '{{Web site}}' })
    expect(bindStep(provider('other'), suggested).inputs).toEqual({})
    expect(bindStep(finder, undefined).inputs).toEqual({})
  })

  it('say in how many rows the suggested column can be used, and nothing of another column', () => {
    const words = (template: string) => usableWords(suggested, 'finder', 'domain', template)
    expect(words('{{Web site}}')).toEqual({ words: 'usable in 188 of the first 200 rows', isFew: false })
    expect(words('{{Notes}}')).toBeNull()
  })

  it('say nothing bad of a column that a run will fill, and do once it has run', () => {
    const domain = column('Domain', { type: 'waterfall' })
    const row = (status?: Schemas['EnrichmentOverlay']['status']) => ({
      enrichments: status ? { domain: { status, value: null } as Schemas['EnrichmentOverlay'] } : {},
    })
    expect(awaitsRun(domain, [row(), row('pending'), row('running')])).toBe(true)
    expect(awaitsRun(domain, [row(), row('not_found')])).toBe(false)
    expect(awaitsRun(column('Domain'), [row()])).toBe(false)
  })

  it('are named when they are still missing, groups as "one or the other"', () => {
    const both = provider('p', {
      inputs: [input('name', 'Name'), input('a', 'A', { required: false }), input('b', 'B', { required: false })],
      one_of: [['a', 'b']],
    })
    expect(missingInputs(both, {})).toEqual(['Name', 'A or B'])
    expect(missingInputs(both, { name: '{{Name}}', b: 'x' })).toEqual([])
  })
})

describe('the catalogue', () => {
  const emails = provider('Pattern guess', { description: 'guesses the mailbox' })
  const site = provider('Website reader', {
    outputs: [
      { field: 'phone', label: 'Phone', type: 'phone' },
      { field: 'company_domain', label: 'Company domain', type: 'domain' },
    ],
  })
  const outcomes = outcomesOf([emails, site])

  it('shows what the search found in its order, and nothing else', () => {
    const fields = ['phone', 'gone_meanwhile', 'work_email']
    expect(foundOutcomes(outcomes, fields).map(({ field }) => field)).toEqual(['phone', 'work_email'])
    expect(foundOutcomes(outcomes, [])).toEqual([])
  })

  it('says what an outcome costs and how many could be asked now', () => {
    const paid = provider('paid', { price_usd: 0.02, billing_rule: 'on_hit' })
    const locked = provider('locked', { price_usd: 0.02, billing_rule: 'on_hit', ready: false })
    const words = (...all: Provider[]) => outcomeWords(outcomesOf(all)[0] as OutputChoice)
    expect(words(emails)).toBe('Free · Pattern guess')
    expect(words(emails, locked, locked)).toBe('Free · 1 of 3 providers ready')
    expect(words(emails, paid)).toBe('Free first · Pattern guess, paid')
    expect(words(paid, paid, paid)).toBe('Paid · 3 providers')
    expect(words(locked)).toBe('Needs a key · locked')
    const mixed = outcomesOf([provider('a'), provider('b'), locked])[0] as OutputChoice
    expect(outcomeWords(mixed, ['b'])).toBe('Free · 1 of 3 providers can use these columns')
  })

  it('says an unknown price is unknown, never free', () => {
    expect(priceWords({ price_usd: null, billing_rule: 'per_call' })).toBe('Price unknown, billed per call')
    expect(priceWords({ price_usd: 0.01, billing_rule: 'on_hit' })).toBe('$0.01, billed when found')
    expect(priceWords({ price_usd: 0, billing_rule: 'free' })).toBe('Free')
  })

  it('proposes what works now and costs least first', () => {
    const paid = provider('paid', { price_usd: 0.02, billing_rule: 'on_hit' })
    const unknown = provider('unknown', { price_usd: null, billing_rule: 'per_call' })
    const locked = provider('locked', { ready: false })
    expect(suggestOrder([unknown, locked, paid, emails]).map((one) => one.id)).toEqual([
      'Pattern guess',
      'paid',
      'unknown',
      'locked',
    ])
  })

  it('says what a lookup needs', () => {
    expect(needsWords(provider('p', { inputs: [input('n', 'Company name')] }))).toBe('Needs company name')
  })
})

describe('references', () => {
  it('survive names with braces, and are told apart from text', () => {
    expect(soleReference(reference('Revenue {USD}'))).toBe('Revenue {USD}')
    expect(soleReference('https://{{Domain}}')).toBeNull()
  })

  it('show what a row gives, and reach into objects unless a column has that very name', () => {
    const columns = [column('Site'), column('Site.url')]
    expect(resolve('site.title', columns)).toMatchObject({ column: { name: 'Site' }, path: ['title'] })
    expect(resolve('Site.url', columns)).toMatchObject({ column: { name: 'Site.url' }, path: [] })
    expect(sampleOf('https://{{Domain}}/x', () => 'a.org')).toBe('https://a.org/x')
  })
})

describe('run conditions', () => {
  it('come back from the builder as they went in', () => {
    const filter = {
      or: [
        { field: 'a', op: 'eq' as const, value: 'x' },
        { field: 'b', op: 'is_empty' as const },
      ],
    }
    const rows = readConditions(filter)
    expect(rows && writeConditions(rows)).toEqual(filter)
    expect(readConditions({ and: [{ not: { field: 'a', op: 'is_empty' } }] })).toBeNull()
  })

  it('leave out rows that are not finished', () => {
    expect(writeConditions({ join: 'and', rows: [{ field: 'a', op: 'eq', value: '' }] })).toBeNull()
    expect(withOp({ field: 'a', op: 'eq', value: 'x' }, 'in')).toEqual({ field: 'a', op: 'in', value: ['x'] })
    expect(withOp({ field: 'a', op: 'eq', value: 'x' }, 'is_empty')).toEqual({ field: 'a', op: 'is_empty' })
  })

  it('read as a sentence', () => {
    const words = conditionWords(
      {
        and: [
          { field: 'a', op: 'not_empty' },
          { field: 'a', op: 'ne', value: 'x' },
        ],
      },
      () => 'Domain',
    )
    expect(words).toBe('Domain has a value and Domain is not “x”')
  })
})

describe('following a run', () => {
  const event = (type: string, more: object = {}) => ({ type, ts: '', workspace_id: 'w', run_id: 'r', ...more })
  const running: Run = { run_id: 'r', status: 'running', done: 10, cells: 100 }

  it('moves forward only, and not after the end', () => {
    expect(withEvent(running, event('run.progress', { done: 4, total: 100 }))?.done).toBe(10)
    const over = withEvent(running, event('run.done', { counts: { complete: 100 } }))
    expect(over?.status).toBe('done')
    expect(withEvent(over, event('run.progress', { done: 50 }))?.status).toBe('done')
    expect(over && shareDone(over)).toBe(1)
  })

  it('still counts what was under way when it was stopped', () => {
    const stopped: Run = { ...running, status: 'cancelled' }
    const after = withEvent(stopped, event('run.progress', { done: 30, counts: { complete: 30 } }))
    expect(after).toMatchObject({ status: 'cancelled', done: 30, counts: { complete: 30 } })
  })

  it('stays paused through progress told a moment late, until it is resumed', () => {
    const paused = withEvent(running, event('run.paused'))
    expect(withEvent(paused, event('run.progress', { done: 20 }))).toMatchObject({ status: 'paused', done: 20 })
    expect(withEvent(paused, event('run.resumed'))?.status).toBe('running')
  })

  it('shows no figures of what was undone, and shows them again when that is taken back', () => {
    const over: Run = { ...running, status: 'done', done: 100, counts: { complete: 90, error: 10 }, cost_usd: 2 }
    const reverted = (state: string, change_id = 'r') =>
      withEvent(over, event('change.reverted', { change_id, state, ts: '2026-11-28T03:00:00Z' }))
    const undone = reverted('undone') as Run
    expect(standing(undone)).toMatchObject({ done: 0, counts: {}, cost_usd: 2 })
    expect([standing(undone).cells, failures(standing(undone))]).toEqual([undefined, 0])
    expect(statusSentence(undone)).toBe('Done, then undone')
    expect(standing(reverted('done') as Run)).toMatchObject({ done: 100, counts: { complete: 90 } })
    expect(reverted('undone', 'another change')).toBe(over)
  })

  it('ignores other runs and picks up one it has not heard of', () => {
    expect(withEvent(running, event('run.progress', { run_id: 'x', done: 99 }))).toBe(running)
    expect(withEvent(null, event('run.progress', { done: 1, total: 2 }))).toMatchObject({
      run_id: 'r',
      status: 'running',
      done: 1,
    })
  })
})

describe('the estimate', () => {
  const counts = {
    already_fresh: 412,
    condition_false: 1100,
    missing_input: 230,
    cached: 61,
    not_ready: 0,
    to_run: 3197,
  }
  const money = { low_usd: 19, expected_usd: 41, high_usd: 88 }
  const estimate: Schemas['RunEstimate'] = {
    rows_in_scope: 5000,
    cells_in_scope: 5000,
    ...counts,
    ...money,
    basis: 'default',
    by_column: [{ column_id: 'a', name: 'A', ...counts, ...money }],
    by_provider: [],
    unknown_prices: [],
    reported_prices: [],
    under_way_most: 0,
    seconds_expected: 720,
    binding_limit: null,
    sampled: false,
  }

  it('is one sentence', () => {
    expect(estimateSentence(estimate)).toBe('3,197 of 5,000 rows will run, about $41.00 ($19.00–$88.00), 12 minutes')
    expect(estimateSentence({ ...estimate, low_usd: 0, expected_usd: 0, high_usd: 0, seconds_expected: 12 })).toBe(
      '3,197 of 5,000 rows will run, at no cost, 12 seconds',
    )
    expect(estimateSentence({ ...estimate, to_run: 0, cached: 0 })).toBe('None of 5,000 rows needs to run')
    expect(estimateSentence({ ...estimate, to_run: 0, not_ready: 9 })).toContain('filled from the cache')
    expect(estimateSentence({ ...estimate, to_run: 0, cached: 0, not_ready: 9 })).toBe(
      'No provider is ready for 9 of 5,000 rows',
    )
    expect(estimateSentence({ ...estimate, to_run: 0 })).toBe('61 of 5,000 rows will be filled from the cache, free')
  })

  it('never takes an unknown price for nothing', () => {
    const unknown = { ...estimate, seconds_expected: 0, unknown_prices: ['ai:x/y'] }
    expect(estimateSentence({ ...unknown, low_usd: 0, expected_usd: 0, high_usd: 0 })).toBe(
      '3,197 of 5,000 rows will run, at an unknown cost',
    )
    expect(estimateSentence(unknown)).toBe(
      '3,197 of 5,000 rows will run, about $41.00 ($19.00–$88.00) and what has no known price',
    )
  })

  it('counts cells when several columns run, and says when it is projected', () => {
    const two = { ...estimate, by_column: [...estimate.by_column, ...estimate.by_column], sampled: true }
    expect(estimateSentence(two)).toMatch(/^About 3,197 of 5,000 cells will run/)
  })

  it('loses no row between the scope and what runs', () => {
    const steps = funnel(estimate)
    const less = steps.filter((step) => step.kind === 'less').reduce((sum, step) => sum + step.count, 0)
    expect((steps[0]?.count ?? 0) - less).toBe(steps.at(-1)?.count)
  })
})

describe('columns of the grid', () => {
  it('know what they hold from the field they find', () => {
    expect(kindOf(column('Age', { input_type: 'number' }), new Map())).toBe('number')
    expect(kindOf(column('E', { type: 'waterfall', output: 'work_email' }), new Map([['work_email', 'email']]))).toBe(
      'email',
    )
    expect(kindOf(column('X', { type: 'enrichment' }), new Map())).toBe('text')
  })

  it('count overridden cells as found and leave the rest of the bar open', () => {
    expect(fillOf({ complete: 5, overridden: 1, error: 2, running: 3 }, 20)).toMatchObject({
      found: 6,
      error: 2,
      total: 20,
    })
    expect(fillOf(undefined, 20)).toBeUndefined()
  })

  it('get a name of their own', () => {
    expect(freeName('Email', [column('email'), column('Email 2')])).toBe('Email 3')
  })
})
