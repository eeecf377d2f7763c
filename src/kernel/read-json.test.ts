// Promises of the one reader of JSON that others wrote: every digit, bounded nesting, nothing that cannot be stored.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { losesDigits, MAX_LEVELS, readJson } from './read-json.ts'

const read = (text: string) => readJson(text).value
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a number', () => {
  it.each([
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['12345678901234567890123', '12345678901234567890123'],
    // As it is printed by programs that hold a double, in as many digits as they like.
    ['0.1', 0.1],
    ['0.10000000000000001', 0.1],
    ['0.1000000000000000056', 0.1],
    ['52.379190000000001', 52.37919],
    ['1.50', 1.5],
    ['0.0000000000000000', 0],
    ['-0.0', -0],
    ['1e3', 1000],
    ['1e16', 1e16],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', 5e-324],
    // More than a double holds.
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['9007199254740990.6', '9007199254740990.6'],
    ['9007199254740993.0', '9007199254740993.0'],
    ['9007199254740993e0', '9007199254740993e0'],
    ['1e400', '1e400'],
    ['-1E+400', '-1E+400'],
    ['1e-400', '1e-400'],
  ])('%s is read as %j', (token, value) => {
    expect(read(`{"a":[${token}]}`)).toEqual({ a: [value] })
    expect(losesDigits(token)).toBe(typeof value === 'string')
  })

  it('of any size has all of its digits in what is read', () => {
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        expect(String(read(String(whole)))).toBe(String(whole))
      }),
    )
  })

  it('that a program holds as a double stays that number, however it is printed', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(double, fc.integer({ min: 17, max: 40 }), (number, digits) => {
        fc.pre(!Number.isInteger(number))
        expect(read(JSON.stringify(number))).toBe(number)
        expect(read(number.toPrecision(digits))).toBe(number)
        expect(read(number.toExponential(digits - 1))).toBe(number)
      }),
    )
  })
})

it('reads any JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (json, isSpaced) => {
      const text = JSON.stringify(json, null, isSpaced ? 2 : 0)
      const hasMore = /"__proto__"|\\u(?:0000|d[89a-f])/i.test(text)
      fc.pre(!hasMore && !/\d{16}/.test(text))
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('takes what JSON.parse takes and nothing else, and says where a text breaks', () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'{}[]",:\\ \n019-.eEtruefalsnl u')), (letters) => {
      const { fault } = readJson(letters.join(''))
      expect(fault === undefined).toBe(parses(letters.join('')))
    }),
    { numRuns: 2000 },
  )
  expect(readJson('{"a":1,}').fault).toEqual({ at: 6, error: 'Illegal trailing comma before end of object' })
  expect(readJson('{12345678901234567890:1}').fault?.at).toBe(1)
})

it('follows nesting to its bound and no further', () => {
  expect(readJson(nested(MAX_LEVELS)).fault).toBeUndefined()
  for (const levels of [MAX_LEVELS + 1, 100_000])
    for (const text of [nested(levels), '['.repeat(levels), '{"a":'.repeat(levels)])
      expect(readJson(text).fault).toMatchObject({ is_limit: true, error: 'Nesting is deeper than 200 levels' })
  expect(readJson(`["${'['.repeat(500)}"]`).fault).toBeUndefined()
})

it('leaves out what changes an object or cannot be stored, and of two members of one name keeps the last', () => {
  expect(read('\ufeff{"a":1,"a":{"b":2}}')).toEqual({ a: { b: 2 } })
  for (const name of ['__proto__', '\\u005f_proto__']) {
    const value = read(`{"${name}":{"x":1},"deep":[{"${name}":2,"y":3}]}`)
    expect(Object.keys(value as object)).toEqual(['deep'])
    expect(value).toEqual({ deep: [{ y: 3 }] })
  }
  expect(read('{"a\\u0000b":["\\u0000x","\\ud800","\\\\u0000","\\ud83d\\ude00"]}')).toEqual({
    ab: ['x', '\ufffd', '\\u0000', '😀'],
  })
  expect(readJson('"\\u0000"', { as_it_is: true })).toEqual({ value: '\0', odd: true })
})
