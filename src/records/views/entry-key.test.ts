// The keys of entries, as the database orders lists of texts, stand in the order of the keys of rows, whatever those are.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SortKey } from '../../engine/filter/sort.ts'
import { compareTexts } from '../../engine/values/text-order.ts'
import { decodeKeys, type EntryKeys, encodeKeys, type KeyShape, readingOf } from './entry-key.logic.ts'

const numbers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
const texts = fc
  .oneof(
    fc.constantFrom('a', 'ab', 'b', 'é', 'item 2', 'item 10', '\u{1F600}', '\uFFFD'),
    fc.string({ unit: 'grapheme' }),
  )
  .filter((text) => text !== '' && !text.includes('\0'))
const shape = fc.record({
  kind: fc.constantFrom('number' as const, 'text' as const),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
})
const keysOf = (shapes: readonly KeyShape[]) =>
  fc.tuple(...shapes.map(({ kind }) => fc.option<SortKey>(kind === 'number' ? numbers : texts, { freq: 4 })))
const cases = fc
  .array(shape, { minLength: 1, maxLength: 4 })
  .filter((shapes) => readingOf(shapes) !== null)
  .chain((shapes) => fc.tuple(fc.constant(shapes), keysOf(shapes), keysOf(shapes)))

function compare(shapes: readonly KeyShape[], a: readonly SortKey[], b: readonly SortKey[]): number {
  for (const [index, { dir }] of shapes.entries()) {
    const [one = null, other = null] = [a[index], b[index]]
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1
      continue
    }
    const order = typeof one === 'number' ? Math.sign(one - Number(other)) : Math.sign(compareTexts(one, String(other)))
    if (order !== 0) return dir === 'asc' ? order : -order
  }
  return 0
}

/** As PostgreSQL compares arrays of texts: null after all of them. */
function compareLists(one: EntryKeys, other: EntryKeys): number {
  for (const [index, a] of one.entries()) {
    const b = other[index] ?? null
    const order = a === null || b === null ? Number(a === null) - Number(b === null) : Math.sign(compareTexts(a, b))
    if (order !== 0) return order
  }
  return 0
}

it('orders any two rows as their keys do', () => {
  fc.assert(
    fc.property(cases, ([shapes, a, b]) => {
      const order = compareLists(encodeKeys(shapes, a), encodeKeys(shapes, b))
      expect(readingOf(shapes) === 'desc' ? 0 - order : order).toBe(compare(shapes, a, b))
    }),
    { numRuns: 2000 },
  )
})

it('gives the keys back', () => {
  fc.assert(
    fc.property(cases, ([shapes, keys]) => {
      const plain = keys.map((key) => (Object.is(key, -0) ? 0 : key))
      expect(decodeKeys(shapes, encodeKeys(shapes, keys))).toEqual(plain)
    }),
  )
})

it('makes no index of texts of which some ascend and others descend', () => {
  const [up, down] = [{ kind: 'text', dir: 'asc' } as const, { kind: 'text', dir: 'desc' } as const]
  expect([readingOf([up, up]), readingOf([down]), readingOf([up, down])]).toEqual(['asc', 'desc', null])
  expect(readingOf([{ kind: 'number', dir: 'desc' }])).toBe('asc')
})
