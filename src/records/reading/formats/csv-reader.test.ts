import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { CsvFault, type CsvRecord, openCsvReader } from './csv-reader.logic.ts'

function read(text: string, size = text.length || 1, delimiter = ',', most?: number) {
  const reader = openCsvReader(delimiter, 1, most)
  const records: CsvRecord[] = []
  const take = (group: CsvRecord[]) => {
    for (let next = group; next.length > 0; next = most === undefined ? [] : reader.more()) {
      expect(next.length).toBeLessThanOrEqual(most ?? next.length)
      records.push(...next)
    }
  }
  for (let at = 0; at < text.length; at += size) take(reader.push(text.slice(at, at + size)))
  take(reader.end())
  return records
}
const fields = (text: string, size?: number, most?: number) =>
  read(text, size, ',', most).map((record) => record.fields)

/** A sequence of numbers from 0 to below 1 that is the same at every run. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('reading delimited text', () => {
  it('gives the same records wherever the pieces are cut, and however many are taken at once', () => {
    const text = 'a,"b ""x""\r\ny",c\r\n\r\n1,2,3\n"",,"\r"\r4,"5,5",6'
    const whole = fields(text)
    expect(whole).toEqual([
      ['a', 'b "x"\r\ny', 'c'],
      ['1', '2', '3'],
      ['', '', '\r'],
      ['4', '5,5', '6'],
    ])
    for (let size = 1; size < text.length; size++)
      for (const most of [undefined, 1, 2, 3]) expect(fields(text, size, most)).toEqual(whole)
    expect(read(text, 5, ',', 1)).toEqual(read(text))
  })

  it('gives what stands before a fault, and then names the line of the fault', () => {
    const reader = openCsvReader(',')
    expect(reader.push('a,b\n1,2\n"x,3\n4,5\n').map((record) => record.fields)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    const fault = expect.objectContaining({ line: 3, message: 'a quote is opened and never closed' })
    expect(reader.push('6,7\n')).toEqual([])
    expect(() => reader.end()).toThrow(fault)
  })

  it('spoils one record by text behind a quoted value, wherever the pieces are cut, and no other', () => {
    const text = 'a,b\r\n"x\ny"z,"3"\r\n"he said \\"hi\\"",2\r\n4,"5"\r\n"6"7'
    const fault = 'a quoted value is followed by other text'
    const whole = [
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['"x\ny"z,"3"'], fault },
      { line: 4, fields: ['"he said \\"hi\\"",2'], fault },
      { line: 5, fields: ['4', '5'] },
      { line: 6, fields: ['"6"7'], fault },
    ]
    for (let size = 1; size <= text.length; size++)
      for (const most of [undefined, 1, 2]) expect(read(text, size, ',', most)).toEqual(whole)
  })

  it('makes no row of the rest of a broken record that goes on over lines, wherever the pieces are cut', () => {
    const text =
      'a,b,c\n1,"say "hi"\nthere\nand "there"",3\n2,5" pipe,x\n"3","say "ho"\n\nthere"\n4,"say "ho"\n5,6" pipe,x\n6,7" pipe,x\n'
    const fault = 'a quoted value is followed by other text'
    const rest = expect.stringContaining('the rest of the broken row above')
    const whole = [
      { line: 1, fields: ['a', 'b', 'c'] },
      { line: 2, fields: ['1,"say "hi"'], fault },
      { line: 3, fields: ['there'] },
      { line: 4, fields: ['and "there"",3'], fault: rest },
      // It cannot be told from a rest; what is behind it can.
      { line: 5, fields: ['2,5" pipe,x'], fault: rest },
      { line: 6, fields: ['"3","say "ho"'], fault },
      { line: 8, fields: ['there"'] },
      { line: 9, fields: ['4,"say "ho"'], fault },
      { line: 10, fields: ['5,6" pipe,x'], fault: rest },
      { line: 11, fields: ['6', '7" pipe', 'x'] },
    ]
    for (let size = 1; size <= text.length; size++)
      for (const most of [undefined, 1, 2]) expect(read(text, size, ',', most)).toEqual(whole)
  })

  it('agrees with a well-known parser on text written by it', () => {
    const next = random(7)
    const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
    const bits = ['a', 'é', '"', ',', ';', '\n', ' ', '漢', '😀', '\t', '|', "'", '=1']
    for (let round = 0; round < 200; round++) {
      const rows = Array.from({ length: 1 + Math.floor(next() * 5) }, () =>
        Array.from({ length: 3 }, () => Array.from({ length: Math.floor(next() * 6) }, () => pick(bits)).join('')),
      )
      const newline = pick(['\n', '\r\n'] as const)
      const text = Papa.unparse(rows, { newline })
      expect(fields(text, 1 + Math.floor(next() * 9))).toEqual(
        Papa.parse<string[]>(text, { newline, delimiter: ',' }).data,
      )
    }
  })

  it('knows on which line of the file a record begins, also behind values of several lines', () => {
    const lines = read('a\n\n"x\ny\r\nz",1\nb\n').map(({ line, fields }) => [line, fields[0]])
    expect(lines).toEqual([
      [1, 'a'],
      [3, 'x\ny\r\nz'],
      [6, 'b'],
    ])
  })

  it('takes a quote inside a value that is not quoted as it is', () => {
    expect(fields('5" pipe,a "b" c\n')).toEqual([['5" pipe', 'a "b" c']])
  })

  it('names the line of a quote that is never closed', () => {
    expect(() => read('a,b\n1,2\n3,"4\n5,6\n', 3)).toThrow(new CsvFault(3, 'a quote is opened and never closed'))
  })

  it('does not collect a file without end behind an open quote', () => {
    const reader = openCsvReader(',')
    reader.push('a,b\n"')
    expect(() => {
      for (let piece = 0; piece < 1000; piece++) reader.push('x'.repeat(65_536))
    }).toThrow(/line|row of more than/)
    expect(reader.line).toBe(2)
  })
})
