// Promises over generated people: what a household, a firm or a shared telephone gives never makes one person of two.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsToMerge } from './automatic.ts'
import { fieldsOf } from './match-fields.ts'
import { normalRecord } from './prepared.ts'

const { fields, read } = fieldsOf([
  { column: 'name', role: 'full_name' },
  { column: 'email', role: 'email' },
  { column: 'phone', role: 'phone' },
  { column: 'firm', role: 'firm' },
  { column: 'domain', role: 'domain' },
  { column: 'street', role: 'street' },
  { column: 'city', role: 'city' },
  { column: 'postcode', role: 'postcode' },
])

/** Given names that are no forms of each other. */
const GIVEN = 'Petra Walter Ingrid Oskar Yvonne Lukas Fatima Hugo Beate Dmitri'.split(' ')
const SURNAMES = ['Quill', 'Müller', 'van der Berg', 'García López', 'Nguyen']
const SHARED = {
  phone: '+49 731 901820',
  firm: 'Quill & Partner GmbH',
  domain: 'quill.example',
  street: '12 Harbour Lane',
  city: 'Ulm',
  postcode: '89073',
}
type Shared = keyof typeof SHARED
const shares = fc.subarray(Object.keys(SHARED) as Shared[])
const written = fc.constantFrom(
  (given: string, surname: string) => `${given} ${surname}`,
  (given: string, surname: string) => `${surname}, ${given}`,
  (given: string, surname: string) => `Dr. ${given} ${surname}`.toUpperCase(),
  (given: string, surname: string) => `${given} M. ${surname}`,
)

/** Records of people of one home or firm, each with what it says of what they share. */
const records = fc.record({
  surname: fc.constantFrom(...SURNAMES),
  people: fc.array(
    fc.record({
      who: fc.integer({ min: 0, max: GIVEN.length - 1 }),
      write: written,
      shared: shares,
      isOther: fc.boolean(),
      /** An initial, or no name at all: anybody of them. */
      is: fc.constantFrom('named', 'named', 'named', 'initial', 'nameless'),
    }),
    { minLength: 2, maxLength: 7 },
  ),
})

test('of people who share a home, a firm or a telephone no two are in one group, whoever is between them', () => {
  fc.assert(
    fc.property(records, ({ surname, people }) => {
      const members = people.map(({ who, write, shared, isOther, is }, at) => {
        const given = GIVEN[who] as string
        const family = isOther ? (SURNAMES[who % SURNAMES.length] as string) : surname
        const name = is === 'named' ? write(given, family) : is === 'initial' ? `${given[0]}. ${family}` : ''
        const values: Record<string, string> = Object.fromEntries(shared.map((key) => [key, SHARED[key]]))
        return { fields, group: String(at), form: normalRecord(fields, read({ ...values, name })) }
      })
      const offered = members.flatMap((_, a) => members.slice(a + 1).map((_, n) => ({ a, b: a + 1 + n, weight: 20 })))
      const { of } = groupsToMerge(members, offered, [])
      const groups = new Map<number, Set<number>>()
      for (const [at, root] of of.entries())
        if (people[at]?.is === 'named') groups.set(root, (groups.get(root) ?? new Set()).add(people[at].who))
      for (const who of groups.values()) expect(who.size).toBe(1)
    }),
    { numRuns: 100 },
  )
})

test('records without a name, or with an initial, are merged with none by what they share', () => {
  const names = fc.constantFrom('', 'P. Quill', 'Quill')
  fc.assert(
    fc.property(names, names, shares, (one, other, shared) => {
      const values = Object.fromEntries(shared.map((key) => [key, SHARED[key]]))
      const members = [one, other].map((name, at) => ({
        ...{ fields, group: String(at) },
        form: normalRecord(fields, read({ ...values, name })),
      }))
      const { pairs } = groupsToMerge(members, [{ a: 0, b: 1, weight: 20 }], [])
      expect(pairs).toEqual([])
    }),
  )
})
