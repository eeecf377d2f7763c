// Promises of matching: the order of records changes nothing, what was told apart stays apart, and learning never decides worse.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupsToMerge } from './automatic.ts'
import { clustersOf } from './clusters.ts'
import { identifierOf, roleByValues, roleOf, rolesOf } from './column-roles.ts'
import { comparePair, exchangeOf } from './compare.ts'
import { findPairs } from './deduplicate.ts'
import { correctionOf, f1Of, LEAST_LABELS, NO_CORRECTION } from './learning.ts'
import { fieldsOf, type MatchField } from './match-fields.ts'
import { normalForm } from './normal-form.ts'
import { splitName } from './person-name.ts'
import { frequenciesOf, normalRecord, tableOf } from './prepared.ts'
import { rankCandidates } from './survivorship.ts'

const WORDS =
  'borea cumulus delphi estrel fjordline garnet halden iskander juniper kestrel lomond mirage norwood ostrava palisade quarry rosewood sutton tamarack umber'.split(
    ' ',
  )
const FIELDS: readonly MatchField[] = [
  { name: 'company', kind: 'firm' },
  { name: 'city', kind: 'city' },
  { name: 'address', kind: 'street' },
  { name: 'phone', kind: 'phone' },
]
const record = fc
  .tuple(
    fc.constantFrom('Acme Tools GmbH', 'ACME Tools', 'Acme Tols', 'Bolt Works Ltd', 'Bolt Works', 'Crate & Co'),
    fc.constantFrom('Berlin', 'Hamburg', ''),
    fc.constantFrom('12 Main Street', '12 Main St.', '7 Mill Road', ''),
    fc.constantFrom('+49 30 901820', '030 901820', '+49 40 777123', ''),
  )
  .map((values) => normalRecord(FIELDS, values))

test('the same records in another order make the same groups with the same weights', () => {
  fc.assert(
    fc.property(
      fc
        .array(record, { minLength: 2, maxLength: 25 })
        .chain((records) =>
          fc.tuple(fc.constant(records), fc.shuffledSubarray([...records.keys()], { minLength: records.length })),
        ),
      ([records, order]) => {
        const told = (places: readonly number[]) => {
          const found = findPairs({
            fields: FIELDS,
            records: places.map((at) => records[at] as (typeof records)[number]),
            leastWeight: 0,
          })
          return found.pairs
            .map(({ a, b, weight }) => {
              const [x, y] = [places[a] as number, places[b] as number]
              return `${Math.min(x, y)} ${Math.max(x, y)} ${weight.toFixed(6)}`
            })
            .sort()
        }
        expect(told(order)).toEqual(told([...records.keys()]))
      },
    ),
    { numRuns: 60 },
  )
})

test('two that were told apart are never in one group, whatever joins them', () => {
  const node = fc.nat(9)
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: node, b: node, weight: fc.integer({ min: 0, max: 9 }) }), { maxLength: 40 }),
      fc.array(
        fc.tuple(node, node).filter(([a, b]) => a !== b),
        { maxLength: 5 },
      ),
      fc.integer({ min: 1, max: 10 }),
      (edges, apart, maxSize) => {
        const { of } = clustersOf(10, edges, { apart, maxSize })
        for (const [a, b] of apart) expect(of[a]).not.toBe(of[b])
        for (const root of of) expect(of.filter((one) => one === root).length).toBeLessThanOrEqual(maxSize)
      },
    ),
  )
})

test('what is learned from decisions never decides fewer of them rightly, and few decisions teach nothing', () => {
  const label = fc.record({ weight: fc.double({ min: -15, max: 15, noNaN: true }), isSame: fc.boolean() })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 80 }), (labels) => {
      const correction = correctionOf(labels)
      expect(f1Of(labels, correction)).toBeGreaterThanOrEqual(f1Of(labels, NO_CORRECTION))
      if (labels.length < LEAST_LABELS) expect(correction).toEqual(NO_CORRECTION)
    }),
  )
})

test('values are compared in one form: legal forms, abbreviations, order of dates, spellings of telephones', () => {
  expect(normalForm('firm', 'The I.B.M. Corporation')).toBe('ibm')
  expect(normalForm('street', 'Main St. 12')).toBe(normalForm('street', '12 Main Street'))
  expect(normalForm('date', '12/31/1978')).toBe(normalForm('date', '1978-12-31'))
  for (const written of ['Mar 1 1970', '1 March 1970', '1er mars 1970', '1. März 1970', '1970-Mar-01'])
    expect(normalForm('date', written), written).toBe('19700301')
  expect(normalForm('date', 'March 1970')).toBe(normalForm('date', '1970-03'))
  expect(normalForm('region', 'Ohio')).toBe(normalForm('region', 'OH'))
  expect(normalForm('region', 'New South Wales')).toBe(normalForm('region', 'NSW'))
  expect(normalForm('phone', '0049 (30) 90 18 20')).toBe(normalForm('phone', '+49 30 901820 ext. 4'))
  expect(normalForm('email', 'Ann <A.nn+x@googlemail.com>')).toBe('ann@gmail.com')
  expect(normalForm('city', 'n/a')).toBe(null)
})

test('telephones agree with and without the code of the country, and short names that differ in a letter are two', () => {
  const fields: MatchField[] = [
    { name: 'phone', kind: 'phone' },
    { name: 'given_name', kind: 'given_name' },
  ]
  const level = (at: number, a: string, b: string) => {
    const records = [a, b].map((value) =>
      normalRecord(
        fields,
        fields.map((_, n) => (n === at ? value : '')),
      ),
    )
    const table = tableOf(fields, records, frequenciesOf(fields, records))
    const levels = new Int8Array(fields.length)
    comparePair(table, exchangeOf(table), 0, 1, levels)
    return levels[at]
  }
  expect(level(0, '+49 30 901820', '030 901820')).toBe(0)
  expect(level(0, '+49 30 901820', '901820')).not.toBe(0)
  expect(level(1, 'Mary', 'Mark')).toBeGreaterThan(1)
  expect(level(1, 'Marta', 'Marte')).toBe(1)
  expect(level(1, 'Bob', 'Robert')).toBe(1)
})

test('of two lists, a record that is as much like two of the other is surely neither', () => {
  const fields: MatchField[] = [
    { name: 'title', kind: 'text' },
    { name: 'authors', kind: 'people' },
  ]
  const word = (n: number) => [...String(n * 7919)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a')
  const titles = Array.from({ length: 60 }, (_, n) => `${word(n + 1)} ${word(n + 101)} ${word(n + 211)}`)
  const of = (list: readonly string[]) => list.map((title) => normalRecord(fields, [title, title.split(' ')[0] ?? '']))
  const twice = titles[0] as string
  const records = [...of(titles), ...of([...titles, twice])]
  const sources = records.map((_, at) => (at < titles.length ? 0 : 1))
  const { pairs } = findPairs({ fields, records, sources, leastWeight: -50 })
  const best = (record: number) =>
    Math.max(...pairs.filter(({ a }) => a === record).map(({ probability }) => probability))
  expect(best(0)).toBeLessThan(0.6)
  expect(best(1)).toBeGreaterThan(0.9)
})

test('columns are read by what they are called, and a whole name in either order', () => {
  expect(['E-Mail', 'zip code', 'contact_person', 'Company', 'rec_id', 'passport_country'].map(roleOf)).toEqual([
    'email',
    'postcode',
    'full_name',
    'firm',
    null,
    null,
  ])
  expect(
    ['ADDR_CITY', 'addr_postal_code', 'Address state', 'Postal address', 'State', 'Middle name'].map(roleOf),
  ).toEqual(['city', 'postcode', 'region', 'street', 'region', null])
  expect(splitName('Dr. Ann van der Berg')).toEqual({ given: 'Ann', surname: 'van der Berg' })
  expect(splitName('Doe, Ann')).toEqual({ given: 'Ann', surname: 'Doe' })
  const { read } = fieldsOf([
    { column: 'n', role: 'street_number' },
    { column: 's', role: 'street' },
  ])
  expect(read({ n: '12', s: 'Main Street' })).toEqual(['12 Main Street'])
})

test.each([
  ['Site', ['acme.example', 'www.quill.example/de'], 'domain'],
  ['Site', ['Head office', 'North'], null],
  ['Site name', ['Acme North', 'Acme West'], 'firm'],
  ['Domain name', ['Acme', 'Quill & Co'], 'firm'],
  ['Domain name', ['acme.example', 'quill.example'], 'domain'],
  ['Number per site', ['12', '40'], null],
  ['Phone', ['yes', 'no'], null],
  ['Phone', ['+49 30 901820', '030 5551234'], 'phone'],
  ['Birthday', ['in June', 'no'], null],
  ['Birthday', ['12/03/1980', '1980-03-12'], 'date'],
  ['Birth place', ['Leeds', 'Turin'], 'city'],
  ['Town zip', ['Leeds', 'Turin'], 'city'],
  ['Town zip', ['10115', 'LS1 4AP'], 'city'],
  ['First and last name', ['Ann Quill', 'Bo Doe'], 'full_name'],
  ['Co-authors', ['Ann Quill, Bo Doe', 'Cy Fox'], null],
] as const)('a column called %s that holds %j is %s', (name, values, role) => {
  const rows = Array.from({ length: 6 }, (_, at) => values[at % values.length] as string)
  expect(roleByValues(rolesOf(name), rows)).toBe(role)
})

test('too few values say nothing of a column, and blank ones never do', () => {
  expect(roleByValues(rolesOf('Website'), ['no', 'no', '', '', '', ''])).toBe('domain')
  expect(roleByValues(rolesOf('Website'), [])).toBe('domain')
  expect(roleByValues(rolesOf('Notes'), ['acme.example'])).toBeNull()
})

test('parts of a name that are told apart are read before the whole one', () => {
  const { fields, read } = fieldsOf([
    { column: 'whole', role: 'full_name' },
    { column: 'first', role: 'given_name' },
    { column: 'last', role: 'surname' },
  ])
  const values = read({ whole: 'Thomas Quill, 1st baron of Leeds', first: 'Dr. Thomas', last: 'Quill' })
  const form = normalRecord(fields, values)
  const at = (kind: string) => form[fields.findIndex((field) => field.kind === kind)]
  expect([at('given_name'), at('surname')]).toEqual(['thomas', 'quill'])
})

test('a title alone is no given name, nor is text without a dot a domain', () => {
  expect(['Sir', 'Dr.', 'Miss Ann', 'Prof. Dr. Ann'].map((text) => normalForm('given_name', text))).toEqual([
    null,
    null,
    'ann',
    'ann',
  ])
  expect(['Acme North', 'acme', 'https://www.acme.example/x'].map((text) => normalForm('domain', text))).toEqual([
    null,
    null,
    'acme.example',
  ])
})

test('of a list of nothing but names those that are the same are offered for review and never merged alone', () => {
  const fields: MatchField[] = [{ name: 'company', kind: 'firm' }]
  const names = Array.from(
    { length: 300 },
    (_, at) => `${'Borea Cumulus Delphi Estrel'.split(' ')[at % 4]} ${at} Works`,
  )
  const records = [...names, 'Borea 0 Works GmbH', 'CUMULUS 1 WORKS'].map((name) => normalRecord(fields, [name]))
  const { pairs } = findPairs({ fields, records, leastWeight: Math.log2(0.1 / 0.9) })
  const found = pairs.map(({ a, b }) => [a, b])
  expect(found).toContainEqual([0, 300])
  expect(found).toContainEqual([1, 301])
  const probability = (a: number, b: number) => pairs.find((pair) => pair.a === a && pair.b === b)?.probability
  expect(probability(0, 300)).toBeGreaterThan(0.5)
  expect(probability(0, 300)).toBeLessThan(0.9)
  expect(Math.max(...pairs.map((pair) => pair.probability))).toBeLessThan(0.9)
})

test('a name that is in a list of names again and again is that of one firm, however often', () => {
  const fields: MatchField[] = [{ name: 'company', kind: 'firm' }]
  const others = Array.from({ length: 100 }, (_, at) => `${'Borea Cumulus Delphi Estrel'.split(' ')[at % 4]} ${at} Ltd`)
  const names = [...Array.from({ length: 260 }, () => 'Quill Anvils'), 'Quill Anvils of Ohio', ...others]
  const records = names.map((name) => normalRecord(fields, [name]))
  const { pairs } = findPairs({ fields, records, leastWeight: 0 })
  const { of } = clustersOf(records.length, pairs)
  expect(new Set(of.slice(0, 261))).toEqual(new Set([of[0]]))
  expect(new Set(of.slice(261)).size).toBe(100)
  expect(
    groupsToMerge(
      records.map((form, at) => ({ fields, form, group: String(at) })),
      pairs.filter(({ probability }) => probability >= 0.99),
      [],
    ).pairs,
  ).toEqual([])
})

test('two records that have only a place in common are not offered as one firm', () => {
  const fields: MatchField[] = [
    { name: 'company', kind: 'firm' },
    { name: 'street', kind: 'street' },
    { name: 'city', kind: 'city' },
  ]
  const firms = Array.from({ length: 120 }, (_, at) => [
    `${WORDS[at % 20]} ${WORDS[(at * 7 + 3) % 20]} ${at}`,
    `${at} ${WORDS[at % 13]} Road`,
    WORDS[at % 11] as string,
  ])
  const rows = [...firms, ...firms.slice(0, 40), ['', '12 Mill Street', 'Bath'], ['', '12 Mill Street', 'Bath']]
  const records = rows.map((row) => normalRecord(fields, row))
  const { pairs } = findPairs({ fields, records, leastWeight: Math.log2(0.1 / 0.9) })
  expect(pairs).toContainEqual(expect.objectContaining({ a: 0, b: 120 }))
  expect(pairs.filter(({ a }) => a === 160)).toEqual([])
})

test('what is the same as each of two firms in two streets does not make one firm of them', () => {
  const fields: MatchField[] = [
    { name: 'company', kind: 'firm' },
    { name: 'street', kind: 'street' },
    { name: 'phone', kind: 'phone' },
  ]
  const firms = Array.from({ length: 200 }, (_, at) => [
    `${WORDS[at % 20]} ${WORDS[(at * 7 + 3) % 20]} ${at}`,
    `${at} ${WORDS[at % 13]} Road`,
    `555${1_000_000 + at * 137}`,
  ])
  const copies = firms.slice(0, 40).map(([name = '', street = '', phone = '']) => [`${name} Ltd`, street, phone])
  const rows = [
    ...firms,
    ...copies,
    ['Quill Day School', '12 Mill Street', '5559990001'],
    ['Quill Day School', '', '5559990001'],
    ['Quill Day School', '871 Harbour Road', '5559990001'],
  ]
  const records = rows.map((row) => normalRecord(fields, row))
  const { pairs } = findPairs({ fields, records, leastWeight: Math.log2(0.01 / 0.99) })
  const between = (a: number, b: number) => pairs.find((pair) => pair.a === a && pair.b === b)
  const last = rows.length - 1
  expect(between(last - 2, last - 1)?.probability).toBeGreaterThan(0.5)
  expect(between(last - 1, last)?.probability).toBeGreaterThan(0.5)
  expect(between(last - 2, last)?.relation?.name).not.toBe('implied')
})

test('a value that a person entered wins over many that were found, and one chosen by hand over all', () => {
  const candidate = (record: number, value: string, method: string) => ({
    record,
    value,
    method,
    confidence: 0.9,
    fetched_at: null,
  })
  const all = [candidate(1, 'A', 'api'), candidate(2, 'A', 'api'), candidate(3, 'B', 'manual'), candidate(4, 'C', 'ai')]
  const winner = (of: typeof all, chosen?: number) => rankCandidates(of, { kind: 'text', chosen }).candidates[0]?.value
  expect(winner(all)).toBe('B')
  expect(winner(all, 4)).toBe('C')
  expect(winner([...all.slice(0, 2), ...all.slice(3)])).toBe('A')
})

test.each([
  ['firm', 'Acme Mfg Intl', 'Acme Manufacturing International', 0],
  ['firm', 'Natl Mfg Co', 'National Manufacturing Company', 0],
  ['firm', 'Quill Chem', 'Quill Chemicals', 0],
  ['firm', 'Quill Eng GmbH', 'Quill Engineering', 0],
  ['firm', 'Quill Anvl Works', 'Quill Anvil Works', 1],
  ['firm', 'Quill Hydr Works', 'Quill Hydraulic Works', 1],
  ['firm', 'GE', 'General Electric', 2],
  ['firm', 'Müller & Söhne', 'Mueller und Söhne', 1],
  ['firm', 'Ruiz y Hijos SL', 'Ruiz & Hijos', 0],
  ['firm', 'Dubois et Fils', 'Dubois & Fils SARL', 0],
  // Not short for each other: another word with the same beginning or the same consonants.
  ['firm', 'Quill Car', 'Quill Caterers', 4],
  ['city', 'München', 'Munich', 0],
  ['city', 'Köln', 'Cologne', 0],
  ['city', 'Frankfurt am Main', 'Frankfurt', 0],
  ['city', 'Bonn', 'Berlin', 2],
  ['country', 'US', 'United States', 0],
  ['country', 'USA', 'Vereinigte Staaten', 0],
  ['country', 'UK', 'United Kingdom', 0],
  ['country', 'Deutschland', 'DE', 0],
  ['country', 'Austria', 'Australia', 2],
] as const)('a %s is known however it is written: %s and %s', (kind, one, other, level) => {
  const fields = [{ name: 'value', kind }]
  const forms = [one, other].map((value) => normalRecord(fields, [value]))
  const table = tableOf(fields, forms, frequenciesOf(fields, forms))
  const levels = new Int8Array(1)
  comparePair(table, null, 0, 1, levels)
  expect(levels[0]).toBe(level)
})

test('identifiers of a lead are known by what their columns are called, and those of different kinds are not compared', () => {
  for (const [column, kind] of [
    ['VAT number', 'tax_id'],
    ['USt-ID', 'tax_id'],
    ['Tax ID', 'tax_id'],
    ['Registration No', 'registration_id'],
    ['company_number', 'registration_id'],
    ['DUNS', 'registration_id'],
    ['national_id', 'national_id'],
    ['Passport', 'national_id'],
    ['Passport country', null],
    ['Order number', null],
  ] as const)
    expect(identifierOf(column), column).toBe(kind)
})

test('a number that a spreadsheet shortened identifies no record', () => {
  for (const kind of ['identifier', 'phone'] as const)
    for (const value of ['4.41234E+11', '4,4E+11']) expect(normalForm(kind, value)).toBeNull()
  expect(normalForm('identifier', '441234000000')).toBe('441234000000')
})
