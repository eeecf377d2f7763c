// Where the table of a file begins: titles above it are passed over, and nothing else is.
import { expect, test } from 'vitest'
import { openStored } from './open-file.reads.ts'
import type { TableOptions } from './table-file.ts'

async function read(text: string, how: TableOptions = {}) {
  const file = Buffer.from(text)
  async function* range(from: number, to: number) {
    yield file.subarray(from, to)
  }
  const { names, skip_rows, header, rows } = await openStored({ size: file.length, range }, how, true)
  const all: unknown[] = []
  for await (const group of rows()) all.push(...group.map(({ fields }) => fields))
  return { names, skip_rows, header, rows: all }
}

const table = 'Company,City,Size\nAcme,Rome,5\nBeta,Paris,7\n'
const rows = [
  ['Acme', 'Rome', '5'],
  ['Beta', 'Paris', '7'],
]

test('a title, a date and blank lines above the names are left out, whatever they are padded with', async () => {
  for (const [title, skip_rows] of [
    ['Table 1,,\n', 1],
    ['Leads of the year\n', 1],
    ['Leads\n2026-03-04\n\n,,\n', 3],
    ['"A title, quoted",,\n\n', 1],
  ] as const)
    expect(await read(title + table)).toEqual({ names: ['Company', 'City', 'Size'], skip_rows, header: true, rows })
})

test('what could be a row is never taken for a title', async () => {
  for (const text of [
    table,
    'Company\nAcme\nBeta\n',
    'Company\nAcme, Rome\nBeta, Paris\nGamma\nDelta\n',
    'Acme,,\nBeta,beta.com,2026-01-01\nGamma,gamma.com,2026-01-02\n',
    'Name,,\nAcme,Rome,5\nBeta,Paris,7\n',
    'Company,City\n',
    'Only\na,b\n',
  ])
    expect([text, (await read(text)).skip_rows]).toEqual([text, 0])
})

test('a person says otherwise: no rows, or so many, and none are guessed where the header was told', async () => {
  expect(await read(`Note\n${table}`, { skip_rows: 0 })).toMatchObject({ skip_rows: 0, names: ['Note'] })
  expect(await read(`A,B,C\nx,y,z\n${table}`, { skip_rows: 2 })).toEqual({
    names: ['Company', 'City', 'Size'],
    skip_rows: 2,
    header: true,
    rows,
  })
  expect((await read(`Note\n${table}`, { skip_rows: 2, header: false })).rows).toEqual(rows)
  expect((await read(`Note\n${table}`, { header: true })).skip_rows).toBe(0)
  expect((await read(table, { skip_rows: 100 })).rows).toEqual([])
})
