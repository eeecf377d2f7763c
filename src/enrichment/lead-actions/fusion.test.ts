// Which of two values a lead shows: whatever the order in which sources come, a person's fresh word stands and the surer one wins.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import { contest, strengthOf, type ValueClaim } from './fusion.logic.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
const claim = (value: string, more: JsonObject): ValueClaim => ({ value, provenance: { method: 'api', ...more } })

test('a blank field takes what comes', () => {
  expect(contest('email', { value: null, provenance: undefined }, claim('a@x.example', {}), NOW)).toEqual({
    kind: 'fills',
  })
})

test('what a person entered stays while it is fresh, and gives way when it is outdated', () => {
  const better = claim('b@x.example', { confidence: 0.99, fetched_at: daysAgo(0) })
  const byHand = (days: number) => claim('a@x.example', { method: 'manual', fetched_at: daysAgo(days) })
  expect(contest('email', byHand(10), better, NOW).kind).toBe('loses')
  expect(contest('email', byHand(91), better, NOW).kind).toBe('replaces')
})

test('the same address in another spelling is no other value', () => {
  const stored = claim('https://www.Acme.example/', { confidence: 0.5, fetched_at: daysAgo(5) })
  const brought = claim('acme.example', { confidence: 0.9, fetched_at: daysAgo(0) })
  expect(contest('website', stored, brought, NOW)).toEqual({ kind: 'agrees', refreshes: true })
})

const claims = fc.record({
  value: fc.constantFrom('a', 'b'),
  method: fc.constantFrom('api', 'registry', 'crawl', 'ai', 'inferred', 'import'),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  days: fc.integer({ min: 0, max: 2000 }),
})

test('a weaker source never replaces a stronger one, and every loser has a reason', () => {
  fc.assert(
    fc.property(claims, claims, fc.constantFrom('email', 'phone', 'description'), (one, other, field) => {
      const [stored, brought] = [one, other].map(({ value, method, confidence, days }) =>
        claim(value, { method, confidence, fetched_at: daysAgo(days), provider: method }),
      ) as [ValueClaim, ValueClaim]
      const verdict = contest(field, stored, brought, NOW)
      const [mine, theirs] = [strengthOf(field, stored, NOW), strengthOf(field, brought, NOW)]
      if (one.value === other.value) expect(verdict).toEqual({ kind: 'agrees', refreshes: theirs >= mine })
      else {
        expect(verdict.kind).toBe(theirs >= mine ? 'replaces' : 'loses')
        expect('reason' in verdict && verdict.reason.length).toBeGreaterThan(10)
      }
    }),
  )
})
