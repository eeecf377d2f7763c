// The bytes of keys stand in the order of the keys, whatever the keys are.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SortKey } from '../../engine/filter/sort.ts'
import { compareCodePoints } from '../../engine/values/value.ts'
import { decodeKey, encodeKey, type KeyShape } from './entry-key.logic.ts'

const numbers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
const texts = fc
  .oneof(fc.constantFrom('', 'a', 'ab', 'b', '\u{1F600}', '\uFFFD', '\u0001'), fc.string({ unit: 'grapheme' }))
  .filter((text) => !text.includes('\0'))
const shape = fc.record({
  kind: fc.constantFrom('number' as const, 'text' as const),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
})
const keysOf = (shapes: readonly KeyShape[]) =>
  fc.tuple(...shapes.map(({ kind }) => fc.option<SortKey>(kind === 'number' ? numbers : texts, { freq: 4 })))
const cases = fc
  .array(shape, { minLength: 1, maxLength: 4 })
  .chain((shapes) => fc.tuple(fc.constant(shapes), keysOf(shapes), keysOf(shapes)))

function compare(shapes: readonly KeyShape[], a: readonly SortKey[], b: readonly SortKey[]): number {
  for (const [index, { dir }] of shapes.entries()) {
    const [one = null, other = null] = [a[index], b[index]]
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1
      continue
    }
    const order =
      typeof one === 'number' ? Math.sign(one - Number(other)) : Math.sign(compareCodePoints(one, String(other)))
    if (order !== 0) return dir === 'asc' ? order : -order
  }
  return 0
}

it('orders any two rows as their keys do', () => {
  fc.assert(
    fc.property(cases, ([shapes, a, b]) => {
      expect(Buffer.compare(encodeKey(shapes, a), encodeKey(shapes, b))).toBe(compare(shapes, a, b))
    }),
    { numRuns: 2000 },
  )
})

it('gives the keys back', () => {
  fc.assert(
    fc.property(cases, ([shapes, keys]) => {
      const plain = keys.map((key) => (Object.is(key, -0) ? 0 : key))
      expect(decodeKey(shapes, encodeKey(shapes, keys))).toEqual(plain)
    }),
  )
})
