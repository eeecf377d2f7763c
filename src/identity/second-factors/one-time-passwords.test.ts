import { expect, test } from 'vitest'
import { appAddress, base32Of, codeAt, stepOfCode } from './one-time-passwords.logic.ts'

/** The secret of the examples of RFC 4226 and RFC 6238. */
const SECRET = base32Of(Buffer.from('12345678901234567890'))

test('a secret is written as apps read it: base 32 without padding (RFC 4648)', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const words = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((word) => base32Of(Buffer.from(word)))
  expect(words).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test.each([
  [0, '755224'],
  [1, '287082'],
  [2, '359152'],
  [3, '969429'],
  [4, '338314'],
  [5, '254676'],
  [6, '287922'],
  [7, '162583'],
  [8, '399871'],
  [9, '520489'],
])('at step %i an app shows %s (RFC 4226, appendix D)', (step, code) => {
  expect(codeAt(SECRET, step * 30)).toBe(code)
})

// The examples have eight digits; six are their end.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i an app shows the end of %s (RFC 6238, appendix B)', (second, code) => {
  expect(codeAt(SECRET, second)).toBe(code.slice(-6))
})

test('a code is good in its step, the one before and the one after, and no longer', () => {
  const code = codeAt(SECRET, 3_000)
  const at = (second: number) => stepOfCode(SECRET, code, second, 0)
  expect([2_969, 2_970, 3_000, 3_029, 3_059, 3_060].map(at)).toEqual([undefined, 100, 100, 100, 100, undefined])
})

test('a code of a step that was used, or of one before it, is not good again', () => {
  const [earlier, code, later] = [2_970, 3_000, 3_030].map((second) => codeAt(SECRET, second)) as [
    string,
    string,
    string,
  ]
  const after = (one: string, last: number) => stepOfCode(SECRET, one, 3_000, last)
  expect([after(earlier, 100), after(code, 100), after(later, 100)]).toEqual([undefined, undefined, 101])
  expect([after(earlier, 98), after(code, 99)]).toEqual([99, 100])
})

test.each(['', '28708', '2870820', '28708a', '２８７０８２', '000000'])('%j is not taken for a code', (typed) => {
  expect(stepOfCode(SECRET, typed, 59, 0)).toBeUndefined()
})

test('another secret has other codes, however it is spelt the same one has the same', () => {
  expect(codeAt(base32Of(Buffer.from('12345678901234567891')), 59)).not.toBe('287082')
  expect(codeAt('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', 59)).toBe('287082')
  expect(codeAt(`${base32Of(Buffer.from('1234567890123456'))}======`, 59)).toMatch(/^\d{6}$/)
  expect(() => codeAt('GEZDGNBV0', 59)).toThrow('not base 32')
})

test('an app is told issuer and account, also where these have characters of their own in addresses', () => {
  const address = new URL(appAddress('Millrace', 'Jö hn?x@y.example', SECRET))
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Millrace:/)
  expect(decodeURIComponent(address.pathname)).toContain('Millrace:Jö hn?x@y.example')
  expect(Object.fromEntries(address.searchParams)).toEqual({ secret: SECRET, issuer: 'Millrace' })
})
