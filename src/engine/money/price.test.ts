// What a call costs under each billing rule.
import { expect, it } from 'vitest'
import type { BillingRule, Outcome } from '../waterfall/outcome.ts'
import { chargeFor, highestCharge } from './price.ts'

const found = (verified: boolean): Outcome => ({
  kind: 'found',
  values: { email: 'x' },
  confidence: 1,
  verified,
  origin: { method: 'api', license: 'unknown' },
})
const failed = (failure: 'timeout' | 'uncertain' | 'unmapped'): Outcome => ({
  kind: 'failed',
  class: failure,
  message: '',
  retryable: false,
})

// Columns: free, on_hit, on_verified, per_call, vendor_reports, at a price of 10.
it.each<[string, Outcome, (number | null)[]]>([
  ['a verified hit', found(true), [0, 10, 10, 10, 10]],
  ['an unverified hit', found(false), [0, 10, 0, 10, 10]],
  ['a miss', { kind: 'not_found' }, [0, 0, 0, 10, 10]],
  ['a request to wait', { kind: 'later', retry_in_ms: 1 }, [0, 0, 0, 0, 0]],
  ['a failure', failed('timeout'), [0, 0, 0, 0, 0]],
  ['a call that may have been billed', failed('uncertain'), [0, null, null, null, null]],
  ['an answer nobody could read', failed('unmapped'), [0, null, null, 10, null]],
])('%s', (_, outcome, charges) => {
  const rules: BillingRule[] = ['free', 'on_hit', 'on_verified', 'per_call', 'vendor_reports']
  expect(rules.map((rule) => chargeFor({ rule, price_micro: 10 }, outcome))).toEqual(charges)
})

it('what the vendor reports wins, and an unknown price stays unknown', () => {
  expect(chargeFor({ rule: 'per_call', price_micro: 10 }, { kind: 'not_found' }, 3)).toBe(3)
  expect(chargeFor({ rule: 'on_hit', price_micro: null }, found(true))).toBeNull()
  expect(chargeFor({ rule: 'on_hit', price_micro: null }, { kind: 'not_found' })).toBe(0)
  expect(highestCharge({ rule: 'on_hit', price_micro: null })).toBeNull()
  expect(highestCharge({ rule: 'free', price_micro: null })).toBe(0)
})
