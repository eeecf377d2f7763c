// Filters of RFC 7644: what they find, compared with a plain reading of the standard, and what they refuse.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUP_KIND, USER_KIND } from './attributes.logic.ts'
import { matchesFilter } from './filter.logic.ts'
import { keysOf } from './filter-keys.logic.ts'
import { parseFilter } from './filter-parser.logic.ts'
import type { ScimError } from './scim.error.ts'

const ada = {
  id: 'A1',
  userName: 'Ada@Example.com',
  externalId: 'Ext-1',
  active: true,
  name: { familyName: 'Lovelace', givenName: 'Ada' },
  emails: [
    { type: 'work', value: 'ada@work.example', primary: true },
    { type: 'home', value: 'ada@home.example' },
  ],
  meta: { lastModified: '2026-05-01T10:00:00.000Z' },
  visits: 7,
}
const finds = (filter: string) => matchesFilter(parseFilter(USER_KIND, filter), ada)

describe('a filter finds', () => {
  test.each([
    'userName eq "ada@example.COM"',
    'USERNAME Eq "ada@example.com"',
    'userName sw "ADA" and userName co "@" and userName ew ".com"',
    'not (userName eq "bob")',
    'userName eq "bob" or active eq true',
    'userName eq "bob" and active eq false or name.familyName pr',
    '(userName eq "bob" or active eq "True") and externalId eq "Ext-1"',
    'emails co "home.example"',
    'emails[type eq "work" and primary eq true]',
    'emails[type eq "work"].value ew "work.example"',
    'emails[not (type eq "work")]',
    'meta.lastModified gt "2026-04-30T00:00:00Z" and meta.lastModified le "2026-05-01T12:00:00+02:00"',
    'visits ge 7 and visits lt 8',
    'title eq null',
    'name.familyName ne "Byron"',
    'userName gt "a" and userName lt "b"',
    'userName eq "\\u0061da@example.com"',
    'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName eq "ada"',
  ])('the person by %s', (filter) => expect(finds(filter)).toBe(true))

  test.each([
    'externalId eq "ext-1"',
    'id eq "a1"',
    'emails[type eq "work" and value eq "ada@home.example"]',
    'emails[type eq "work"].value eq "ada@home.example"',
    'title pr',
    'visits eq "7"',
    'userName eq "bob" and active eq true or active eq false',
    'meta.lastModified lt "2026-05-01T09:59:59Z"',
  ])('matches no user by %s', (filter) => expect(finds(filter)).toBe(false))
})

describe('a broken filter is refused', () => {
  const deep = `${'('.repeat(50)}active eq true${')'.repeat(50)}`
  const wide = Array.from({ length: 200 }, () => 'active eq true').join(' or ')
  test.each([
    '',
    ' ',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq x',
    "userName eq 'x'",
    'userName eq "x',
    '(userName eq "x"',
    'userName eq "x")',
    'and',
    'emails[type eq "x"',
    'userName eq "x" userName eq "y"',
    'active gt true',
    'userName co 5',
    'userName gt null',
    'meta.created gt "yesterday"',
    '.a eq 1',
    'a..b eq 1',
    'not userName eq "x"',
    'userName eq "\0"',
    `userName eq "${'x'.repeat(5000)}"`,
    deep,
    wide,
  ])('%j', (filter) => {
    expect(() => parseFilter(USER_KIND, filter)).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidFilter' }),
    )
  })

  test('and no text at all makes anything but a filter or that refusal', () => {
    const bits = fc.constantFrom(
      'userName',
      ' eq ',
      '"a"',
      '(',
      ')',
      '[',
      ']',
      ' and ',
      ' or ',
      'not ',
      'pr',
      '.',
      'true',
      '\\',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(bits, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (filter) => {
        try {
          matchesFilter(parseFilter(GROUP_KIND, filter), ada)
        } catch (error) {
          expect((error as ScimError).scimType).toBe('invalidFilter')
        }
      }),
    )
  })
})

// The model: the same trees, built beside their texts and judged by a plain function each.
type Person = { userName: string; title?: string; active: boolean; emails: { type: string; value: string }[] }
type Model = { text: string; holds: (person: Person) => boolean }

const word = fc.constantFrom('a', 'B', 'ab', 'Ba', 'b"c', 'é', '\\')
const person: fc.Arbitrary<Person> = fc.record(
  {
    userName: word,
    title: word,
    active: fc.boolean(),
    emails: fc.array(fc.record({ type: fc.constantFrom('work', 'home'), value: word }), { maxLength: 3 }),
  },
  { requiredKeys: ['userName', 'active', 'emails'] },
)
const low = (text: string) => text.toLowerCase()
const TEXT = {
  eq: (a: string, b: string) => a === b,
  ne: (a: string, b: string) => a !== b,
  co: (a: string, b: string) => a.includes(b),
  sw: (a: string, b: string) => a.startsWith(b),
  ew: (a: string, b: string) => a.endsWith(b),
  gt: (a: string, b: string) => a > b,
  le: (a: string, b: string) => a <= b,
}
const leaf: fc.Arbitrary<Model> = fc.oneof(
  fc.tuple(fc.constantFrom(...(Object.keys(TEXT) as (keyof typeof TEXT)[])), word).map(([op, value]) => ({
    text: `userName ${op} ${JSON.stringify(value)}`,
    holds: (one: Person) => TEXT[op](low(one.userName), low(value)),
  })),
  fc.boolean().map((value) => ({ text: `active eq ${value}`, holds: (one: Person) => one.active === value })),
  fc.constant({ text: 'title pr', holds: (one: Person) => one.title !== undefined }),
  fc.tuple(fc.constantFrom('work', 'home'), word).map(([type, value]) => ({
    text: `emails[type eq "${type}" and value eq ${JSON.stringify(value)}]`,
    holds: (one: Person) => one.emails.some((email) => email.type === type && low(email.value) === low(value)),
  })),
  word.map((value) => ({
    text: `emails.value eq ${JSON.stringify(value)}`,
    holds: (one: Person) => one.emails.some((email) => low(email.value) === low(value)),
  })),
)
const { model } = fc.letrec<{ model: Model }>((tie) => ({
  model: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('model').map((one) => ({ text: `not (${one.text})`, holds: (who: Person) => !one.holds(who) })),
    fc.tuple(tie('model'), tie('model')).map(([a, b]) => ({
      text: `(${a.text}) and (${b.text})`,
      holds: (who: Person) => a.holds(who) && b.holds(who),
    })),
    fc.tuple(tie('model'), tie('model')).map(([a, b]) => ({
      text: `(${a.text}) or (${b.text})`,
      holds: (who: Person) => a.holds(who) || b.holds(who),
    })),
  ),
}))

test('a filter of any shape agrees with the model, and the keys it gives an index never lose a user', () => {
  fc.assert(
    fc.property(model, person, ({ text, holds }, who) => {
      const filter = parseFilter(USER_KIND, text)
      expect(matchesFilter(filter, who)).toBe(holds(who))
      if (!holds(who)) return
      const { user_name, email } = keysOf(filter)
      if (user_name !== undefined) expect(low(who.userName)).toBe(user_name)
      if (email !== undefined) expect(who.emails.map(({ value }) => low(value))).toContain(email)
    }),
    { numRuns: 500 },
  )
})
