// Traces of calls: secrets are masked whatever way an address is written, and nothing else is changed.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskRequest } from './trace.ts'

const masked = (url: string) => maskRequest({ method: 'GET', url, headers: {} }, {}).url
const SECRET = 'xS3cr3tx'

/** Some characters written as bytes that need not be. */
const written = (name: string, odd: boolean) =>
  odd
    ? [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    : new URLSearchParams({ n: name }).toString().slice(2)

it('shows no value of a query whose name is that of a secret, and every other member as it was', () => {
  const secret = fc.constantFrom(
    'key',
    'KEY',
    'sig',
    'auth',
    'api_key',
    'apikey',
    'my-access-token',
    'X-Signature',
    'password',
  )
  const open = fc.constantFrom('keys', 'q', 'domain', 'author', 'a b', 'ü', '')
  const value = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', '&', '=', '?', '+', '%', '@', '/'), maxLength: 6 })
  const member = fc.record({ name: fc.oneof(secret, open), odd: fc.boolean(), value })
  const end = fc.constantFrom('', '#part', '#key=1')
  fc.assert(
    fc.property(fc.array(member, { maxLength: 5 }), end, (members, hash) => {
      const isSecret = (name: string) => /^(key|sig|auth)$|api_?key|token|signature|password/i.test(name)
      const query = members.map(({ name, odd, value }) => {
        const shown = isSecret(name) ? SECRET : value
        return `${written(name, odd)}=${new URLSearchParams({ v: shown }).toString().slice(2)}`
      })
      const url = masked(new URL(`https://api.example.com/v1/x?${query.join('&')}${hash}`).href)
      expect(url).not.toContain(SECRET)
      const left = [...new URL(url).searchParams].filter(([name]) => !isSecret(name))
      expect(left).toEqual(members.flatMap(({ name, value }) => (isSecret(name) ? [] : [[name, value]])))
    }),
  )
})

it('shows no password of an address', () => {
  expect(masked(`https://me:${SECRET}@api.example.com/x?q=1`)).not.toContain(SECRET)
  expect(masked(`HTTPS://me:${SECRET}@api.example.com?key=${SECRET}`)).not.toContain(SECRET)
})
