// Promises of the intent score.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentOf, noveltyOf, type ScoredSignal } from './intent.logic.ts'
import { SIGNAL_TYPES, WEIGHTS } from './signal-types.logic.ts'

const now = new Date('2026-06-01T00:00:00Z')
const signal = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom(...SIGNAL_TYPES),
  strength: fc.integer({ min: 0, max: 100 }),
  occurred_at: fc.date({ min: new Date('2025-01-01'), max: now, noInvalidDate: true }),
})
const signals = fc.uniqueArray(signal, { maxLength: 60, selector: ({ id }) => id })

test('the score stays between 0 and 100 and does not depend on the order of the signals', () => {
  fc.assert(
    fc.property(signals, fc.infiniteStream(fc.nat()), (all, keys) => {
      const shuffled = all.map((one) => [keys.next().value as number, one] as const).sort((a, b) => a[0] - b[0])
      const { score, parts } = intentOf(all, now)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(
        intentOf(
          shuffled.map(([, one]) => one),
          now,
        ),
      ).toEqual({ score, parts })
    }),
  )
})

test('a signal more never lowers the score, and its parts explain it', () => {
  fc.assert(
    fc.property(signals, signal, (all, more) => {
      const without = intentOf(all, now)
      const withIt = intentOf([...all, { ...more, id: 'more' }], now)
      expect(withIt.score).toBeGreaterThanOrEqual(without.score)
      const open = withIt.parts.reduce((rest, { score }) => rest * (1 - score / 100), 1)
      expect(withIt.score).toBeCloseTo(100 * (1 - open), 1)
      for (const { type, score } of withIt.parts) expect(score).toBeLessThanOrEqual(WEIGHTS[type].cap)
    }),
  )
})

test('two of a kind add less than twice, and a signal is worth half after its half-life', () => {
  const one = (id: string, days = 0): ScoredSignal => ({
    id,
    type: 'hiring',
    strength: 30,
    occurred_at: new Date(now.getTime() - days * 86_400_000),
  })
  expect(intentOf([one('a')], now).score).toBe(30)
  expect(intentOf([one('a'), one('b')], now).score).toBe(51)
  expect(intentOf([one('a', 14)], now).score).toBe(15)
  const forty = intentOf(
    Array.from({ length: 40 }, (_, at) => one(String(at))),
    now,
  )
  expect(forty).toMatchObject({ score: 60, parts: [{ is_capped: true, signals: 40 }] })
})

test('the first signal of its kind is new, later ones less', () => {
  expect(noveltyOf('hiring', [], now)).toBe(1)
  expect(noveltyOf('hiring', [now], now)).toBe(0.5)
  expect(noveltyOf('hiring', [new Date(now.getTime() - 14 * 86_400_000)], now)).toBeCloseTo(0.667, 3)
})
