// Promises of paths in the app: what a click writes is read back as what was clicked.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { everyItem, pathOf, stepsIn, stepTo, valueAt } from './path.logic.ts'

function placesIn(value: unknown, steps: string[] = []): { steps: string[]; there: unknown }[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => placesIn(member, [...steps, stepTo(value, key)]))
      : []
  return [{ steps, there: value }, ...inside]
}

it('the path that is written for a place reads that place, whatever the value', () => {
  const names = fc.oneof(
    fc.constantFrom('a', 'b', 'a.b', 'a.b.a', '', ' a', '$', '0', '[0]', '"', "'", '{{', '\\', 'A'),
    fc.string(),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('x', 1, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, (json) => {
      for (const { steps, there } of placesIn(json)) {
        const path = pathOf(steps)
        expect(stepsIn(path), path).toEqual(steps)
        expect(valueAt(json, stepsIn(path) ?? []), path).toEqual(there)
      }
    }),
  )
})

it('reads what people write, and names in quotes', () => {
  const odd = {
    '@odata.nextLink': 'next',
    'a.b': { c: 'literal' },
    a: { b: { c: 'nested' } },
    items: [{ n: 1 }, { n: 2 }],
  }
  const at = (path: string) => valueAt(odd, stepsIn(path) ?? ['nowhere'])
  expect(
    ['@odata.nextLink', "['@odata.nextLink']", 'a.b.c', 'A["b"].C', '$.items[ 1 ].n', 'items.n', 'items[].n'].map(at),
  ).toEqual(['next', 'next', 'literal', 'nested', 2, [1, 2], [1, 2]])
  for (const path of ['a..b', 'a.', 'a[', '["a"b"]', 'a[x]']) expect(stepsIn(path)).toBeNull()
  expect(everyItem('items[0]["x[1]"].n')).toBe('items[]["x[1]"].n')
})
