// Money survives the way in and out to the last micro-dollar.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { microFromUsd, usdFromMicro } from './money.ts'

it.each([
  [0.1, 100_000],
  [1.005, 1_005_000],
  [0.000001, 1],
  [0.0000005, 1],
  [0.0000004, 0],
  [1.0000005, 1_000_001],
  [-0.0000015, -2],
  [1e-9, 0],
  [123456.789012, 123_456_789_012],
])('%f USD is %i micro-USD', (usd, micro) => {
  expect(microFromUsd(usd)).toBe(micro)
})

it('keeps every amount exactly through USD and back', () => {
  fc.assert(fc.property(fc.integer({ min: -1e14, max: 1e14 }), (micro) => microFromUsd(usdFromMicro(micro)) === micro))
})

it('never shows more than six decimals, nor a negative zero', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (micro) => {
      const usd = usdFromMicro(micro)
      expect(Object.is(usd, -0)).toBe(false)
      expect(Number(usd.toFixed(6))).toBe(usd)
    }),
  )
})
