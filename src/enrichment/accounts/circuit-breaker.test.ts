// When an account is closed and opened again, as scripts of call results.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FailureClass, Outcome } from '../../engine/waterfall/outcome.ts'
import { afterCall, type Circuit, WELL } from './circuit-breaker.logic.ts'

const fail = (failure: FailureClass): Outcome => ({ kind: 'failed', class: failure, message: '', retryable: false })
const miss: Outcome = { kind: 'not_found' }
const wait = (retry_in_ms: number): Outcome => ({ kind: 'later', retry_in_ms })
const after = (outcomes: Outcome[], circuit: Circuit = WELL, now = 1000) =>
  outcomes.reduce((state, outcome) => afterCall(state, outcome, now), circuit)
const times = (count: number, outcome: Outcome) => Array.from({ length: count }, () => outcome)

it('closes at once when the key is refused, until it changes', () => {
  expect(after([fail('auth')]).closed).toMatchObject({ kind: 'circuit_open', reason: 'auth', until: null })
})

it('closes after twelve failures in a row, for longer each time a trial fails, and opens with an answer', () => {
  expect(after(times(11, fail('vendor_error'))).closed).toBeNull()
  expect(after([...times(11, fail('timeout')), miss, ...times(11, fail('timeout'))]).closed).toBeNull()
  const open = after(times(12, fail('vendor_error')))
  expect(open.closed).toMatchObject({ reason: 'vendor_error', until: 31_000, trials: 0 })
  expect(after([fail('timeout')], open, 31_000).closed).toMatchObject({ until: 91_000, trials: 1 })
  expect(after(times(20, fail('timeout')), open, 31_000).closed).toMatchObject({ until: 631_000 })
  expect(after([miss], open)).toBe(WELL)
})

it('lets all wait when one is told to, shortly at first and as told when it is told again', () => {
  expect(after([wait(60_000)]).closed).toMatchObject({ kind: 'throttled', until: 2_000 })
  expect(after([wait(60_000), wait(60_000)]).closed).toMatchObject({ until: 61_000 })
  expect(after([wait(60_000), wait(60_000), wait(100)]).closed).toMatchObject({ until: 61_000 })
  expect(after([wait(60_000), miss])).toBe(WELL)
})

it('does not blame the account for what is wrong with a single question', () => {
  const about = fc.constantFrom(fail('bad_input'), fail('unmapped'), fail('internal'))
  fc.assert(fc.property(fc.array(about, { maxLength: 50 }), (outcomes) => after(outcomes) === WELL))
})

it('an answer always opens it', () => {
  const any = fc.constantFrom(miss, wait(5_000), fail('auth'), fail('timeout'), fail('vendor_error'), fail('quota'))
  fc.assert(fc.property(fc.array(any, { maxLength: 60 }), (outcomes) => after([...outcomes, miss]) === WELL))
})
