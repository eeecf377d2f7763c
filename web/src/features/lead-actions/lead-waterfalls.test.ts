// Promises of the forms of lead actions and refresh policies: what is not changed is written back as it was.

import { expect, test } from 'vitest'
import type { Schemas } from '../../api/shapes.ts'
import type { Provider } from '../columns/workbook.shapes.ts'
import { readRefresh, refreshProblem, writeRefresh } from '../refresh/refresh.logic.ts'
import {
  addable,
  problemOfLeadWaterfall,
  readLeadWaterfall,
  withForm,
  writeLeadWaterfall,
} from './lead-waterfalls.logic.ts'

const step = (provider: string) => ({ provider, inputs: { domain: '{{Domain}}' } })
const EMAIL = {
  id: 'work_email',
  name: 'Work email',
  output: 'work_email',
  into: { email: 'work_email' },
  free_guess: true,
  run_if: { field: 'contact_person', op: 'not_empty' },
  max_usd_per_row: 0.5,
  max_providers: 3,
  accept: { kind: 'verified' },
  verify: { provider: 'email-verifier', input: 'email' },
  steps: [{ ...step('hunter'), enabled: false }, step('apollo')],
} as unknown as Schemas['LeadWaterfall']
const FACTS = {
  id: 'company',
  name: 'Company facts',
  output: 'industry',
  mode: 'merge',
  into: { specialization: 'industry', city: 'city', state: 'city' },
  steps: [step('wikidata')],
} as unknown as Schemas['LeadWaterfall']

const giving = (id: string, ...fields: string[]) =>
  ({
    id,
    label: id,
    inputs: [],
    one_of: [],
    outputs: fields.map((field) => ({ field, label: field })),
  }) as unknown as Provider

test('an unchanged waterfall is written as it was, with its caps, condition, order and what is turned off', () => {
  expect(writeLeadWaterfall(readLeadWaterfall(EMAIL))).toEqual(EMAIL)
  expect(writeLeadWaterfall(readLeadWaterfall(FACTS))).toMatchObject({
    mode: 'merge',
    fields: ['industry', 'city'],
    into: { specialization: 'industry', city: 'city', state: 'city' },
  })
})

test('a waterfall without a place for its answer, or with one that is taken twice, is not saved', () => {
  const draft = readLeadWaterfall(FACTS)
  expect(problemOfLeadWaterfall(draft, [])).toBeNull()
  expect(problemOfLeadWaterfall({ ...draft, into: [] }, [])).toMatch(/at least one field/)
  expect(
    problemOfLeadWaterfall(
      {
        ...draft,
        into: [
          ['city', 'a'],
          ['city', 'b'],
        ],
      },
      [],
    ),
  ).toMatch(/Two answers/)
  const single = withForm(draft, { ...draft.form, how: { ...draft.form.how, mode: 'stop' } })
  expect(single.into).toEqual([['specialization', 'industry']])
})

test('a provider can be added that gives an output which goes into the lead, and is not asked yet', () => {
  const providers = [giving('wikidata', 'industry'), giving('apollo', 'city'), giving('hunter', 'work_email')]
  expect(addable(readLeadWaterfall(FACTS), providers).map(({ id }) => id)).toEqual(['apollo'])
})

test('a refresh policy is off until a user writes one, and is written as it was typed', () => {
  const none = readRefresh({ enabled: true, schedule: {}, max_usd: null }, [], 500)
  expect(none).toMatchObject({ enabled: false, schedule: { every: 'daily' }, max_usd: '', most: '500' })
  expect(refreshProblem(none, 'none')).toBe('none')
  const draft = { ...none, enabled: true, max_usd: '2.5', ages: [['find_emails', '30']] as [string, string][] }
  expect(refreshProblem(draft, 'none')).toBeNull()
  expect(writeRefresh(draft)).toEqual({
    enabled: true,
    schedule: { every: 'daily' },
    max_usd: 2.5,
    most: 500,
    ages: [['find_emails', 30]],
  })
  expect(refreshProblem({ ...draft, ages: [['find_emails', '0']] }, 'none')).toMatch(/Days/)
  expect(refreshProblem({ ...draft, max_usd: 'x' }, 'none')).toMatch(/cost limit/)
})
