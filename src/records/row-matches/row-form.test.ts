// Promises of what rows are compared by: in a table of people no number or page of their firm, which all of its people have.
import { expect, test } from 'vitest'
import type { ColumnConfig } from '../../engine/columns/columns.schema.ts'
import { rolesOfColumns } from './row-form.logic.ts'

const comparedOf = (names: readonly string[]) =>
  rolesOfColumns(names.map((name, at) => ({ id: `c${at}`, name, type: 'input' })) as ColumnConfig[], []).map(
    ({ column }) => column.name,
  )

const FIRMS = ['VAT', 'USt-ID', 'EIN', 'Company LinkedIn', 'Company registration number']

test.each([
  [['First name', 'Last name', 'Company']],
  [['Full name', 'Company']],
  [['Company', 'Contact person']],
])('people of %j are not compared by what is their firm’s, but by what is their own', (names) => {
  expect(comparedOf([...names, ...FIRMS, 'LinkedIn', 'Passport'])).toEqual([...names, 'LinkedIn', 'Passport'])
})

test('firms are compared by their numbers', () => {
  expect(comparedOf(['Company', 'City', ...FIRMS])).toEqual(['Company', 'City', ...FIRMS])
})
