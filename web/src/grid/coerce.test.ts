import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coerce, decimalOf, readNumber } from './coerce.logic.ts'

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

  it('that may have meant thousands are named', () => {
    expect(coerce('1.234', 'number')).toEqual({ value: 1.234, valid: true, unsure: '1.234' })
    expect(coerce('1.234', 'number', { decimal: ',' })).toEqual({ value: 1234, valid: true })
    expect(coerce('0.125', 'number')).toEqual({ value: 0.125, valid: true })
    expect(coerce('12.5', 'currency')).toEqual({ value: 12.5, valid: true })
  })
})

describe('yes and no', () => {
  it('are read in the languages in which spreadsheets write them', () => {
    for (const yes of ['WAHR', 'ja', 'VRAI', 'Oui', 'VERDADERO', 'sí', 'VERO', '✔'])
      expect([yes, coerce(yes, 'checkbox').value]).toEqual([yes, true])
    for (const no of ['FALSCH', 'nein', 'FAUX', 'non', 'FALSO', 'ONWAAR', '☐'])
      expect([no, coerce(no, 'checkbox').value]).toEqual([no, false])
  })
})

describe('JSON in a cell', () => {
  it('keeps every digit of numbers that are typed or pasted, as text where no number holds them', () => {
    expect(coerce('{"id": 12345678901234567890, "n": [9007199254740993, 1.5]}', 'json')).toEqual({
      value: { id: '12345678901234567890', n: ['9007199254740993', 1.5] },
      valid: true,
    })
    expect(coerce('1e400', 'json')).toEqual({ value: '1e400', valid: true })
  })

  it('that is broken stays as it was typed, and is marked', () => {
    expect(coerce(' {"a": }', 'json')).toEqual({ value: ' {"a": }', valid: false })
  })
})
