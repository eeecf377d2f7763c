import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptNumber, readJsonBody } from './json-text.ts'

function read(text: string) {
  return readJsonBody(Buffer.from(text))
}

describe('a JSON body', () => {
  it('reads like JSON.parse when every number fits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = JSON.stringify(json)
        fc.pre(!/\d{16}|e\+/.test(text))
        expect(read(text)).toMatchObject({ value: JSON.parse(text) })
      }),
    )
  })

  it('never accepts what JSON.parse refuses, nor fails to say where it breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'{}[]",:\\ \n019-.eEtruefalsnl u')), (letters) => {
        const text = letters.join('')
        const reading = read(text)
        expect('fault' in reading).toBe(!parses(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['', 0, 'Expecting value'],
    ['{"a":}', 5, 'Expecting value'],
    ['{a:1}', 1, 'Expecting property name enclosed in double quotes'],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a":1 "b":2}', 7, "Expecting ',' delimiter"],
    ['{"a":1,}', 6, 'Illegal trailing comma before end of object'],
    ['[1,]', 2, 'Illegal trailing comma before end of array'],
    ['{"é":"abc', 6, 'Unterminated string starting at'],
    ['{"a":"\t"}', 6, 'Invalid control character at'],
    ['{"a":"\\x"}', 6, 'Invalid \\escape'],
    ['{"a":1} x', 8, 'Extra data'],
    ['NaN', 0, 'Expecting value'],
    ['{12345678901234567890:1}', 1, 'Expecting property name enclosed in double quotes'],
  ])('that is broken, %j, tells byte %i: %s', (text, offset, error) => {
    expect(read(text)).toEqual({
      fault: { type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error', input: {}, ctx: { error } },
    })
  })

  it('is refused before it is parsed when it has more parts than any request needs', () => {
    const error = (text: string) => {
      const reading = read(text)
      return 'fault' in reading ? reading.fault.ctx?.error : undefined
    }
    const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`
    expect(error(keys(10_000))).toBeUndefined()
    expect(error(keys(10_001))).toBe('An object has more than 10000 members')
    expect(error(`[${Array(16).fill(keys(10_000)).join(',')}]`)).toBe('More than 150000 objects, lists and members')
    expect(error(`[${Array(160_000).fill('{}').join(',')}]`)).toBe('More than 150000 objects, lists and members')
    // A colon in a string, and the members of an object that has ended, do not count.
    expect(error(`[${Array(3).fill(keys(9_000)).join(',')},"${':'.repeat(20_000)}"]`)).toBeUndefined()
    expect(error(`[${Array(10_001).fill('1e999').join(',')}]`)).toContain('send them as text')
  })

  it('keeps numbers that a double would round or lose', () => {
    const lost = [
      '9007199254740993',
      '-9007199254740993',
      '1e999',
      '9007199254740990.6',
      '123456789012345678901234567890',
      '0.1234567890123456789',
      '1e-400',
    ]
    for (const token of lost) {
      const reading = read(`[${token}]`)
      expect('value' in reading && keptNumber((reading.value as unknown[])[0])).toBe(token)
    }
    for (const token of ['9007199254740991', '1.5', '1e3', '0.10000000000000001', '1e20', '52.379190000000001']) {
      expect(read(`[${token}]`)).toMatchObject({ value: [Number(token)] })
    }
  })

  it('cannot pass text for a kept number', () => {
    const reading = read('["\\u0000:9007199254740993"]')
    expect('value' in reading && keptNumber((reading.value as unknown[])[0])).toBeUndefined()
  })

  it('that nests beyond reason is refused, not followed', () => {
    const reading = read('['.repeat(500_000))
    expect(reading).toMatchObject({ fault: { type: 'json_invalid', loc: ['body', 200] } })
    expect(read(`${'['.repeat(200)}${']'.repeat(200)}`)).toHaveProperty('value')
    expect(read(`["${'['.repeat(500)}"]`)).toHaveProperty('value')
  })

  it('must be UTF-8; a byte order mark is skipped', () => {
    expect(readJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ fault: { type: 'json_invalid' } })
    expect(read('\ufeff{"a":1}')).toMatchObject({ value: { a: 1 } })
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
