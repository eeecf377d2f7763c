// Promises of merged values: of several ways to write one thing the one that a person would keep, and why.
import { expect, test } from 'vitest'
import { firmTokens, isShortenedName } from './firm-name.ts'
import { inLatin } from './latin.ts'
import { fold } from './normal-form.ts'
import { generationOf, splitName } from './person-name.ts'
import { groupSayings, rankCandidates, type ValueCandidate } from './survivorship.ts'

const found = (record: number, value: string, more: Partial<ValueCandidate> = {}): ValueCandidate => ({
  ...{ record, value, method: 'import', confidence: null, fetched_at: null },
  ...more,
})
type Kind = Parameters<typeof rankCandidates>[1]['kind']
const winner = (kind: Kind, ...all: ValueCandidate[]) => {
  const { candidates, why } = rankCandidates(all, { kind })
  return [candidates[0]?.value, why]
}

test.each<[Kind, string, string, string]>([
  ['full_name', 'Juergen Gross', 'Jürgen Groß', 'it has its accents'],
  ['full_name', 'Muller, Jurgen', 'Jürgen Müller', 'it has its accents'],
  ['full_name', 'JOHN SMITH', 'John Smith', 'it is not all capitals'],
  ['full_name', 'john smith', 'John Smith', 'it has its capitals'],
  ['full_name', 'J. Smith', 'John Smith', 'it is written in full'],
  ['firm', 'ACME WIDGETS GMBH', 'Acme Widgets', 'it is not all capitals'],
  ['firm', 'Acme Widgets', 'Acme Widgets GmbH', 'it is written in full'],
  ['firm', 'Acme Mfg Intl', 'Acme Manufacturing International', 'it is written in full'],
  ['firm', 'Mueller & Soehne', 'Müller & Söhne', 'it has its accents'],
  ['city', 'Muenchen', 'München', 'it has its accents'],
  ['country', 'DE', 'Germany', 'it is written in full'],
  ['region', 'CA', 'California', 'it is written in full'],
  ['street', '12 Main St', '12 Main Street', 'it is written in full'],
  ['phone', '030 901820', '+49 30 901820', 'it has the code of its country'],
  ['email', 'Ann.Meier@Quill.example', 'ann.meier@quill.example', 'it is in small letters'],
  ['website', 'http://www.quill.example/index.html?utm_source=x', 'https://quill.example', 'it is secure'],
])('of a %s written as %s and as %s the second is kept', (kind, one, other, why) => {
  expect(winner(kind, found(1, one), found(2, other))).toEqual([other, why])
  expect(winner(kind, found(1, other), found(2, one))).toEqual([other, why])
})

test('records that say one thing in several ways are counted together, and the best source decides among things said', () => {
  expect(winner('city', found(1, 'Ulm'), found(2, 'MUENCHEN'), found(3, 'München'))[0]).toBe('München')
  expect(winner('city', found(1, 'Ulm', { method: 'api' }), found(2, 'Bonn'))).toEqual([
    'Ulm',
    'its source is more trusted',
  ])
  expect(winner('city', found(1, 'ULM', { method: 'manual' }), found(2, 'Ulm'))).toEqual(['ULM', 'a user entered it'])
})

test('an initial that may be either of two is neither, and father and son are two', () => {
  const all = [found(1, 'J. Smith'), found(2, 'J. Smith'), found(3, 'John Smith'), found(4, 'Jane Smith')]
  expect(winner('full_name', ...all)[0]).toBe('J. Smith')
  expect(winner('full_name', ...all.slice(0, 3))[0]).toBe('John Smith')
  expect(winner('full_name', found(1, 'John Quill Jr'), found(2, 'John Quill Sr'))[1]).not.toBe('it is written in full')
})

test('what belongs to the other values that are shown wins over what most records say', () => {
  const all = [found(1, 'Berlin'), found(2, 'Paris'), found(3, 'Paris')]
  const { candidates, why } = rankCandidates(all, { kind: 'city', belongs: new Set([1]) })
  expect([candidates[0]?.value, why]).toEqual(['Berlin', 'it belongs to the other values that are shown'])
})

test('of two states with no word on which is newer the one that has come further is shown', () => {
  const steps = ['new', 'contacted', 'qualified', 'converted']
  const { candidates } = rankCandidates([found(1, 'contacted'), found(2, 'converted')], { kind: 'category', steps })
  expect(candidates[0]?.value).toBe('converted')
})

/** Whether the first is the second with something left out, by the two alone. */
const SHORT_FOR: Partial<Record<Kind, (short: string, long: string) => boolean>> = {
  firm(short, long) {
    const [a, b] = [firmTokens(fold(short)), firmTokens(fold(long))]
    return a.join(' ').length < b.join(' ').length && isShortenedName(a, b)
  },
  phone(short, long) {
    const [a, b] = [short, long].map((text) => text.replace(/\D/g, '').replace(/^0+/, '')) as [string, string]
    return a.length >= 7 && a.length < b.length && b.endsWith(a) && !short.startsWith('+')
  },
  full_name(short, long) {
    const [one, other] = [splitName(short), splitName(long)]
    const [x, y] = [fold(inLatin(one.given)), fold(inLatin(other.given))]
    if (generationOf(short, 2) !== generationOf(long, 2) || y.length < 2) return false
    return areOne('surname', one.surname, other.surname) && x.length <= 1 && y.startsWith(x)
  },
}
const areOne = (kind: Kind, a: string, b: string) => new Set(groupSayings(kind, [a, b])).size === 1

/** Every value with every other. */
function pairwise(kind: Kind, values: readonly string[]): number[] {
  const isShort = SHORT_FOR[kind] ?? (() => false)
  const isOne = (a: string, b: string) => areOne(kind, a, b) && !isShort(a, b) && !isShort(b, a)
  const grouped = (of: readonly number[], pairs: readonly (readonly [number, number])[]) =>
    pairs.reduce<number[]>(
      (groups, [a, b]) => {
        const [x, y] = [groups[a] as number, groups[b] as number]
        return groups.map((group) => (group === Math.max(x, y) ? Math.min(x, y) : group))
      },
      [...of],
    )
  const places = [...values.keys()]
  const alike = places.flatMap((a) =>
    places.filter((b) => isOne(values[a] as string, values[b] as string)).map((b) => [a, b] as const),
  )
  const said = grouped(places, alike)
  const short = places.flatMap((a) => {
    const longs = places.filter((b) => said[a] !== said[b] && isShort(values[a] as string, values[b] as string))
    return new Set(longs.map((b) => said[b])).size === 1 ? [[a, longs[0] as number] as const] : []
  })
  return grouped(said, short)
}

const WORDS: Partial<Record<Kind, readonly (readonly string[])[]>> = {
  full_name: [
    ['J.', 'John', 'JANE', 'Jürgen', 'Juergen', 'A', 'Ann', 'Dr. Ann', '', 'Юрий'],
    ['Smith', 'smith', 'Müller', 'Mueller', 'van Dyk', 'Иванов'],
    ['', '', 'Jr', 'Sr'],
  ],
  firm: [
    ['Acme', 'ACME', 'Borea', 'Chem', 'Chemical', ''],
    ['Mfg', 'Manufacturing', 'Intl', 'International', 'Söhne', 'Soehne'],
    ['', 'GmbH', 'Tech', 'Technologies', 'Inc.'],
  ],
  phone: [
    ['', '0', '+49', '0049', '49 ', '+41'],
    ['30', '030', '', '40'],
    ['901820', '90 18 20', '9018201', 'none'],
  ],
  city: [['München', 'Muenchen', 'ULM', 'Ulm', '-', ' ']],
}

test.each(Object.entries(WORDS))('values of a %s are in the groups that comparing every two gives', (kind, parts) => {
  let state = 7
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  for (let round = 0; round < 60; round++) {
    const values = Array.from({ length: 1 + next(12) }, () =>
      parts
        .map((words) => words[next(words.length)])
        .join(' ')
        .trim(),
    )
    expect(groupSayings(kind as Kind, values), values.join(' | ')).toEqual(pairwise(kind as Kind, values))
  }
})
