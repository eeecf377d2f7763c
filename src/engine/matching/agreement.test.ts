// How alike two values of a kind are said to be: the words that a person reads beside a proposed pair.
import { expect, test } from 'vitest'
import { comparePair, exchangeOf, MISSING } from './compare.ts'
import { correctionOf, type Label, NO_CORRECTION } from './learning.ts'
import { LEVELS } from './levels.ts'
import type { FieldKind, MatchField } from './match-fields.ts'
import { frequenciesOf, normalRecord, tableOf } from './prepared.ts'
import { relationsOf } from './related.ts'

function levelsOf(fields: readonly MatchField[], one: readonly string[], other: readonly string[]): number[] {
  const records = [one, other].map((values) => normalRecord(fields, values))
  const table = tableOf(fields, records, frequenciesOf(fields, records))
  const levels = new Int8Array(fields.length)
  comparePair(table, exchangeOf(table), 0, 1, levels)
  return [...levels]
}

function agreementOf(kind: FieldKind, one: string, other: string): string | undefined {
  const [level = MISSING] = levelsOf([{ name: kind, kind }], [one], [other])
  return level === MISSING ? 'missing' : LEVELS[kind][level]?.words
}

test.each<[FieldKind, string, string, string]>([
  ['given_name', 'Robert', 'Bob', 'nearly the same'],
  ['given_name', 'Robert', 'R.', 'an initial of the other'],
  ['given_name', 'Robert', 'Anna', 'different'],
  ['surname', 'Meyer', 'Meyer', 'the same'],
  ['surname', 'Hofmann', 'Hoffmann', 'nearly the same'],
  ['surname', 'Meyer', 'Stone', 'different'],
  ['firm', 'Acme Tools GmbH', 'Acme Tools', 'the same'],
  ['firm', 'International Business Machines', 'IBM', 'short for the other'],
  ['firm', 'Acme Tools', 'Zenith Pumps', 'different'],
  ['street', '12 Main Street', '12 Main St.', 'the same'],
  ['street', '12 Main Street', '98 Main Street', 'the same street with another number'],
  ['street', '12 Main Street', '7 Mill Road', 'different'],
  ['city', 'München', 'Munich', 'the same'],
  ['city', 'Hamburg', 'Hamburgh', 'nearly the same'],
  ['city', 'Hamburg', 'Berlin', 'different'],
  ['postcode', '10115', '10116', 'one character off'],
  ['postcode', '10115', '10197', 'of the same area'],
  ['postcode', '10115', '80331', 'different'],
  ['country', 'US', 'United States', 'the same'],
  ['date', '1980-04-12', '1980-12-04', 'one digit off or day and month exchanged'],
  ['date', '1980-04-12', '1980-07-30', 'of the same year'],
  ['date', '1980-04-12', '1971-07-30', 'different'],
  ['identifier', 'DE1234567', 'DE1234567', 'the same'],
  ['identifier', 'DE1234567', 'DE1234568', 'one character off'],
  ['identifier', 'DE1234567', 'DE1234589', 'two characters off'],
  ['identifier', 'DE1234567', 'FR9876543', 'different'],
  ['email', 'ann.stone@acme.com', 'ann.stome@acme.com', 'nearly the same'],
  ['email', 'ann.stone@acme.com', 'bob@acme.com', 'of the same domain'],
  ['email', 'person6@acme.com', 'person41@acme.com', 'of the same domain'],
  ['email', 'ann.stone@acme.com', 'ann.stone2@acme.com', 'of the same domain'],
  ['email', 'ann.stone@acme.com', 'bob@zenith.com', 'different'],
  ['phone', '+49 30 901820', '030 901820', 'the same'],
  ['phone', '+49 30 9018200', '+49 30 9018201', 'of the same exchange'],
  ['phone', '+49 30 9018200', '+49 30 9118200', 'one digit off'],
  ['phone', '+49 30 9018200', '+49 40 7771234', 'different'],
  ['domain', 'acme.com', 'acme.com', 'the same'],
  ['domain', 'acmetools.com', 'acmetool.com', 'nearly the same'],
  ['domain', 'acme.com', 'zenith.com', 'different'],
  ['people', 'Ann Miller, Bob Stone', 'Bob Stone, Ann Miller', 'the same people'],
  ['people', 'Ann Miller, Bob Stone', 'A. Miller, B. Stone', 'the same people'],
  ['people', 'Ann Miller', 'Cy Frost', 'different'],
  ['number', '1999', '1999', 'the same'],
  ['number', '1999', '2000', 'off by one'],
  ['number', '1999', '2007', 'different'],
  ['surname', 'Meyer', '', 'missing'],
])('the %s of %j and %j is %s', (kind, one, other, words) => {
  expect([agreementOf(kind, one, other), agreementOf(kind, other, one)]).toEqual([words, words])
})

test('longer text is nearly the same with a slip in a word, and different when no word is shared', () => {
  const text = 'annual report on the state of river pollution'
  expect(agreementOf('text', text, 'annual report on the state of river polution')).toBe('nearly the same')
  expect(agreementOf('text', text, 'cooking without salt for beginners')).toBe('different')
})

test('a given name and a surname in each other’s place are said to be exchanged, and count once', () => {
  const fields: MatchField[] = [
    { name: 'given', kind: 'given_name' },
    { name: 'last', kind: 'surname' },
  ]
  const [given, last] = levelsOf(fields, ['Robert', 'Thornton'], ['Thornton', 'Robert'])
  expect(given).toBe(MISSING)
  expect(LEVELS.surname[last as number]?.words).toBe('exchanged with the given name')
})

test('a relation is told only where the fields that tell it are there', () => {
  const namesOf = (...kinds: FieldKind[]) =>
    relationsOf(kinds.map((kind) => ({ name: kind, kind }))).map(({ name }) => name)
  expect(namesOf('given_name', 'surname')).toEqual([])
  expect(namesOf('given_name', 'date')).toEqual([])
  expect(namesOf('given_name', 'date', 'street')).toEqual(['twins', 'namesake'])
  expect(namesOf('surname', 'firm')).toEqual(['colleague'])
  expect(namesOf('firm', 'city')).toEqual(['branch', 'neighbor'])
  expect(namesOf('firm', 'domain')).toEqual(['sister'])
  expect(namesOf('surname', 'phone')).toEqual(['household'])
})

const labelsAt = (weights: readonly number[], isSame: (weight: number) => boolean): Label[] =>
  Array.from({ length: 20 }, () => weights.map((weight) => ({ weight, isSame: isSame(weight) }))).flat()

test('what reviewers reject at high weights makes pairs less probable, what they merge at low ones more', () => {
  const tooSure = correctionOf(labelsAt([-6, -2, 2, 4, 6, 8], (weight) => weight > 5))
  expect(tooSure.offset).toBeLessThan(-1)
  const tooShy = correctionOf(labelsAt([-8, -6, -4, -2, 2, 6], (weight) => weight > -5))
  expect(tooShy.offset).toBeGreaterThan(1)
})

test('decisions that agree with the weights leave even odds where they are', () => {
  const agreed = correctionOf(labelsAt([-8, -4, -2, 2, 4, 8], (weight) => weight > 0))
  expect(Math.abs(agreed.offset)).toBeLessThan(0.01)
  expect(agreed.scale).toBeGreaterThan(1)
})

test('too few decisions, or decisions of one kind only, change nothing', () => {
  expect(correctionOf(labelsAt([4], () => false))).toBe(NO_CORRECTION)
  expect(correctionOf(labelsAt([-4, 4, 6], (weight) => weight > 5).slice(0, 29))).toBe(NO_CORRECTION)
})
