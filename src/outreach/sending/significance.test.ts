// How certain figures are, against published values.
import { expect, test } from 'vitest'
import { conclude, fisher, wilson } from './significance.logic.ts'

test('intervals are those of Wilson', () => {
  const { low, high } = wilson(10, 100) ?? { low: 0, high: 0 }
  expect(low).toBeCloseTo(0.0552, 4)
  expect(high).toBeCloseTo(0.1744, 4)
  expect(wilson(0, 20)?.low).toBe(0)
  expect(wilson(0, 0)).toBeNull()
})

test("p-values are those of Fisher's exact test", () => {
  // The lady tasting tea: 3 of 4 and 1 of 4.
  expect(fisher(3, 4, 1, 4)).toBeCloseTo(0.4857, 4)
  expect(fisher(1, 10, 9, 10)).toBeCloseTo(0.0011, 4)
  expect(fisher(5, 10, 5, 10)).toBeCloseTo(1, 6)
})

test('a difference is claimed only where chance could hardly make it', () => {
  expect(
    conclude([
      { name: 'A', sent: 50, replied: 5 },
      { name: 'B', sent: 50, replied: 2 },
    ]).significant,
  ).toBe(false)
  expect(
    conclude([
      { name: 'A', sent: 500, replied: 60 },
      { name: 'B', sent: 500, replied: 20 },
    ]),
  ).toMatchObject({ significant: true, text: expect.stringMatching(/^A gets more replies/) })
  expect(conclude([{ name: 'A', sent: 500, replied: 60 }]).text).toMatch(/nothing to compare/)
})
