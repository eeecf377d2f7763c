// Text that spreadsheets open and do not run.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, displayText, guardFormula, unguardFormula } from './csv-text.ts'

describe('CSV text', () => {
  it('is safe to open in a spreadsheet, and leaves numbers and phone numbers alone', () => {
    for (const formula of ['=1+1', '+1+cmd|x', '-2+3', '@SUM(A1)', '=', '-', '＝1', '+49 30 1+1', '-5a'])
      expect(guardFormula(formula)).toBe(`'${formula}`)
    // Some strip what stands before, others cut there.
    for (const end of ['\t', '\r', '\n']) expect(guardFormula(`${end}=1`)).toBe(`'${end}'=1`)
    for (const plain of [
      '-5',
      '+4930123456',
      '-1.234,56',
      '-3%',
      '+44 (0)20 7323 8000',
      '5-3',
      'a=b',
      '',
      "'",
      "'a",
      "'-5",
      ' x',
    ])
      expect([guardFormula(plain), unguardFormula(plain)]).toEqual([plain, plain])
  })

  it('takes off what it put on, whatever stood there before', () => {
    const texts = ['', "'", "''", "'''"].flatMap((marks) =>
      ['', '=1', '-5', '-5a', '@x', "a'", '\t', '+49 30', '= ', 'ü', "'-"].map((text) => marks + text),
    )
    for (const text of texts) expect(unguardFormula(guardFormula(text))).toBe(text)
    expect(guardFormula("'=1")).toBe("''=1")
  })

  it('guards what another separator would cut out of a value, and gives every value back as it was', () => {
    expect(guardFormula('Acme;=cmd()')).toBe("Acme;'=cmd()")
    expect(guardFormula('a\t@SUM(1)\nb; "=x')).toBe("a\t'@SUM(1)\nb; \"'=x")
    expect(guardFormula('a;-5;+49 30 1;b')).toBe('a;-5;+49 30 1;b')
    const text = fc.string({ unit: fc.constantFrom(...`=+-@'";,\t\r\n 5ax`), maxLength: 12 })
    fc.assert(
      fc.property(text, (value) => {
        const guarded = guardFormula(value)
        expect(unguardFormula(guarded)).toBe(value)
        for (const piece of guarded.split(/[;\t\r\n]/).slice(1))
          expect(/^[ "]*[=+\-@]/.test(piece) && !/^[ "]*[-+][\d+][\d.,() -]*%?[ "]*$/.test(piece)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  it('quotes only what needs it and never writes a line that is none', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h '])).toBe('a,"b,c","d""e","f\ng", h \r\n')
    expect(csvLine([''])).toBe('""\r\n')
  })

  it('shows values as people read them', () => {
    expect([null, true, 0.1, ['a', { b: 1 }, null, 2], { c: [1] }].map((value) => displayText(value))).toEqual([
      '',
      'true',
      '0.1',
      'a; {"b":1}; ; 2',
      '{"c":[1]}',
    ])
  })
})
