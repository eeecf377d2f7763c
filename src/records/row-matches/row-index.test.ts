// Promises of rows that other workbooks match with: a column is what its values can be, as for duplicates, whatever its language.
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import type { Row } from '../../engine/values/row.ts'
import { rowReadingOf } from './row-index.commands.ts'

function reading(kind: 'company' | 'person', names: readonly string[], line: readonly string[]) {
  const columns = names.map((name, at) => ({ id: `c${at + 1}`, name, type: 'input', input_type: 'text' }))
  const data = Object.fromEntries(line.map((value, at) => [`c${at + 1}`, value]))
  const sample = Array.from({ length: 6 }, () => ({ data, cells: {} }))
  const { dataOf } = rowReadingOf(kind, columns as unknown as ColumnConfig[], sample as unknown as Row[])
  return dataOf(data)
}

test('a column whose values cannot be what its name says is not read as that', () => {
  const names = ['Company', 'Contact', 'Phone']
  expect(reading('company', names, ['Quill GmbH', 'sales@quill.example', 'ask at the desk'])).toEqual({
    kind: 'company',
    company: 'Quill GmbH',
    custom: { Contact: 'sales@quill.example', Phone: 'ask at the desk' },
  })
})

test('parts of a name and of an address are one each, and a postcode and a birthday are known in every language', () => {
  const names = ['Vorname', 'Nachname', 'Straße', 'Hausnummer', 'CAP', 'Date of birth', 'Kundennotiz']
  expect(reading('person', names, ['Jürgen', 'Groß', 'Hauptstr.', '5', '10115', '1980-02-01', 'x'])).toEqual({
    kind: 'person',
    contact_person: 'Jürgen Groß',
    address: '5 Hauptstr.',
    custom: { postcode: '10115', 'date of birth': '1980-02-01', Kundennotiz: 'x' },
  })
})

test.each(['company', 'person'] as const)('a column that is just called Name holds what a row is: a %s', (kind) => {
  const called = kind === 'company' ? 'company' : 'contact_person'
  expect(reading(kind, ['Name', 'City'], ['Ann Meier', 'Ulm'])).toMatchObject({ [called]: 'Ann Meier', city: 'Ulm' })
  expect(reading(kind, ['Name', 'Firma'], ['Ann Meier', 'Quill GmbH'])).toMatchObject({
    contact_person: 'Ann Meier',
    company: 'Quill GmbH',
  })
})
