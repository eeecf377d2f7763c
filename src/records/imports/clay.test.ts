import { expect, test } from 'vitest'
import { readClayExport, wordsOfClay } from './clay.logic.ts'
import { fileColumns } from './file-columns.logic.ts'

const read = (names: string[], rows: string[][]) =>
  readClayExport(fileColumns({ names, header: true, sample: rows.map((fields, line) => ({ line, fields })) } as never))

test('a table exported from Clay is known by its steps: states are told from answers and from values', () => {
  const clay = read(
    ['Find people', 'Name', 'Enrich Company', 'Find Work Email', 'Work Email'],
    [
      ['✅ Ann Lee', 'Ann Lee', '{"name":"Acme","size":5}', '✅ Found', 'ann@acme.com'],
      ['✅ Bob Ray', 'Bob Ray', '{"name":"Beta"}', '❌ No email found', ''],
    ],
  )
  expect(clay?.states.map(({ name }) => name)).toEqual(['Find people', 'Find Work Email'])
  expect(clay?.objects.map(({ name }) => name)).toEqual(['Enrich Company'])
  expect(clay && wordsOfClay(clay)).toContain('"Enrich Company" holds whole answers')
})

test('a table that only uses such a word, or keeps values under it, is none', () => {
  expect(read(['Find people', 'Name'], [['✅ yes', 'Ann']])).toBeNull()
  expect(read(['Validate email', 'Find email'], [['a@b.io', 'c@d.io']])).toBeNull()
  expect(read(['Company', 'Website'], [['Acme', 'acme.com']])).toBeNull()
})
