// The promises of the settings of a waterfall: nothing is lost between the form and the API, and the words say what happens.
import { describe, expect, it } from 'vitest'
import type { Column } from '../../../api/shapes.ts'
import type { Provider } from '../../columns/workbook.shapes.ts'
import { readWaterfall, writeWaterfall } from '../column/column-draft.logic.ts'
import {
  couldGuess,
  fieldsOf,
  howWords,
  PLAIN,
  problemOfHow,
  readHow,
  verifiersFor,
  writeHow,
  wrongAmounts,
} from './how.logic.ts'

const provider = (id: string, outputs: [string, string][], inputs: [string, string, boolean][], more = {}) =>
  ({
    id,
    label: id,
    ready: true,
    price_usd: 0,
    outputs: outputs.map(([field, type]) => ({ field, label: field, type })),
    inputs: inputs.map(([name, type, required]) => ({ name, label: name, type, required, help: '', aliases: [] })),
    ...more,
  }) as unknown as Provider

const finder = provider(
  'finder',
  [
    ['work_email', 'email'],
    ['job_title', 'text'],
  ],
  [['domain', 'domain', true]],
)
const other = provider('other', [['job_title', 'text']], [['domain', 'domain', true]])
const paid = provider('paid', [['email_status', 'text']], [['email', 'email', true]], { price_usd: 0.01 })
const free = provider('free', [['email_status', 'text']], [['email', 'email', true]])
const locked = provider('locked', [['email_status', 'text']], [['email', 'email', true]], { ready: false })
const all = [paid, locked, finder, free, other]

const stored = {
  id: 'c2',
  name: 'Email',
  type: 'waterfall',
  output: 'work_email',
  mode: 'cross_check',
  agree: 3,
  free_guess: true,
  steps: [{ provider: 'finder', inputs: { domain: '{{Domain}}' }, verify: { provider: 'paid', input: 'email' } }],
  accept: { kind: 'verified_or_catch_all' },
  verify: { provider: 'free', input: 'email' },
  max_usd_per_row: 0.05,
  max_seconds_per_row: 12.5,
  max_providers: 3,
  max_age_days: 90,
} as unknown as Column

describe('the settings of a waterfall', () => {
  it('come back from the form as they were stored', () => {
    const { id: _, ...sent } = stored as unknown as Record<string, unknown>
    expect(writeWaterfall(readWaterfall(stored), false)).toEqual(sent)
  })

  it('take away what is blank now, and say nothing of it where the column is new', () => {
    expect(writeHow(PLAIN, 'waterfall', false)).toEqual({})
    expect(writeHow({ ...readHow(stored), verify: null, mode: 'stop', max_usd: ' ' }, 'waterfall', true)).toEqual({
      mode: null,
      fields: null,
      agree: null,
      verify: null,
      explore: null,
      max_usd_per_row: null,
      free_guess: true,
      max_seconds_per_row: 12.5,
      max_providers: 3,
      max_age_days: 90,
    })
    expect(writeHow({ ...PLAIN, max_usd: '1', max_age: '7' }, 'enrichment', true)).toEqual({ max_age_days: 7 })
  })

  it('go by the rule of the server where a verifier was set and no rule', () => {
    const { accept: _, ...ruleless } = stored as unknown as Record<string, unknown>
    expect(readWaterfall(ruleless as unknown as Column).accept).toEqual({ kind: 'verified' })
  })

  it('name every amount that is none', () => {
    expect(Object.keys(wrongAmounts({ ...PLAIN, max_usd: 'five', max_seconds: '0', max_age: '-1' }))).toEqual([
      'max_usd',
      'max_seconds',
      'max_age',
    ])
    expect(wrongAmounts({ ...PLAIN, max_usd: '0,25', max_seconds: '1.5', max_providers: '0' })).toEqual({})
  })

  it('cannot ask more providers to agree than are asked', () => {
    expect(problemOfHow({ ...PLAIN, mode: 'cross_check' }, 1)).toBe('2 providers have to agree, and only 1 is called.')
    expect(problemOfHow({ ...PLAIN, mode: 'cross_check' }, 2)).toBeNull()
    expect(problemOfHow({ ...PLAIN, mode: 'merge' }, 2)).toContain('at least one field')
  })

  it('offer a free guess where an address is looked for and no step guesses it', () => {
    const draft = readWaterfall(stored)
    const guesser = { provider: 'email-pattern', inputs: {} }
    expect(couldGuess(draft)).toBe(true)
    expect(couldGuess({ ...draft, output: 'job_title' })).toBe(false)
    expect(couldGuess({ ...draft, steps: [...draft.steps, guesser] })).toBe(false)
    expect(couldGuess({ ...draft, steps: [...draft.steps, { ...guesser, enabled: false }] })).toBe(true)
  })

  it('are told in a few sentences', () => {
    const nameOf = (id: string) => id.toUpperCase()
    expect(howWords(PLAIN, { kind: 'any' }, nameOf)).toBe('Stops at the first answer.')
    expect(howWords({ ...readHow(stored), mode: 'stop' }, { kind: 'verified' }, nameOf)).toBe(
      'Guesses the address first, for free. Stops at the first verified answer. Answers are checked by FREE. At most $0.05, 12.5 seconds, 3 providers a row. ' +
        'Values older than 90 days count as stale.',
    )
  })
})

describe('who checks an answer', () => {
  it('is a provider that gives a status for that value alone, ready ones first, then the cheapest', () => {
    expect(verifiersFor('work_email', all).map((one) => [one.provider.id, one.input])).toEqual([
      ['free', 'email'],
      ['paid', 'email'],
      ['locked', 'email'],
    ])
    expect(verifiersFor('job_title', all)).toEqual([])
  })
})

describe('the fields of a record', () => {
  it('are those that some step gives, the own one first, then those that most give', () => {
    const steps = [finder, other].map(({ id }) => ({ provider: id, inputs: {} }))
    expect(fieldsOf('work_email', steps, all).map(({ field, givers }) => [field, givers])).toEqual([
      ['work_email', 1],
      ['job_title', 2],
    ])
  })
})
