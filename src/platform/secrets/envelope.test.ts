// A sealed value opens with its key, in its place, unchanged, and in no other way.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyOf, open, SealBroken, type SealingKey, seal } from './envelope.ts'

const newKey = (): SealingKey => ({ id: randomBytes(16), secret: randomBytes(32) })
const key = newKey()
const place = ['a workspace', 'hunter', 'api_key']
const bytes = fc.uint8Array({ maxLength: 200 })

it('opens to what was sealed, and names the format and the key', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.string(), { maxLength: 4 }), (value, where) => {
      const sealed = seal(key, where, value)
      expect(sealed[0]).toBe(1)
      expect(keyOf(sealed)).toEqual(key.id)
      expect([...open(key, where, sealed)]).toEqual([...value])
    }),
  )
})

it('refuses a value in which any single bit was turned', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(7), (value, at, bit) => {
      const sealed = seal(key, place, value)
      sealed[at % sealed.length] = (sealed[at % sealed.length] as number) ^ (1 << bit)
      expect(() => open(key, place, sealed)).toThrow(SealBroken)
    }),
  )
})

it('refuses a value that was cut or has something after it', () => {
  const sealed = seal(key, place, Buffer.from('secret'))
  for (let length = 0; length < sealed.length; length++)
    expect(() => open(key, place, sealed.subarray(0, length))).toThrow(SealBroken)
  expect(() => open(key, place, Buffer.concat([sealed, Buffer.from([0])]))).toThrow(SealBroken)
})

it('refuses another place, also one that reads the same when its parts are put together', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 4 }), fc.array(fc.string(), { maxLength: 4 }), (here, there) => {
      fc.pre(JSON.stringify(here) !== JSON.stringify(there))
      expect(() => open(key, there, seal(key, here, Buffer.from('secret')))).toThrow(SealBroken)
    }),
  )
  const sealed = seal(key, ['a', 'bc'], Buffer.from('secret'))
  expect(() => open(key, ['ab', 'c'], sealed)).toThrow(SealBroken)
})

it('refuses another key, also one that goes by the same id', () => {
  const sealed = seal(key, place, Buffer.from('secret'))
  expect(() => open(newKey(), place, sealed)).toThrow(SealBroken)
  expect(() => open({ ...newKey(), id: key.id }, place, sealed)).toThrow(SealBroken)
})

it('never seals the same way twice', () => {
  const sealed = Array.from({ length: 500 }, () => seal(key, place, Buffer.from('secret')).toString('hex'))
  expect(new Set(sealed.map((one) => one.slice(34, 58))).size).toBe(500)
})
