// Promises of automatic merging: no two people who share a home, a firm or a telephone, and one person under the spellings of a name.
import { expect, test } from 'vitest'
import { groupsToMerge, mayMergeAlone } from './automatic.ts'
import { type ColumnRole, fieldsOf } from './match-fields.ts'
import { normalRecord } from './prepared.ts'

const ROLES: readonly ColumnRole[] = [
  { column: 'name', role: 'full_name' },
  { column: 'email', role: 'email' },
  { column: 'phone', role: 'phone' },
  { column: 'firm', role: 'firm' },
  { column: 'domain', role: 'domain' },
  { column: 'street', role: 'street' },
  { column: 'city', role: 'city' },
  { column: 'linkedin', role: 'identifier' },
  { column: 'born', role: 'date' },
]
const { fields, read } = fieldsOf(ROLES)
type Person = Record<string, string>
const formOf = (person: Person) => normalRecord(fields, read(person))
const may = (one: Person, other: Person) => mayMergeAlone(fields, formOf(one), formOf(other))

/** All that a couple, or father and son in one firm, share. */
const SHARED = {
  phone: '+49 30 901820',
  firm: 'Quill & Partners GmbH',
  domain: 'quill.example',
  street: '12 Harbour Lane',
  city: 'Whitby',
}

const OTHERS: readonly [string, string][] = [
  ['Maria Quill', 'Mario Quill'],
  ['Christian Quill', 'Christina Quill'],
  ['Daniel Quill', 'Daniela Quill'],
  ['Daniel Quill', 'Danielle Quill'],
  ['Paul Quill', 'Paula Quill'],
  ['Robert Quill', 'Roberta Quill'],
  ['Martin Quill', 'Martina Quill'],
  ['Simon Quill', 'Simone Quill'],
  ['André Quill', 'Andrea Quill'],
  ['Andreas Quill', 'Andrea Quill'],
  ['Patrick Quill', 'Patricia Quill'],
  ['Joseph Quill', 'Josephine Quill'],
  ['Gabriel Quill', 'Gabriele Quill'],
  ['Alexander Quill', 'Alexandra Quill'],
  ['Francis Quill', 'Frances Quill'],
  ['Jean Quill', 'Jeanne Quill'],
  ['Michel Quill', 'Michelle Quill'],
  ['Julian Quill', 'Julia Quill'],
  ['Marius Quill', 'Maria Quill'],
  ['Carlos Quill', 'Carla Quill'],
  ['Giovanni Quill', 'Giovanna Quill'],
  ['Stephan Quill', 'Stephanie Quill'],
  ['Louis Quill', 'Louise Quill'],
  ['Luca Quill', 'Lucas Quill'],
  ['Claudio Quill', 'Claudia Quill'],
  ['Antonio Quill', 'Antonia Quill'],
  ['Nicolas Quill', 'Nicola Quill'],
  ['Jean-Paul Quill', 'Jean-Pierre Quill'],
  ['Mary Quill', 'Mark Quill'],
  ['John Quill', 'Joan Quill'],
  ['John Quill', 'Mary Quill'],
  ['Karl Quill', 'Petra Quill'],
  ['Darla Quill', 'Darlene Quill'],
  ['Quill, Robert', 'Quill, Roberta'],
  ['Hans Quill', 'Heidi Quill'],
  ['Erik Quill', 'Erika Quill'],
  ['Emil Quill', 'Emilia Quill'],
  ['Philip Quill', 'Philippa Quill'],
  ['Wilhelm Quill', 'Wilhelmina Quill'],
] as [string, string][]

const GENERATIONS: readonly [string, string][] = [
  ['John Quill Jr', 'John Quill Sr'],
  ['John Quill Jr.', 'Quill Sr., John'],
  ['John Quill II', 'John Quill III'],
  ['Jean Quill père', 'Jean Quill fils'],
  ['Jean Quill pere', 'Jean Quill (fils)'],
  ['João Quill', 'João Quill Neto'],
  ['Hans Quill sen.', 'Hans Quill jun.'],
  ['John Quill, Jr.', 'John Quill, III'],
  ['John Quill', 'John Quill Jr'],
  ['João Quill Filho', 'João Quill Neto'],
  ['John Quill 2nd', 'John Quill 3rd'],
  ['Bob Quill Sr', 'Robert Quill Jr'],
] as [string, string][]

test('couples, siblings, fathers and sons who share firm, telephone and home are never merged unseen', () => {
  for (const [one, other] of [...OTHERS, ...GENERATIONS]) {
    expect(may({ ...SHARED, name: one }, { ...SHARED, name: other }), `${one} / ${other}`).toBe(false)
    expect(may({ ...SHARED, name: other }, { ...SHARED, name: one }), `${other} / ${one}`).toBe(false)
  }
})

test('nor are they by a mailbox of the family or the same day of birth of twins', () => {
  for (const [one, other] of [
    ...OTHERS,
    ...GENERATIONS.filter(([name]) => /[JS]r|I|sen|père|pere|Filho|2nd/.test(name)),
  ])
    for (const also of [{ email: 'family.quill@home.example' }, { born: '1980-05-17' }] as Person[])
      expect(may({ ...SHARED, ...also, name: one }, { ...SHARED, ...also, name: other }), `${one} / ${other}`).toBe(
        false,
      )
})

const SAME: readonly [string, string][] = [
  ['Robert Quill', 'Bob Quill'],
  ['William Quill', 'Bill Quill'],
  ['Elizabeth Quill', 'Liz Quill'],
  ['Jhon Quill', 'John Quill'],
  ['Catherine Quill', 'Kathryn Quill'],
  ['Sergei Quill', 'Sergey Quill'],
  ['Mohammed Quill', 'Muhammad Quill'],
  ['Jean-Pierre Quill', 'Jean Pierre Quill'],
  ['Quill, John', 'John Quill'],
  ['John Quill', 'Quill John'],
  ['Michael A. Quill', 'Michael Quill'],
  ['Dr. Anna Quill', 'Anna Quill'],
  ['Anne Quill', 'Anna Quill'],
  ['Юрий Гагарин', 'Yuri Gagarin'],
  ['José Muñoz', 'Jose Munoz'],
  ['Stefan Müller', 'Stefan Mueller'],
  ['Matthew Quill', 'Matt Quill'],
  ['Thomas Quill', 'Tomas Quill'],
  ['Benjamin Quill', 'Benjamni Quill'],
  ['John Quill Jr', 'Quill Jr., John'],
  ['Christian Quill', 'Christian Quil'],
] as [string, string][]

test('one person in two spellings with the same employer is', () => {
  for (const [one, other] of SAME) {
    expect(may({ ...SHARED, name: one }, { ...SHARED, name: other }), `${one} / ${other}`).toBe(true)
    expect(may({ ...SHARED, name: other }, { ...SHARED, name: one }), `${other} / ${one}`).toBe(true)
  }
})

test('an address, a profile or a day of birth is evidence of the person; a shared mailbox, home or telephone is not', () => {
  const ann = { name: 'Ann Quill' }
  const by = (one: Person, other: Person = one) => may({ ...ann, ...one }, { ...ann, ...other })
  expect(by({ email: 'ann.quill@home.example' })).toBe(true)
  expect(by({ linkedin: 'in/ann-quill' })).toBe(true)
  expect(by({ born: '1980-05-17' })).toBe(true)
  expect(by({ firm: 'Acme Widgets' })).toBe(true)
  expect(by({ phone: SHARED.phone })).toBe(false)
  expect(by({ street: SHARED.street, city: SHARED.city })).toBe(false)
  expect(by({ email: 'info@acme.example' })).toBe(false)
  expect(by({ linkedin: 'in/ann-quill', firm: 'Acme' }, { linkedin: 'in/annabel-q', firm: 'Acme' })).toBe(false)
  expect(by({ born: '1950-05-17', firm: 'Acme' }, { born: '1980-11-02', firm: 'Acme' })).toBe(false)
  expect(
    by({ email: 'ann.quill@acme.example', firm: 'Acme' }, { email: 'ann.quill2@acme.example', firm: 'Acme' }),
    'the firm told two of one name apart',
  ).toBe(false)
  const initial = (also: Person) => may({ name: 'J. Quill', ...also }, { name: 'John Quill', ...also })
  expect(initial({ firm: 'Acme Widgets' })).toBe(false)
  expect(initial({ email: 'john.quill@acme.example' })).toBe(true)
  const married = { email: 'ann.doe@home.example' }
  expect(may({ name: 'Ann Doe', ...married }, { name: 'Ann Quill', ...married })).toBe(true)
})

test('an initial does not bring two people together, whichever of them is surer', () => {
  const group = ['J. Quill', 'John Quill', 'Joan Quill'].map((name, at) => ({
    fields,
    form: formOf({ name, email: 'quill@acme.example' }),
    group: String(at),
  }))
  const edges = [
    { a: 0, b: 1, weight: 20 },
    { a: 0, b: 2, weight: 21 },
  ]
  const { pairs, of } = groupsToMerge(group, edges, [])
  expect(pairs).toEqual(edges)
  expect([...of]).toEqual([0, 1, 0])
  expect([...groupsToMerge(group, edges, [[0, 2]]).of]).toEqual([0, 0, 2])
  // Two who were merged by hand stay one.
  const [first, ...others] = group.map((member) => ({ ...member, group: 'one' }))
  expect([...groupsToMerge([first, ...others] as typeof group, edges, []).of]).toEqual([0, 0, 0])
})

test('firms are merged alone in one place only, unless both have one id, and no third brings those of two streets together', () => {
  const roles = ['firm', 'street', 'phone', 'identifier'] as const
  const firm = fieldsOf(roles.map((role) => ({ column: role, role })))
  const formAt = (street: string, identifier = '') =>
    normalRecord(firm.fields, firm.read({ firm: 'Acme Schools', street, phone: '+49 30 901820', identifier }))
  const one = (street: string, other: string, id = '') =>
    mayMergeAlone(firm.fields, formAt(street, id), formAt(other, id))
  expect(one('', '')).toBe(true)
  expect(one('', '12 Mill Road')).toBe(true)
  expect(one('12 Mill Road', '12 Mill Rd.')).toBe(true)
  expect(one('12 Mill Road', '14 Mill Road')).toBe(true)
  expect(one('12 Mill Road', '3 Church Street')).toBe(false)
  expect(one('12 Mill Road', '3 Church Street', 'DE811111111')).toBe(true)
  const members = ['12 Mill Road', '', '3 Church Street'].map((street, at) => ({
    fields: firm.fields,
    form: formAt(street),
    group: String(at),
  }))
  const edges = [
    { a: 0, b: 1, weight: 20 },
    { a: 1, b: 2, weight: 21 },
  ]
  expect([...groupsToMerge(members, edges, []).of]).toEqual([0, 1, 1])
})
