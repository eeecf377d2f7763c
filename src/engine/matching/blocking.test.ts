import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockingKeys, partsOf, togetherIn } from './blocking.ts'
import { type ColumnRole, type FieldKind, fieldsOf, type MatchField } from './match-fields.ts'

const fieldOf = (kind: FieldKind): MatchField => ({ name: kind, kind })

describe('the keys of a value by itself', () => {
  test.each<[FieldKind, string, string[]]>([
    ['firm', 'siemens energy', ['ft:energy siemens']],
    ['firm', 'north american steel', ['a:nas', 'f:american north steel', 'ft:american north']],
    ['firm', 'sap', ['a:sap', 'ft:sap']],
    ['street', '12 elm', ['st:12 elm']],
    ['street', 'elm', []],
    ['date', '19800412', ['d:19800412']],
    ['date', '1980', []],
    ['identifier', '12345', ['i:12345']],
    ['identifier', '1234', []],
    ['email', 'ann@acme.com', ['e:ann@acme.com']],
    ['email', 'annette@acme.com', ['e:annette@acme.com', 'l:annette']],
    ['phone', '4930123456789', ['n:3456789']],
    ['domain', 'acme.com', ['o:acme.com']],
    [
      'text',
      'a long winding road',
      [
        'x:a long winding',
        'x2:long winding',
        'x2:road winding',
        'x2:a winding',
        'x2:long road',
        'x2:a long',
        'x2:a road',
      ],
    ],
    ['surname', 'smith', []],
    ['city', 'berlin', []],
    ['postcode', '10115', []],
  ])('%s %j', (kind, text, keys) => {
    expect(partsOf(kind, text).keys.sort()).toEqual([...keys].sort())
  })
})

describe('the parts that are a key together with a part of another field', () => {
  test('a free mailbox says nothing of a firm, and a domain of one does', () => {
    expect(partsOf('email', 'ann@gmail.com').parts).toEqual([])
    expect(partsOf('email', 'ann@acme.com').parts).toEqual(['Dacme.com'])
  })

  test('of a street the number and the sound of its longest word, wherever that stands', () => {
    const [part] = partsOf('street', '12 old mill road').parts
    expect(partsOf('street', '12 mill old road').parts).toEqual([part])
    expect(partsOf('street', '14 old mill road').parts).not.toEqual([part])
    expect(partsOf('street', 'old mill road').parts).toEqual([part?.slice(0, -2)])
  })

  test('of a date the year, and the day where it is whole', () => {
    expect(partsOf('date', '19800412').parts).toEqual(['y1980', 'm0412'])
    expect(partsOf('date', '1980').parts).toEqual(['y1980'])
  })

  test('of people the surnames of the first three', () => {
    const parts = partsOf('people', 'ann miller|bob stone|cy frost|dee wolf').parts
    expect(parts).toEqual(['miller', 'stone', 'frost'].flatMap((name) => partsOf('surname', name).parts))
  })
})

describe('keys of records', () => {
  const PERSON = (['given_name', 'surname', 'city', 'postcode'] as const).map(fieldOf)
  const FIRM = (['firm', 'street', 'city', 'postcode'] as const).map(fieldOf)
  const shared = (fields: readonly MatchField[], one: (string | null)[], other: (string | null)[]) => {
    const keys = new Set(blockingKeys(fields, one))
    return blockingKeys(fields, other).filter((key) => keys.has(key))
  }

  test('one person with a nickname and a surname that sounds the same is compared', () => {
    expect(shared(PERSON, ['robert', 'meyer', null, null], ['bob', 'maier', null, null])).not.toEqual([])
  })

  test('two people with one first name alone are not', () => {
    expect(shared(PERSON, ['robert', 'meyer', null, null], ['robert', 'stone', null, null])).toEqual([])
  })

  test('firms of one postcode and city are not compared for that, people are', () => {
    expect(shared(FIRM, ['acme', null, 'berlin', '10115'], ['zenith', null, 'berlin', '10115'])).toEqual([])
    expect(shared(PERSON, [null, null, 'berlin', '10115'], [null, null, 'berlin', '10115'])).not.toEqual([])
  })

  test('where firms are compared a postcode is no key with any field of a place, in either order', () => {
    const together = togetherIn(FIRM)
    for (const place of ['city', 'street', 'place'] as const)
      expect([together('postcode', place), together(place, 'postcode')]).toEqual([false, false])
    expect(together('postcode', 'firm')).toBe(true)
    expect(togetherIn(PERSON)('postcode', 'city')).toBe(true)
  })

  test('a firm is found whatever the order of its words, and no key is there twice', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/)
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), (words) => {
        const keys = blockingKeys(FIRM, [words.join(' '), null, null, null])
        const turned = blockingKeys(FIRM, [[...words].reverse().join(' '), null, null, null])
        const apart = (all: string[]) => all.filter((key) => !key.startsWith('a:')).sort()
        expect(apart(turned)).toEqual(apart(keys))
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})

test('a text is met by its four longest words, whatever their order and however many short ones stand around', () => {
  const four = ['hydraulics', 'precision', 'bearing', 'gasket']
  const pairs = (text: string) =>
    partsOf('text', text)
      .keys.filter((key) => key.startsWith('x2:'))
      .sort()
  const expected = four.flatMap((word, at) => four.slice(at + 1).map((other) => `x2:${[word, other].sort().join(' ')}`))
  expect(pairs('of an old gasket and bearing precision hydraulics')).toEqual(expected.sort())
  expect(pairs('hydraulics bearing in gasket for precision a of')).toEqual(expected.sort())
  // Of words as long as each other the first of the alphabet are taken, wherever they stand.
  expect(pairs('delta alpha gamma bravo hotel')).toEqual(pairs('hotel gamma bravo delta alpha'))
  expect(pairs('delta alpha gamma bravo hotel').join()).not.toContain('hotel')
})

test('a text beside the name of a person is a category, and beside a firm alone a text', () => {
  const kindOf = (...roles: ColumnRole['role'][]) =>
    fieldsOf([...roles.map((role, at) => ({ column: `c${at}`, role })), { column: 'note', role: 'text' }]).fields.find(
      ({ name }) => name === 'note',
    )?.kind
  for (const role of ['surname', 'full_name', 'given_name'] as const) {
    expect(kindOf(role), role).toBe('category')
    expect(kindOf('email', role), role).toBe('category')
  }
  expect(kindOf('email')).toBe('text')
})
