// What an attempt says of an answer, for a cell that takes the whole of it or one field.
import { expect, test } from 'vitest'
import type { Outcome } from '../../engine/waterfall/outcome.ts'
import { describeOutcome } from './attempts.logic.ts'

const answer: Outcome = {
  kind: 'found',
  values: { company_name: 'Acme', phone: '+493012345', fax: '' },
  confidence: 0.96,
  confidence_by_field: { phone: 0.7 },
  verified: false,
  origin: { method: 'crawl', license: 'scraped' },
}

test.each([
  ['the whole answer', null, { outcome: 'found', confidence: 0.96 }],
  ['a field that is less sure', 'phone', { outcome: 'found', confidence: 0.7 }],
  ['a field as sure as the rest', 'company_name', { outcome: 'found', confidence: 0.96 }],
  ['a field it lacks', 'email', { outcome: 'not_found', confidence: null, detail: 'The answer has no email' }],
  ['a blank field', 'fax', { outcome: 'not_found', confidence: null, detail: 'The answer has no fax' }],
])('a cell that takes %s has the confidence of that', (_, field, expected) => {
  expect(describeOutcome(answer, field)).toMatchObject(expected)
})
