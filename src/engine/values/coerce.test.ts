import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coerceText } from './coerce.ts'
import { decimalOf, isShortened, readDate, readNumber } from './reading.ts'
import { TYPED_VALUES } from './typed-values.fixture.ts'

describe('numbers of one column', () => {
  it('are read as the others of it are written: 1.234 is more than a thousand beside 12,5', () => {
    expect(decimalOf(['1.234', '12,5'])).toBe(',')
    expect(readNumber('1.234', ',')).toBe(1234)
    expect(readNumber('1,234', ',')).toBe(1.234)
    expect(readNumber('-€ 1.234', ',')).toBe(-1234)
    expect(decimalOf(['1,234', '12.5', ''])).toBe('.')
    expect(readNumber('1,234', '.')).toBe(1234)
  })

  it('tell nothing where each of them may be either, or where they contradict', () => {
    expect(decimalOf(['1.234', '5', 'about 3', ''])).toBeUndefined()
    expect(decimalOf(['12,5', '12.5'])).toBeUndefined()
    expect(decimalOf(['0.125'])).toBe('.')
    expect(decimalOf(['1.234.567'])).toBe(',')
  })

  it('come back exactly as a German spreadsheet shows them, wherever any of them tells', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((value) => value / 100)
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('de-DE', 'en-US'),
        (list, country) => {
          const texts = list.map((value) => value.toLocaleString(country))
          const decimal = decimalOf(texts)
          if (decimal !== undefined)
            expect(texts.map((text) => readNumber(text, decimal))).toEqual(list.map((n) => n || 0))
        },
      ),
    )
  })

  it('in euros are thousands with a dot before three digits, and say so of the others', () => {
    expect(['1.500 €', '€ 12.000', '-1.500 €', '1.50 €', '€1,500'].map((text) => readNumber(text))).toEqual([
      1500, 12000, -1500, 1.5, 1500,
    ])
    expect(decimalOf(['1.500 €', '12.000'])).toBe(',')
    expect(coerceText('1.500 €', 'currency')).toEqual({ value: 1500, valid: true })
  })

  it('that a spreadsheet shortened are known, and are no telephone numbers', () => {
    expect(['4.41234E+11', '4,41E+12', '-1E+15'].map(isShortened)).toEqual([true, true, true])
    expect(['4.4E5', '12E5', '441234', '+441234567890', 'E+11'].map(isShortened)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    expect(coerceText('4.41234E+11', 'phone')).toEqual({ value: '4.41234E+11', valid: false })
  })

  it('that may have meant thousands are named', () => {
    expect(coerceText('1.234', 'number')).toEqual({ value: 1.234, valid: true, unsure: '1.234' })
    expect(coerceText('1.234', 'number', { decimal: ',' })).toEqual({ value: 1234, valid: true })
    expect(coerceText('0.125', 'number')).toEqual({ value: 0.125, valid: true })
    expect(coerceText('12.5', 'currency')).toEqual({ value: 12.5, valid: true })
  })
})

describe('an e-mail address', () => {
  it('is kept without the name before it', () => {
    expect(coerceText('Ann Doe <ann@acme.com>', 'email')).toEqual({ value: 'ann@acme.com', valid: true })
    expect(coerceText('foo at bar', 'email')).toEqual({ value: 'foo at bar', valid: false })
  })
})

describe('yes and no', () => {
  it('are read in the languages in which spreadsheets write them', () => {
    for (const yes of ['WAHR', 'ja', 'VRAI', 'Oui', 'VERDADERO', 'sí', 'VERO', '✔'])
      expect([yes, coerceText(yes, 'checkbox').value]).toEqual([yes, true])
    for (const no of ['FALSCH', 'nein', 'FAUX', 'non', 'FALSO', 'ONWAAR', '☐'])
      expect([no, coerceText(no, 'checkbox').value]).toEqual([no, false])
  })
})

describe('JSON in a cell', () => {
  it('keeps every digit of numbers that are typed or pasted, as text where no number holds them', () => {
    expect(coerceText('{"id": 12345678901234567890, "n": [9007199254740993, 1.5]}', 'json')).toEqual({
      value: { id: '12345678901234567890', n: ['9007199254740993', 1.5] },
      valid: true,
    })
    expect(coerceText('1e400', 'json')).toEqual({ value: '1e400', valid: true })
  })

  it('that is broken stays as it was typed, and is marked', () => {
    expect(coerceText(' {"a": }', 'json')).toEqual({ value: ' {"a": }', valid: false })
  })
})

describe('what typed text becomes', () => {
  it.each([
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1 234,5', 1234.5],
    ['12%', 12],
    ['$5', 5],
    ['(40)', -40],
    ['1,234', 1234],
    ['1.5', 1.5],
    ['1.234.567', 1234567],
    ['1e3', 1000],
  ])('reads the number %s', (text, value) => expect(readNumber(text)).toBe(value))

  it.each(['abc', '1,2,3', '1-2', '..', '12 apples', '1e999'])('keeps %s as text and says it does not fit', (text) => {
    expect(readNumber(text)).toBeNull()
    expect(coerceText(text, 'number')).toEqual({ value: text, valid: false })
  })

  it('reads dates that can mean one day only', () => {
    expect(readDate('2026-02-03')).toBe('2026-02-03')
    expect(readDate('31.12.2025')).toBe('2025-12-31')
    expect(readDate('12/31/2025')).toBe('2025-12-31')
    expect(readDate('3 March 2026')).toBe('2026-03-03')
    expect(readDate('03/04/2026')).toBeNull()
    expect(readDate('2026-02-30')).toBeNull()
  })

  it('empties a cell with blank text and reads yes and no', () => {
    expect(coerceText('  ', 'number')).toEqual({ value: null, valid: true })
    expect(coerceText('Yes', 'checkbox')).toEqual({ value: true, valid: true })
    expect(coerceText('maybe', 'checkbox')).toEqual({ value: 'maybe', valid: false })
  })
})

describe('text of a typed column', () => {
  it.each(TYPED_VALUES)('in a %s column %j is %j', (type, text, value) => {
    expect(coerceText(text, type).value).toEqual(value)
  })
})

describe('days of one column', () => {
  it('are read in the order that others of it show', () => {
    expect(readDate('03/04/2026', 'day')).toBe('2026-04-03')
    expect(readDate('03.04.2026', 'month')).toBe('2026-03-04')
    expect(readDate('31.12.2026', 'month')).toBe('2026-12-31')
  })
})
