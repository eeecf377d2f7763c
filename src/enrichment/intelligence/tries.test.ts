// What the askings of a row come to: the rule of the column decides as it did in the run, and a cached answer costs what a call would.
import { expect, test } from 'vitest'
import type { CellPlanSpec } from '../../engine/columns/columns.ts'
import type { LookupFacts } from '../../engine/waterfall/facts.ts'
import type { StoredTry } from '../attempts/sample.reads.ts'
import { reportedCosts, triesOf } from './tries.logic.ts'

const stored = (more: Partial<StoredTry>): StoredTry => ({
  id: '1',
  row_id: 'r1',
  run_id: 'run',
  step_id: 'a',
  provider: 'a',
  outcome: 'found',
  lacks: false,
  confidence: 0.9,
  cached: false,
  cost_micro: 100,
  duration_ms: 10,
  kept: true,
  verified: false,
  said: null,
  has_value: null,
  values: null,
  confidence_by_field: null,
  ...more,
})
const cached = (more: Partial<StoredTry>) =>
  stored({ cached: true, cost_micro: 0, kept: false, verified: null, ...more })
const spec = (more: Partial<CellPlanSpec> = {}) =>
  ({
    column_id: 'c',
    output: 'work_email',
    steps: [{ id: 'a', provider: 'a', inputs: {} }],
    accept: { kind: 'any' },
    ...more,
  }) as CellPlanSpec
const facts = (rule: LookupFacts['rule'], price_micro = 100) => ({ rule, price_micro }) as LookupFacts
const cell = { status: 'complete', provider: 'a', run_id: 'run' } as never

function told(tries: StoredTry[], plan: CellPlanSpec, rule: LookupFacts['rule'] = 'on_hit', others: StoredTry[] = []) {
  const factsOf = (provider: string) => (provider === 'check' ? facts('per_call', 7) : facts(rule))
  return triesOf(tries, { spec: plan, factsOf, reported: reportedCosts([others]), cell }).a
}

const merge = spec({
  output: 'description',
  mode: 'merge',
  fields: ['description', 'industry'],
  accept: { kind: 'confidence', min: 0.8 },
})

test('a merged answer gives the fields that are sure enough by themselves, not those of a sure whole', () => {
  const values = { description: 'Mills', industry: 'Tools' }
  const some = told([stored({ values, confidence_by_field: { industry: 0.4 } })], merge)
  expect(some).toMatchObject({ accepted: true, gives: { description: 1 } })
  const unsure = told([stored({ values, confidence: 0.5, confidence_by_field: { industry: 0.9 } })], merge)
  expect(unsure).toMatchObject({ accepted: true, gives: { industry: 1 } })
  const none = told([stored({ values, confidence: 0.5 })], merge)
  expect(none).toMatchObject({ outcome: 'found', accepted: false })
})

test('an answer with one field of a merge is found, whichever it is', () => {
  const one = told([stored({ values: { industry: 'Tools' }, has_value: false })], merge)
  expect(one).toMatchObject({ outcome: 'found', accepted: true, gives: { industry: 1 } })
})

test('of a merged answer that is kept nowhere it is not known which fields were sure enough', () => {
  expect(told([cached({})], merge)).toBeUndefined()
})

test('a cached answer without the field costs what the vendor bills for what it found', () => {
  const lacking = cached({ outcome: 'not_found', lacks: true, confidence: null })
  expect(told([lacking], spec())).toMatchObject({ outcome: 'not_found', cost_micro: 100 })
  expect(told([cached({ outcome: 'not_found', confidence: null })], spec())).toMatchObject({ cost_micro: 0 })
})

test('a cached answer of a vendor that reports its charge costs what such calls were reported at', () => {
  const calls = [
    stored({ cost_micro: 40 }),
    stored({ cost_micro: 60 }),
    stored({ outcome: 'not_found', cost_micro: 0 }),
  ]
  const miss = cached({ outcome: 'not_found', confidence: null })
  expect(told([miss], spec(), 'vendor_reports', calls)).toMatchObject({ cost_micro: 0 })
  expect(told([cached({})], spec(), 'vendor_reports', calls)).toMatchObject({ cost_micro: 50 })
  expect(told([miss], spec(), 'vendor_reports')).toMatchObject({ cost_micro: 100 })
})

const checked = spec({
  accept: { kind: 'verified' },
  steps: [
    { id: 'a', provider: 'a', inputs: {} },
    { id: 'a+check', provider: 'check', inputs: {}, verifies: 'a' },
  ],
})

test('a cached answer that a verifier checked was not verified by its vendor, and is billed by it as such', () => {
  const check = stored({ step_id: 'a+check', provider: 'check', said: 'valid', cost_micro: 7 })
  expect(told([cached({}), check], checked, 'on_verified')).toMatchObject({ accepted: true, cost_micro: 7 })
})

test('what its verifier called invalid is not accepted, whatever the cell says by now', () => {
  const check = stored({ step_id: 'a+check', provider: 'check', said: 'invalid', cost_micro: 7 })
  const any = { ...checked, accept: { kind: 'any' } } as CellPlanSpec
  expect(told([cached({}), check], any)).toMatchObject({ accepted: false, verified: false })
})
