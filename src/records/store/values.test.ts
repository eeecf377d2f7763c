// Promises of reading what people type: typed values, lead fields, identities, references of new columns.
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { invalidReasonOf } from '../../engine/filter/invalid-value.ts'
import { coerce } from '../../engine/values/coerce.ts'
import { withColumnIds } from './columns/columns.logic.ts'
import { leadColumns } from './columns/lead-fields.logic.ts'
import { byColumn, identityKey, type Normaliser } from './identity.logic.ts'

test.each([
  ['number', '1,234.56', 1234.56],
  ['number', '1.234,56', 1234.56],
  ['number', '1 234,5', 1234.5],
  ['currency', '€ 1.234.567', 1234567],
  ['currency', '(40)', -40],
  ['currency', '1.234,50 EUR', 1234.5],
  ['currency', 'usd 5', 5],
  ['currency', 'RFC 822', 'RFC 822'],
  ['number', '5 EUR', '5 EUR'],
  ['percent', '12%', 12],
  ['number', 'about 12', 'about 12'],
  ['number', '12345678901234567890', '12345678901234567890'],
  ['checkbox', 'Yes', true],
  ['checkbox', 'WAHR', true],
  ['checkbox', 'faux', false],
  ['checkbox', 'maybe', 'maybe'],
  ['date', '2024-02-30', '2024-02-30'],
  ['date', '31.12.2024', '2024-12-31'],
  ['date', '01/02/2024', '01/02/2024'],
  ['multi_select', 'a; b,c', ['a', 'b', 'c']],
  ['json', '{"a":1}', { a: 1 }],
  ['json', '{oops', '{oops'],
  ['email', ' a@b.co ', 'a@b.co'],
  ['text', ' kept as typed ', ' kept as typed '],
  ['text', '01234', '01234'],
  ['text', '  ', null],
] as const)('a %s column reads %j as %j', (type, text, value) => {
  expect(coerce(text, type)).toEqual(value)
})

test('a day that the calendar does not have does not fit a date', () => {
  const marked = (value: string) => invalidReasonOf(value, { input_type: 'date' })
  expect(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31T10:00:00Z'].map(marked)).toEqual([
    null,
    null,
    null,
    null,
  ])
  for (const day of ['2026-02-30', '2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31'])
    expect([day, marked(day)]).toEqual([day, 'not_a_date'])
})

test('values that are not text stay as they are', () => {
  for (const value of [0, false, null, ['a'], { a: 1 }]) expect(coerce(value, 'number')).toEqual(value)
})

const key = (normaliser: Normaliser, value: string) => identityKey(byColumn('c1', normaliser), { c1: value })

test('an identity is the same however it is typed', () => {
  const same = (normaliser: Normaliser, ...values: string[]) =>
    expect(new Set(values.map((value) => key(normaliser, value))).size).toBe(1)
  same('domain', 'https://www.Acme.co.uk/about?x=1', 'acme.co.uk', 'WWW.ACME.CO.UK.', 'http://shop.acme.co.uk')
  same('email', 'Ann@Acme.com', ' ann@acme.com', 'mailto:ann@acme.com')
  same('phone', '+49 30 901820', '0049 30 90 18 20', '+49 (30) 901820')
  same('text', 'Acme  GmbH', 'acme gmbh ')
  same(
    'linkedin',
    ...['https://www.linkedin.com/in/Ann-Doe-123/', 'linkedin.com/in/ann-doe-123?trk=x', 'in/ann-doe-123'],
    ...['http://uk.linkedin.com/in/ann-doe-123/detail/contact', 'https://m.linkedin.com/mwlite/in/ann-doe-123#about'],
  )
  same(
    'linkedin',
    'https://linkedin.com/company/acme/about',
    'linkedin.com/school/acme',
    'www.linkedin.com/sales/company/acme',
  )
  same('linkedin', 'linkedin.com/in/j%C3%B6rg', 'linkedin.com/in/JÖRG')
  same('external_id', ' 00Q5f ', '00Q5f')
  expect(key('external_id', '00Q5f')).not.toBe(key('external_id', '00Q5F'))
  expect([key('linkedin', 'https://acme.com/in/ann'), key('linkedin', 'https://linkedin.com/feed')]).toEqual([
    null,
    null,
  ])
})

test('tags behind a plus count or not, as the identity says, and an identity of several columns needs each of them', () => {
  const mail = (value: string, ignore: boolean) =>
    identityKey({ parts: [{ column_id: 'c1', normaliser: 'email', ignore_plus_tags: ignore }] }, { c1: value })
  expect(mail('Ann+news@Acme.com', true)).toBe(mail('ann@acme.com', true))
  expect(mail('Ann+news@Acme.com', false)).not.toBe(mail('ann@acme.com', false))
  const both = { parts: [...byColumn('c1', 'text').parts, ...byColumn('c2', 'domain').parts] }
  const keyOf = (c1: string, c2: string) => identityKey(both, { c1, c2 })
  expect(keyOf('Ann', 'www.acme.com')).toBe(keyOf('ann ', 'acme.com'))
  expect(keyOf('Ann', '')).toBe(null)
  expect(keyOf('a","b', 'acme.com')).not.toBe(keyOf('a', 'b.acme.com'))
  expect(keyOf('x'.repeat(999), 'acme.com')?.length).toBeLessThan(100)
})

test('a blank, or a value of another kind, is no identity; long texts that differ late are not the same', () => {
  expect([
    key('domain', ''),
    key('domain', 'no domain here'),
    key('email', 'ann'),
    key('domain', 'linkedin.com/company/acme'),
  ]).toEqual([null, null, null, null])
  const long = 'x'.repeat(5000)
  expect(key('text', `${long}a`)).not.toBe(key('text', `${long}b`))
  expect(key('text', `${long}a`)?.length).toBeLessThan(100)
})

test('lead fields are found by name in any spelling, else by type, each once', () => {
  const columns = [
    { id: 'c1', name: 'Company Name', type: 'input', input_type: 'text' },
    { id: 'c2', name: 'companyUrl', type: 'input', input_type: 'text' },
    { id: 'c3', name: 'Other link', type: 'input', input_type: 'url' },
    { id: 'c4', name: 'Kontakt', type: 'input', input_type: 'email' },
    { id: 'c5', name: 'E-Mail', type: 'waterfall' },
    { id: 'c6', name: 'Firma', type: 'input', input_type: 'text' },
  ] as never
  expect(Object.fromEntries(leadColumns(columns))).toEqual({ company: 'c1', website: 'c2', email: 'c4' })
})

test('new columns get ids of their own, and conditions follow', () => {
  const columns = withColumnIds(
    [
      { id: 'site', name: ' Web   site ', type: 'input', input_type: 'url' },
      {
        name: 'D',
        type: 'enrichment',
        provider: 'p',
        inputs: {},
        run_if: {
          not: {
            or: [
              { field: 'site', op: 'is_empty' },
              { field: 'c1', op: 'is_empty' },
            ],
          },
        },
      },
    ],
    7,
  ) as (ColumnConfig & { run_if?: unknown })[]
  expect(columns.map(({ id, name }) => [id, name])).toEqual([
    ['c7', 'Web site'],
    ['c8', 'D'],
  ])
  expect(columns[1]?.run_if).toEqual({
    not: {
      or: [
        { field: 'c7', op: 'is_empty' },
        { field: 'c1', op: 'is_empty' },
      ],
    },
  })
})
