// Which of two values a lead shows: whatever the order in which sources come, a person's fresh word stands and the surer one wins.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json.ts'
import * as fusion from './fusion.logic.ts'

const { evidenceOf, NOTHING_KNOWN } = fusion
type ValueClaim = fusion.ValueClaim
const compareClaims = (field: string, stored: ValueClaim, brought: ValueClaim, now: number, records = NOTHING_KNOWN) =>
  fusion.compareClaims(field, stored, brought, now, records)
const strengthOf = (field: string, one: ValueClaim, now: number, records = NOTHING_KNOWN) =>
  fusion.strengthOf(field, one, now, records)

const NOW = Date.parse('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
const claim = (value: string, more: JsonObject): ValueClaim => ({ value, provenance: { method: 'api', ...more } })

test('a blank field takes what comes', () => {
  expect(compareClaims('email', { value: null, provenance: undefined }, claim('a@x.example', {}), NOW)).toEqual({
    kind: 'fills',
  })
})

test('what a person entered stays while it is fresh, and gives way when it is outdated', () => {
  const better = claim('b@x.example', { confidence: 0.99, fetched_at: daysAgo(0) })
  const byHand = (days: number) => claim('a@x.example', { method: 'manual', fetched_at: daysAgo(days) })
  expect(compareClaims('email', byHand(10), better, NOW).kind).toBe('loses')
  expect(compareClaims('email', byHand(91), better, NOW).kind).toBe('replaces')
})

test('the same address in another spelling is no other value', () => {
  const stored = claim('https://www.Acme.example/', { confidence: 0.5, fetched_at: daysAgo(5) })
  const brought = claim('acme.example', { confidence: 0.9, fetched_at: daysAgo(0) })
  expect(compareClaims('website', stored, brought, NOW)).toEqual({ kind: 'agrees', refreshes: true })
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
      const verdict = compareClaims(field, stored, brought, NOW)
      const [mine, theirs] = [strengthOf(field, stored, NOW), strengthOf(field, brought, NOW)]
      if (one.value === other.value) expect(verdict).toEqual({ kind: 'agrees', refreshes: theirs >= mine })
      else {
        expect(verdict.kind).toBe(theirs >= mine ? 'replaces' : 'loses')
        expect('reason' in verdict && verdict.reason.length).toBeGreaterThan(10)
      }
    }),
  )
})

const known = (record: Record<string, [known: number, wrong: number]>) => (provider: string) => {
  const [all, wrong] = record[provider] ?? [0, 0]
  return { known: all, wrong }
}

test('a source that was often wrong about a field loses to one that was right, whatever they say of themselves', () => {
  const stored = claim('a@x.example', { provider: 'sure', confidence: 0.95, fetched_at: daysAgo(0) })
  const brought = claim('b@x.example', { provider: 'modest', confidence: 0.7, fetched_at: daysAgo(0) })
  expect(compareClaims('email', stored, brought, NOW).kind).toBe('loses')
  const verdict = compareClaims('email', stored, brought, NOW, known({ sure: [20, 12], modest: [20, 1] }))
  expect(verdict).toEqual({
    kind: 'replaces',
    reason:
      '"b@x.example" of modest (87 %; 19 of its 20 known here held) over "a@x.example" of sure (58 %; 8 of its 20 known here held)',
  })
})

test('the more is known of a source, the less counts what it says, and never past what is possible', () => {
  const anyRecord = fc
    .tuple(fc.nat(200), fc.nat(200))
    .map(([a, b]): [number, number] => [Math.max(a, b), Math.min(a, b)])
  fc.assert(
    fc.property(anyRecord, fc.double({ min: 0, max: 1, noNaN: true }), ([all, wrong], confidence) => {
      const one = claim('a', { provider: 'p', confidence, fetched_at: daysAgo(0) })
      const strength = strengthOf('email', one, NOW, known({ p: [all, wrong] }))
      const share = all === 0 ? confidence : (all - wrong) / all
      expect(strength).toBeGreaterThanOrEqual(Math.min(confidence, share) - 0.001)
      expect(strength).toBeLessThanOrEqual(Math.max(confidence, share) + 0.001)
    }),
  )
})

test('two sources that agree speak for each other, a person’s value for or against a source, and a source not for itself', () => {
  const of = (provider: string | undefined, value: string, method = 'api') =>
    claim(value, { ...(provider && { provider }), method, fetched_at: daysAgo(1) })
  const told = (stored: ValueClaim, brought: ValueClaim) =>
    evidenceOf(compareClaims('email', stored, brought, NOW), stored, brought)
  const yes = (provider: string, because: string) => ({ provider, holds: true, because })
  expect(told(of('a', 'x'), of('b', 'x'))).toEqual([yes('b', 'agreement'), yes('a', 'agreement')])
  expect([
    told(of('a', 'x'), of('a', 'x')),
    told(of('a', 'x'), of('b', 'y')),
    told(of(undefined, 'x'), of('b', 'x')),
  ]).toEqual([[], [], []])
  expect(told(of(undefined, 'x', 'manual'), of('b', 'x'))).toEqual([yes('b', 'edit')])
  expect(told(of(undefined, 'x', 'manual'), of('b', 'y'))).toEqual([{ provider: 'b', holds: false, because: 'edit' }])
})

test('a list that has all of another and more is shown, whichever source comes first, and nothing that the lead has is lost to a shorter one', () => {
  const of = (provider: string, value: string[], confidence = 0.8): ValueClaim => ({
    value,
    provenance: { provider, method: 'api', confidence, fetched_at: daysAgo(0) },
  })
  const [short, long] = [of('a', ['x']), of('b', ['X', 'y'])]
  expect(compareClaims('technologies', short, long, NOW)).toMatchObject({ kind: 'replaces' })
  expect(compareClaims('technologies', long, short, NOW)).toEqual({ kind: 'agrees', refreshes: false })
  expect(evidenceOf(compareClaims('technologies', long, short, NOW), long, short)).toEqual([
    { provider: 'a', holds: true, because: 'agreement' },
  ])
  // A surer source is not added to by one that is hardly believed, and a source may take back what it said itself.
  expect(compareClaims('technologies', of('a', ['x'], 0.9), of('b', ['x', 'y'], 0.2), NOW).kind).toBe('loses')
  expect(compareClaims('technologies', of('a', ['x', 'y']), of('a', ['x']), NOW).kind).toBe('replaces')
})
