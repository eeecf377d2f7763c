import { expect, test } from 'vitest'
import type { Schemas } from '../../../api/shapes.ts'
import type { OutputChoice } from '../../columns/catalogue.logic.ts'
import { firstColumns } from './first-columns.logic.ts'

const provider = (id: string, more: object = {}) => ({ id, ready: true, billing_rule: 'free', price_usd: 0, ...more })
const outcome = (field: string, providers: object[]) =>
  ({ field, label: field, type: 'text', providers }) as unknown as OutputChoice

function suggested(meanings: string[], usable: Record<string, string[]>, rows: Record<string, number>) {
  return {
    sampled_rows: 10,
    columns: meanings.map((meaning, at) => ({ column_id: `c${at}`, meaning, usable_rows: 10 })),
    providers: Object.entries(rows).map(([id, usable_rows]) => ({
      provider: id,
      inputs: [{ name: 'x', column_id: 'c0', template: '{{X}}', usable_rows }],
      missing: [],
    })),
    outcomes: Object.entries(usable).map(([field, ids]) => ({ field, usable: ids, reason: null, next: [] })),
  } as unknown as Schemas['SuggestedInputs']
}

test('a list is offered what is free, can be asked with its columns and is not there yet, the most wanted first', () => {
  const outcomes = [
    outcome('phone', [provider('pages')]),
    outcome('company_domain', [provider('wikidata'), provider('paid', { billing_rule: 'per_call', price_usd: 0.1 })]),
    outcome('company_email', [provider('paid', { billing_rule: 'per_call', price_usd: 0.1 })]),
    outcome('description', [provider('pages'), provider('unused')]),
    outcome('country', [provider('no-rows')]),
  ]
  const usable = {
    company_domain: ['wikidata', 'paid'],
    company_email: ['paid'],
    phone: ['pages'],
    description: ['pages'],
    country: ['no-rows'],
  }
  const rows = { wikidata: 10, pages: 7, paid: 10, 'no-rows': 0 }
  const seen = (meanings: string[]) =>
    firstColumns(outcomes, suggested(meanings, usable, rows)).map((one) => [
      one.outcome.field,
      one.outcome.providers.map(({ id }) => id),
      one.words,
    ])
  expect(seen(['company'])).toEqual([
    ['company_domain', ['wikidata'], 'every row'],
    ['phone', ['pages'], '7 of 10 rows'],
    ['description', ['pages'], '7 of 10 rows'],
  ])
  expect(seen(['domain', 'phone']).map(([field]) => field)).toEqual(['description'])
})

test('an empty list is offered nothing', () => {
  expect(firstColumns([], { ...suggested([], {}, {}), sampled_rows: 0 })).toEqual([])
})
