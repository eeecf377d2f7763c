// Promises of paths: every place can be written, every way of writing one means the same, and a blank is told from another answer.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import {
  answerAt,
  hasPlaceFor,
  isThere,
  missingWords,
  parsePath,
  parseTail,
  pathTo,
  tailText,
  withValueAt,
} from './path.ts'
import { renderByName } from './render.ts'
import { renameReference, writeReference } from './template.ts'

const cases: [Json, string, boolean][] = [
  [{ data: { mail: null } }, 'data.mail', true],
  [{ data: {} }, 'data.mail', true],
  [{ data: { name: 'A' } }, 'data.mail', true],
  [{ Data: { name: 'A' } }, 'data.mail', true],
  [{ data: null }, 'data.items[0].mail', true],
  [{ data: { items: [] } }, 'data.items[0].mail', true],
  [{ data: { items: [{ name: 'A' }] } }, 'data.items[1].mail', true],
  [{ items: [{ name: 'A' }, { contact: null }] }, 'items[].contact.mail', true],
  [{}, 'data.mail', true],
  [null, 'data.mail', true],
  [{ error: 'x' }, 'mail', true],
  [{ result: { mail: 'a@b.c' } }, 'data.mail', false],
  [{ data: 'none' }, 'data.mail', false],
  [{ data: { rows: [{ mail: 'a@b.c' }] } }, 'data.items[0].mail', false],
  [{ items: [{ name: 'A' }] }, 'items[].contact.mail', false],
  [[{ name: 'A' }], '[0].contact.mail', false],
  ['text', 'data', false],
]

it.each(cases)('in %j there is a place for %s: %s', (answer, path, expected) => {
  expect(hasPlaceFor(answer, path)).toBe(expected)
})

const odd: Json = {
  '@odata.nextLink': 'next',
  'a.b': { c: 'literal' },
  a: { b: { c: 'nested' }, 'x[0]': 'bracket', 'say "hi"': 'quote', "it's": 'single' },
  items: [{ 'e.mail': 'a@b.c', n: 1 }, { n: 2 }],
  $: 'dollar',
  $schema: 'schema',
  '0': 'zero',
}

it.each<[string, Json]>([
  ['@odata.nextLink', 'next'],
  ['["@odata.nextLink"]', 'next'],
  ["['@odata.nextLink']", 'next'],
  ['$["@odata.nextLink"]', 'next'],
  ['a.b.c', 'literal'],
  ['a["b"].c', 'nested'],
  ['["a"].b.c', 'nested'],
  ['["a.b"].c', 'literal'],
  ['a["x[0]"]', 'bracket'],
  ['a["say ""hi"""]', 'quote'],
  [`a['say "hi"']`, 'quote'],
  ["a['it''s']", 'single'],
  ['a["B"]', null],
  ['A["b"].C', 'nested'],
  ['items[0].e.mail', 'a@b.c'],
  ['items[]["e.mail"]', ['a@b.c']],
  ['items.n', [1, 2]],
  ['items[1].n', 2],
  ['items.1.n', 2],
  ['items[ 1 ] .n', 2],
  ['["$"]', 'dollar'],
  ['$schema', 'schema'],
  ['["0"]', 'zero'],
  ['0', 'zero'],
  ['$', odd],
  ['', odd],
])('the path %s reads %j', (path, value) => {
  expect(parsePath(path)).not.toBeNull()
  expect(answerAt(odd, path)).toEqual(value)
})

it.each([
  'a..b',
  '.a',
  'a.',
  'a[',
  'a]',
  'a[x]',
  '["a"b"]',
  'a["b]',
  '["a"]b',
  'a[-1]',
  `x${'.x'.repeat(100)}`,
  'x'.repeat(4001),
])('%s is refused, not guessed at', (path) => {
  expect(parsePath(path)).toBeNull()
})

describe('for any JSON value', () => {
  const names = fc.oneof(
    fc.constantFrom('a', 'b', 'a.b', 'b.a', 'a.b.a', '', ' a', '$', '0', '[0]', '"', "'", '{{', '\\', 'A'),
    fc.string(),
  )
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Json>('x', 1, true, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  const placesIn = (json: Json, place: (string | number)[] = []): { place: (string | number)[]; there: Json }[] => [
    { place, there: json },
    ...(Array.isArray(json)
      ? json.flatMap((one, index) => placesIn(one, [...place, index]))
      : json !== null && typeof json === 'object'
        ? Object.entries(json).flatMap(([name, one]) => placesIn(one, [...place, name]))
        : []),
  ]

  it('the path that is written for a place reads that place, in answers, templates and formulas', () => {
    fc.assert(
      fc.property(value, (json) => {
        for (const { place, there } of placesIn(json)) {
          const path = pathTo(json, place)
          const steps = parsePath(path)
          expect(answerAt(json, path), path).toEqual(there)
          expect([hasPlaceFor(json, path), isThere(json, path)], path).toEqual([true, true])
          expect(answerAt(withValueAt(json, steps ?? [], 'put'), path), path).toBe('put')
          if (steps === null || place.length === 0) continue
          const tail = tailText(steps)
          expect(parseTail(tail), tail).toEqual(steps)
          const template = writeReference(`Column${tail}`)
          expect(
            renderByName(template, (name) => (name === 'Column' ? json : undefined)),
            template,
          ).toEqual(there)
          expect(renameReference(template, 'Column', 'New')).toBe(writeReference(`New${tail}`))
        }
      }),
    )
  })

  it('of any text that is a path, what is written again is the same path', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'ab.[]"\'0 $')), (letters) => {
        const steps = parsePath(letters.join(''))
        if (steps !== null) expect(parseTail(tailText(steps))).toEqual(steps)
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([
  ['data.items', { data: { results: [1] } }, '"data.items" is not in the answer; it has "data.results"'],
  ['items', { 'a.b': 1, items_total: 2 }, '"items" is not in the answer; it has ["a.b"], "items_total"'],
  ['items[].mail', { items: [{ email: 'a' }] }, '"items[].mail" is not in the answer; it has "items[0].email"'],
  ['items[3]', { items: [1] }, '"items[3]" is not in the answer; "items" is a list of 1 item'],
  ['data.items', { data: 'no' }, '"data.items" is not in the answer; "data" is a text'],
  ['data.items', { data: null }, '"data.items" is not in the answer; "data" is empty'],
  ['a', [], '"a" is not in the answer, which is empty'],
  ['a', 'text', '"a" is not in the answer, which is a text'],
  [
    'x',
    { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 },
    '"x" is not in the answer; it has "a", "b", "c", "d", "e" and 2 more',
  ],
  ['a', { a: null }, null],
] as const)('a path that finds nothing says what there is instead: %s', (path, answer, words) => {
  expect(missingWords(answer as never, path)).toBe(words)
})
