// Cut text is text: whatever was whole before has no half of a character after.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText, shortText } from './cut-text.ts'

const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)
const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '🇩🇪', '中'), maxLength: 12 })

it('keeps the beginning, as much of it as fits, and never half of a character', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 20 }), (text, most) => {
      const cut = cutText(text, most)
      expect([text.startsWith(cut), isWhole(cut), cut.length <= most]).toEqual([true, true, true])
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1)
    }),
  )
})

it('shows that something is missing, and only then', () => {
  expect([shortText('four', 4), shortText('fives', 4), shortText('abc😀', 4)]).toEqual(['four', 'five…', 'abc…'])
})
