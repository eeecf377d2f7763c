// What tells people apart who share a name, a home or a mailbox, and what brings one name in two spellings together.
import { expect, test } from 'vitest'
import { comparePair, exchangeOf } from './compare.ts'
import { findPairs } from './deduplicate.ts'
import { type ColumnRole, fieldsOf } from './match-fields.ts'
import { normalForm } from './normal-form.ts'
import { generationOf, splitName } from './person-name.ts'
import { frequenciesOf, normalRecord, tableOf } from './prepared.ts'
import { comparisonsOf, explainPair } from './reasons.ts'

const ROLES: readonly ColumnRole[] = [
  { column: 'name', role: 'full_name' },
  { column: 'born', role: 'date' },
  { column: 'email', role: 'email' },
  { column: 'phone', role: 'phone' },
  { column: 'street', role: 'street' },
  { column: 'city', role: 'city' },
]
const { fields, read } = fieldsOf(ROLES)
type Person = Partial<Record<'name' | 'born' | 'email' | 'phone' | 'street' | 'city', string>>

/** More people, so that names and addresses are as frequent as in a longer list. */
const GIVEN =
  'Ada Ben Cleo Dora Emil Fred Gita Hugo Ines Jonas Kira Luca Mina Noel Otto Pia Quinn Rosa Sven Tara'.split(' ')
const BEGINNINGS = 'Ab Bran Co Diet Eng Fab Gra Hahn Is Jost Kern Lor Mar Nag'.split(' ')
const ENDINGS = 'bach berg dorf feld hoff land mann mont rich sen stein thal well wick wood'.split(' ')
const OTHERS: readonly Person[] = Array.from({ length: 210 }, (_, at) => {
  const surname = `${BEGINNINGS[at % 14]}${ENDINGS[at % 15]}`
  return {
    name: `${GIVEN[(at * 7) % 20]} ${surname}`,
    born: `19${50 + ((at * 11) % 45)}-0${1 + (at % 9)}-1${(at * 3) % 10}`,
    email: `${surname.toLowerCase()}@mail${at % 40}.example`,
    street: `${at + 3} ${ENDINGS[(at * 4) % 15]} Road`,
    city: `${BEGINNINGS[(at * 5) % 14]}ton`,
  }
})
/** Some are listed twice, with less. */
const AGAIN: readonly Person[] = OTHERS.filter((_, at) => at % 10 === 0).map(({ name, born, city }) => ({
  name,
  born,
  city,
}))
const SURE = 0.99

function probability(one: Person, other: Person, also: readonly Person[] = []): number {
  const people: readonly Person[] = [one, other, ...also, ...OTHERS, ...AGAIN]
  const records = people.map((person) => normalRecord(fields, read(person)))
  const { pairs } = findPairs({ fields, records, leastWeight: -100 })
  return pairs.find(({ a, b }) => a === 0 && b === 1)?.probability ?? 0
}

function levelOf(kind: 'given_name' | 'surname', one: string, other: string): number {
  const own = [{ name: kind, kind }]
  const records = [one, other].map((name) => normalRecord(own, [name]))
  const table = tableOf(own, records, frequenciesOf(own, records))
  const levels = new Int8Array(1)
  comparePair(table, exchangeOf(table), 0, 1, levels)
  return levels[0] as number
}

test('father and son at one address are told apart by the generation in their names', () => {
  const home = { street: '12 Harbour Lane', city: 'Whitby' }
  const plain = probability({ name: 'Robert Quill', ...home }, { name: 'Robert Quill', ...home })
  const apart = probability({ name: 'Robert Quill Sr.', ...home }, { name: 'Quill, Robert, Jr', ...home })
  expect(plain).toBeGreaterThan(0.9)
  expect(apart).toBeLessThan(plain / 2)
})

test('a generation that differs speaks against a pair more than a slip in a name would', () => {
  const people = [{ name: 'Robert Quill Sr.' }, { name: 'Robert Quill Jr.' }, ...OTHERS, ...AGAIN]
  const records = people.map((person) => normalRecord(fields, read(person)))
  const pair = findPairs({ fields, records, leastWeight: -100 }).pairs.find(({ a, b }) => a === 0 && b === 1)
  expect(pair?.weights[fields.findIndex(({ kind }) => kind === 'generation')]).toBeLessThan(-6)
})

test('siblings of one age, whose names are often alike, are not one person by a name that is alike', () => {
  const home = { born: '1983-11-30', street: '12 Harbour Lane', city: 'Whitby' }
  const alike = probability({ name: 'Darla Quill', ...home }, { name: 'Darlene Quill', ...home })
  expect(alike).toBeLessThan(probability({ name: 'Darla Quill', ...home }, { name: 'Darlla Quill', ...home }))
  expect(alike).toBeLessThan(0.5)
})

test('two that are each the same as a third are the same, unless they differ in what a person has one of', () => {
  const one = { name: 'Robert Quill', email: 'robert.quill@mail.example', city: 'Whitby' }
  const other = { name: 'Robert Stone', phone: '+44 20 7946 0018', city: 'Whitby' }
  const third = { name: 'Robert Stone', email: one.email, phone: other.phone, city: 'Whitby' }
  const alone = probability(one, other)
  const implied = probability(one, other, [third])
  expect(alone).toBeLessThan(0.5)
  expect(implied).toBeGreaterThan(0.9)
  const { why } = explainPair(comparisonsOf(fields, [0, 0], [1, 1]), { name: 'implied', bits: -3 }, 4)
  expect(why).toMatch(/they are both the same as a third\.$/)
  const [early, late] = [
    { ...one, born: '1951-02-11' },
    { ...other, born: '1983-11-30' },
  ]
  expect(probability(early, late, [third])).toBeLessThan(0.5)
})

test('copies of one record do not lower the weight of its values', () => {
  const listed = OTHERS.slice(0, 200).flatMap((person) => Array.from({ length: 5 }, () => person))
  const records = listed.map((person) => normalRecord(fields, read(person)))
  const { pairs, model } = findPairs({ fields, records, leastWeight: 0 })
  const date = fields.findIndex(({ kind }) => kind === 'date')
  const { m, u } = model.fields[date] as (typeof model.fields)[number]
  const usual = Math.log2((m[0] as number) / (u[0] as number))
  const [pair] = pairs
  expect(pair?.levels[date]).toBe(0)
  // The least chance that is believed of so few records takes off four bits; counting the copies would take off five.
  expect(pair?.weights[date]).toBeGreaterThan(usual - 4.5)
})

test('names of a script without vowels, and one name in two spellings, are nearly the same', () => {
  const NEAR = 1
  expect(levelOf('given_name', 'فيصل', 'Faisal')).toBe(NEAR)
  expect(levelOf('surname', 'صديقي', 'Siddiqui')).toBe(NEAR)
  expect(levelOf('surname', 'Ng', 'Nguyen')).not.toBe(NEAR)
  expect(levelOf('given_name', 'Aleksandr', 'Alexander')).toBe(NEAR)
  expect(levelOf('given_name', 'Rosemay', 'Rosemary A')).toBe(NEAR)
  expect(levelOf('given_name', 'Darla', 'Darletta')).not.toBe(NEAR)
  expect(levelOf('given_name', 'Mark', 'Marsha')).not.toBe(NEAR)
})

test('a record that could be either of two people of one name is surely neither', () => {
  const home = { name: 'Robert Quill', street: '12 Harbour Lane', city: 'Whitby' }
  const [father, son] = [
    { ...home, born: '1951-02-11' },
    { ...home, born: '1983-11-30' },
  ]
  expect(probability(home, father)).toBeGreaterThan(0.9)
  expect(probability(home, father, [son])).toBeLessThan(0.6)
  expect(probability(home, son, [father])).toBeLessThan(0.6)
})

test('colleagues who give the mailbox of their firm are not one person by that', () => {
  const shared = probability(
    { name: 'Anna Quill', email: 'info@quill.example' },
    { name: 'Annabelle Quill', email: 'info@quill.example' },
  )
  const own = probability(
    { name: 'Anna Quill', email: 'aquill@quill.example' },
    { name: 'Annabelle Quill', email: 'aquill@quill.example' },
  )
  expect(own).toBeGreaterThan(shared)
  expect(shared).toBeLessThan(SURE)
})

test('a name is compared in Latin letters, whatever script it is written in', () => {
  const forms = (name: string) => {
    const { given, surname } = splitName(name)
    return [normalForm('given_name', given), normalForm('surname', surname)]
  }
  expect(forms('王伟')).toEqual(['wei', 'wang'])
  expect(forms('Александр Васильев')).toEqual(['aleksandr', 'vasilev'])
  expect(forms('Ελένη Παππά')).toEqual(['eleni', 'pappa'])
  expect(forms('Jürgen Müller')).toEqual(['jurgen', 'muller'])
})

test.each([
  ['Ann Senior', '', 'Ann', 'Senior'],
  ['Ann Lee Senior', '1', 'Ann', 'Lee'],
  ['Lee, Ann, III', '3', 'Ann', 'Lee'],
  ['Robert Lee Jr., PhD', '2', 'Robert', 'Lee'],
  ['Dr. Robert Lee', '', 'Robert', 'Lee'],
])('%s is of generation "%s", with the names %s and %s', (name, generation, given, surname) => {
  expect(generationOf(name, 2)).toBe(generation)
  expect(splitName(name)).toEqual({ given, surname })
})

test('what is certain is never said to be two, and the weights of a pair add up to what it says', () => {
  const told = comparisonsOf(fields, [0, 0], [3, 2])
  const colleague = { name: 'colleague', bits: 4 }
  const unsure = explainPair(told, colleague, -1.5)
  expect(unsure.why).toMatch(/; they may be two people of one firm\.$/)
  expect(explainPair(told, colleague, -1.5, 'e-mail address').why).toMatch(
    /^Known by the e-mail address\. (?!.*may be)/,
  )
  for (const certain of [9, 30, 60]) expect(explainPair(told, colleague, certain).why).not.toMatch(/may be/)
  expect(unsure.base_weight + (unsure.relation?.weight ?? 0) + 3 + 2).toBeCloseTo(-1.5, 2)
})
