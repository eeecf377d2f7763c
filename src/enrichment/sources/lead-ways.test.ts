// Promises of leads that come: names and addresses in parts and several e-mails become one lead, whichever way they come.
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { hubspot } from '../../providers/sources/hubspot.source.ts'
import { salesforce } from '../../providers/sources/salesforce.source.ts'
import { readLead, targetsOf } from '../../records/imports/lead-file.logic.ts'
import { columnsOfFields, leadOfRow } from '../../records/lead-facts/sync.logic.ts'
import { leadOf } from './lead-record.logic.ts'

type Given = Readonly<Record<string, string>>

function byFile(given: Given): JsonObject {
  const names = Object.keys(given)
  const file = { names }
  const options = { others: 'custom', existing: 'overwrite' } as Parameters<typeof targetsOf>[1]
  const record = { line: 2, fields: Object.values(given) } as unknown as Parameters<typeof readLead>[0]
  const lead = readLead(record, names, targetsOf(file, options))
  return lead.data ?? {}
}

/** As rows that people fill, programs send and files bring become leads. */
function byRow(given: Given): JsonObject {
  const columns = Object.keys(given).map((name, at) => ({ id: `c${at + 1}`, name, type: 'input', input_type: 'text' }))
  const data = Object.fromEntries(Object.values(given).map((value, at) => [`c${at + 1}`, value]))
  const row = { row_id: 'r', position: 1, data, cells: {}, updated_at: '2026-11-29T00:00:00Z' }
  const fields = columnsOfFields(columns as unknown as ColumnConfig[])
  return leadOfRow(row as unknown as Parameters<typeof leadOfRow>[0], fields, 'w', 'all').data
}

const bySource = (source: typeof hubspot, settings: JsonObject) => (given: Given) =>
  leadOf(source, { values: { ...given } }, { mapping: {}, settings }).data

const WAYS: readonly (readonly [string, (given: Given) => JsonObject])[] = [
  ['a lead import', byFile],
  ['the sync of a workbook, by hand, by import or by ingest', byRow],
  ['a pull from HubSpot', bySource(hubspot, { object: 'contacts' })],
  ['a pull from Salesforce', bySource(salesforce, { object: 'Contact' })],
]

const CASES: readonly (readonly [Given, JsonObject])[] = [
  [
    { Salutation: 'Dr.', 'First Name': 'Ann', 'Middle Name': 'M.', 'Last Name': 'Doe', Suffix: 'Jr.', Company: 'Acme' },
    { contact_person: 'Dr. Ann M. Doe Jr.', company: 'Acme' },
  ],
  [{ Vezetéknév: 'Nagy', Keresztnév: 'Anna', Cég: 'Acme' }, { contact_person: 'Nagy Anna' }],
  [
    { 姓: '山田', 名: '太郎', 会社名: 'Acme' },
    { contact_person: '山田太郎', company: 'Acme' },
  ],
  [{ Apellido1: 'Ruiz', Apellido2: 'Gil', Nombre: 'Eva' }, { contact_person: 'Eva Ruiz Gil' }],
  [
    { Vorname: 'Jürgen', Nachname: 'Groß', Straße: 'Hauptstr.', Hausnummer: '5a', PLZ: '10115', Ort: 'Berlin' },
    { contact_person: 'Jürgen Groß', address: 'Hauptstr. 5a, 10115', city: 'Berlin' },
  ],
  [
    { firstname: 'Ann', lastname: 'Doe', jobtitle: 'Head', address: '1 Main St', zip: '10115', state: 'Berlin' },
    { contact_person: 'Ann Doe', contact_title: 'Head', address: '1 Main St, 10115', state: 'Berlin' },
  ],
  [
    { FirstName: 'Ann', LastName: 'Doe', MailingStreet: '1 Main St', MailingPostalCode: '10115', MailingCity: 'Ulm' },
    { contact_person: 'Ann Doe', address: '1 Main St, 10115', city: 'Ulm' },
  ],
  [
    { email: 'ann@x.example', hs_additional_emails: 'a@x.example;b@x.example', company: 'Acme' },
    { email: 'ann@x.example', custom: { hs_additional_emails: 'a@x.example, b@x.example' } },
  ],
  [
    { Email: 'Ann Doe <ann@x.example>', 'Email 2': 'a@x.example', Company: 'Acme' },
    { email: 'ann@x.example', contact_person: 'Ann Doe', custom: { 'Email 2': 'a@x.example' } },
  ],
  [
    {
      Email: 'ann@x.example',
      Company: 'Acme',
      'Customer No': ' 0012-A',
      'Favourite color': 'green',
      Phone: '1',
      Mobile: '2',
    },
    { email: 'ann@x.example', custom: { 'Customer No': '0012-A', 'Favourite color': 'green', Mobile: '2' } },
  ],
]

for (const [way, read] of WAYS) {
  test.each(CASES)(`by ${way} %j is %j`, (given, data) => {
    expect(read(given)).toMatchObject(data)
  })

  test(`by ${way} what is no address is no e-mail of a lead`, () => {
    expect(read({ Email: 'foo at bar', Company: 'Acme' })).not.toHaveProperty('email')
  })
}

test('a collection keeps what no field is for under its own name, loses no record by it, and makes no lead of it alone', () => {
  const read = (values: JsonObject) => leadOf(hubspot, { values }, { mapping: {}, settings: { object: 'companies' } })
  const own = { 'Customer ID': '0012-A', Seats: 12, Plans: ['Pro', 'Free'] }
  const { data, reason } = read({ name: 'Acme', ...own, page: 'x'.repeat(100_001), nested: { a: 1 } })
  expect([data.custom, reason]).toEqual([own, null])
  expect(read(own).reason).toBe('Nothing in it is a value of a lead')
})

test('what is asked of a CRM has the parts of its addresses', () => {
  const asked = (source: typeof hubspot, object: string) =>
    JSON.stringify(
      source.ask({ object, by: 'query' } as never, { at: null, account: { base_url: 'https://x.example' } } as never),
    )
  for (const [source, object, parts] of [
    [hubspot, 'contacts', ['address', 'zip', 'state', 'hs_additional_emails']],
    [hubspot, 'companies', ['address', 'zip', 'state']],
    [salesforce, 'Contact', ['MailingStreet', 'MailingPostalCode', 'MailingState']],
    [salesforce, 'Account', ['BillingStreet', 'BillingPostalCode', 'BillingState']],
    [salesforce, 'Lead', ['Street', 'PostalCode', 'State']],
  ] as const)
    for (const part of parts) expect(asked(source, object)).toContain(part)
})
