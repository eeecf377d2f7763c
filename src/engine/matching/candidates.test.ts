// Promises of what makes a scan fast: it leaves the same candidates, levels and weights as doing everything for every pair would.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsAsSet } from '../../../bench/quality/matching-sets.ts'
import { organizations } from '../../../bench/quality/organizations.ts'
import { blockingKeys, MAX_BLOCK } from './blocking.ts'
import { blocksOf, eachCandidate } from './candidates.ts'
import { comparePair, exchangeOf } from './compare.ts'
import { findPairs } from './deduplicate.ts'
import { levelMemo, UNSEEN } from './level-memo.ts'
import type { MatchField } from './match-fields.ts'
import { frequenciesOf, type NormalRecord, normalRecord, tableOf } from './prepared.ts'
import { editDistance, jaroWinkler, jaroWinklerFrom } from './similarity.ts'

const FIELDS: readonly MatchField[] = [
  { name: 'company', kind: 'firm' },
  { name: 'city', kind: 'city' },
  { name: 'postcode', kind: 'postcode' },
  { name: 'address', kind: 'street' },
]
const recordOf = (...values: string[]) => normalRecord(FIELDS, values)
const record = fc
  .tuple(
    fc.constantFrom('Acme Tools GmbH', 'Acme Tols', 'North Pole Sea Freight', 'Bolt Works Ltd', 'ACME', ''),
    fc.constantFrom('Berlin', 'Hamburg', ''),
    fc.constantFrom('10115', '20095', ''),
    fc.constantFrom('12 Main Street', '7 Mill Road', ''),
  )
  .map((values) => recordOf(...values))

function candidatesOf(fields: readonly MatchField[], records: readonly NormalRecord[]): string[] {
  const table = tableOf(fields, records, frequenciesOf(fields, records))
  const pairs: string[] = []
  eachCandidate(table, blocksOf(table), (a, b) => pairs.push(`${a} ${b}`))
  return pairs
}

test('the candidates are exactly the pairs that share a blocking key, each once', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (records) => {
      const keys = records.map((one) => new Set(blockingKeys(FIELDS, one)))
      const expected = records.flatMap((_, a) =>
        records.flatMap((_, b) =>
          a < b && [...(keys[a] ?? [])].some((key) => keys[b]?.has(key)) ? [`${a} ${b}`] : [],
        ),
      )
      expect(candidatesOf(FIELDS, records).sort()).toEqual(expected.sort())
    }),
  )
})

test('a key of very many brings nobody together, and those who share a rarer one still meet', () => {
  const many = Array.from({ length: MAX_BLOCK + 1 }, (_, n) => recordOf('Acme Tools', '', String(10_000 + n), ''))
  expect(candidatesOf(FIELDS, many)).toEqual([])
  const twin = recordOf('Acme Tools', '', '10000', '')
  expect(candidatesOf(FIELDS, [...many, twin])).toEqual([`0 ${many.length}`])
})

test('levels that are remembered are those that were found', () => {
  const { fields, records } = rowsAsSet('firms', organizations(21, 100), 'firm')
  const fresh = () => tableOf(fields, records, frequenciesOf(fields, records))
  const levelsOf = (table: ReturnType<typeof fresh>, a: number, b: number) => {
    const levels = new Int8Array(fields.length)
    comparePair(table, exchangeOf(table), a, b, levels)
    return levels.join()
  }
  const used = fresh()
  const pairs = records.flatMap((_, a) => [1, 2, 5].map((step) => [a, (a + step) % records.length] as const))
  const first = pairs.map(([a, b]) => levelsOf(used, a, b))
  expect(pairs.map(([a, b]) => levelsOf(used, a, b))).toEqual(first)
  const few = pairs.filter((_, n) => n % 40 === 0)
  expect(few.map(([a, b]) => levelsOf(fresh(), a, b))).toEqual(first.filter((_, n) => n % 40 === 0))
})

test('what is remembered of a pair of values is never that of another', () => {
  const place = fc.nat(2999)
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place), { maxLength: 2000 }), fc.constantFrom(3, 3000), (pairs, values) => {
      const memo = levelMemo(values)
      const level = (a: number, b: number) => (a * 31 + b) % 6
      for (const [x, y] of pairs) {
        const [a, b] = [x % values, y % values]
        expect([UNSEEN, level(a, b)]).toContain(memo.recall(a, b))
        memo.keep(a, b, level(a, b))
        expect(memo.recall(a, b)).toBe(level(a, b))
      }
    }),
    { numRuns: 20 },
  )
})

test('a least weight passes over no pair that reaches it', () => {
  const { fields, records } = rowsAsSet('firms', organizations(22, 150), 'firm')
  const all = findPairs({ fields, records, leastWeight: Number.NEGATIVE_INFINITY }).pairs
  for (const leastWeight of [-20, -3.2, 0, 6]) {
    const reached = all.filter(({ weight }) => weight >= leastWeight)
    expect(reached.length).toBeGreaterThan(0)
    expect(findPairs({ fields, records, leastWeight }).pairs).toEqual(reached)
  }
})

test('a similarity with a floor is the similarity where that is reached, else nothing', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeé1 '), maxLength: 10 })
  fc.assert(
    fc.property(word, word, fc.constantFrom(0.7, 0.8, 0.9, 0.92), (a, b, least) => {
      const alike = jaroWinkler(a, b)
      expect(jaroWinklerFrom(least, a, b)).toBe(alike >= least ? alike : 0)
    }),
    { numRuns: 2000 },
  )
})

test('the distance of two texts is the fewest edits, counted up to a limit', () => {
  const edits = (text: string) =>
    new Set(
      [...Array(text.length + 1).keys()].flatMap((at) => [
        text.slice(0, at) + text.slice(at + 1),
        ...[...'abc'].flatMap((letter) => [
          text.slice(0, at) + letter + text.slice(at),
          text.slice(0, at) + letter + text.slice(at + 1),
        ]),
        ...(at < text.length - 1 ? [text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)] : []),
      ]),
    )
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const isOne = edits(a).has(b)
      expect(editDistance(a, b, 1)).toBe(a === b ? 0 : isOne ? 1 : 2)
      expect(Math.min(2, editDistance(a, b, 2))).toBe(a === b ? 0 : isOne ? 1 : 2)
    }),
    { numRuns: 1000 },
  )
})
