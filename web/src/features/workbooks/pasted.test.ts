import { describe, expect, test } from 'vitest'
import { fileOfPasted, hostOf, nameFromFile, readNames, readPasted } from './pasted.logic.ts'

describe('a pasted text', () => {
  test('is a list of domains however they are written, without duplicates and in order', () => {
    const text = 'https://www.IKEA.com/se/\nvolvo.com,\ninfo@bücher.de\n\nVolvo.com\nnode-1.example.co.uk:8080'
    expect(readPasted(text)).toEqual({
      kind: 'domains',
      domains: ['www.ikea.com', 'volvo.com', 'bücher.de', 'node-1.example.co.uk'],
      left_out: [],
    })
  })

  test('on one line is a list too', () => {
    expect(readPasted('ikea.com, volvo.com; spotify.com')).toEqual({
      kind: 'domains',
      domains: ['ikea.com', 'volvo.com', 'spotify.com'],
      left_out: [],
    })
  })

  test('from a spreadsheet is a table, with the first line as its head', () => {
    expect(readPasted('Name\tCountry\nIKEA\tSE\nVolvo\tSE')).toMatchObject({ kind: 'table', rows: 2 })
  })

  test('of prose makes nothing', () => {
    expect(readPasted('Please call me tomorrow.\nThanks, Anna')).toBeNull()
    expect(readPasted('')).toBeNull()
    expect(readPasted('   \n ')).toBeNull()
  })

  test('of a thousand domains with a few bad lines is still a list', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => (index % 50 === 0 ? 'n/a' : `shop-${index}.example`))
    const read = readPasted(lines.join('\n'))
    expect(read?.kind === 'domains' && read.domains.length).toBe(980)
  })

  test('is taken with the lines that are no domains named, not refused for them', () => {
    expect(readPasted('stripe.com\nnot a domain\nattio.com')).toEqual({
      kind: 'domains',
      domains: ['stripe.com', 'attio.com'],
      left_out: ['not a domain'],
    })
    expect(readPasted('Domain\nstripe.com')).toMatchObject({ domains: ['stripe.com'], left_out: ['Domain'] })
  })
})

test('cells of a spreadsheet are a table also where one of them has lines of its own', async () => {
  const text = 'Name\tNote\r\nAcme\t"one\ntwo"\r\nBorea\tok'
  expect(readPasted(text)).toEqual({ kind: 'table', text, rows: 2 })
  const file = fileOfPasted(text)
  expect([file.name, await file.text()]).toEqual(['Pasted table.tsv', text])
  expect(await fileOfPasted('acme.com\nborea.com').text()).toBe('Domain\nacme.com\nborea.com\n')
  expect(await fileOfPasted('acme.com\nBorea, "the" North\nborea.com').text()).toBe(
    'Domain\nacme.com\n"Borea, ""the"" North"\nborea.com\n',
  )
  expect(await fileOfPasted('Acme Ltd\nBorea SA').text()).toBe('Acme Ltd\nBorea SA')
})

test('numbers, sentences and addresses of machines are no domains', () => {
  for (const text of [
    '127.0.0.1',
    '3.14',
    'hello world.com',
    'localhost',
    '-a.com',
    `${'a'.repeat(300)}.com`,
    '..',
    'a..b',
  ])
    expect(hostOf(text), text).toBeNull()
})

test('a workbook is named after its file without what browsers and exports add', () => {
  expect(nameFromFile('companies_2025 (1).csv')).toBe('companies 2025')
  expect(nameFromFile('.csv')).toBe('Imported file')
  expect(nameFromFile('شركات.tsv')).toBe('شركات')
})

describe('a list that a user says is one', () => {
  test.each([
    ['names of companies', 'IKEA\nVolvo Cars AB\n\nIKEA\n', ['IKEA', 'Volvo Cars AB']],
    ['one name', 'Acme, Inc.', ['Acme, Inc.']],
  ])('holds %s', (_, text, names) => expect(readNames(text)).toEqual({ kind: 'names', names }))

  test.each([
    ['a sentence', `${'a long sentence '.repeat(10)}`],
    ['numbers', '12\n13'],
    ['cells of a spreadsheet', 'IKEA\tSE'],
    ['nothing', ' \n'],
  ])('is none of %s', (_, text) => expect(readNames(text)).toBeNull())
})
