// Promises of lists whose items may be wrong one by one: no amount of them costs more than its length, and none is taken for another.
import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { fingerprintOf } from '../idempotency.ts'
import { ItemFault } from './item-fault.ts'
import { compileChecker } from './validate.ts'

const items = Type.Object({ name: Type.Optional(Type.String()), score: Type.Optional(Type.Number()) })
const checker = compileChecker(Type.Unsafe({ type: 'array', items, 'x-item-faults': 600 }))
const read = (value: unknown) => {
  const { value: list, errors } = checker.read(value, 'body', { odd: true, flat: false })
  expect(errors).toEqual([])
  return list as unknown[]
}

it('an item that is wrong is a fault of its own, also behind more of them than a request may have', () => {
  const list = read([...Array(599).fill({ name: 1 }), { name: 'Ann' }])
  expect(list[598]).toMatchObject({ message: '"name": Input should be a valid string' })
  expect(list[599]).toEqual({ name: 'Ann' })
})

it('of a list that is too long no more is read than may be in it, and all of it is counted', () => {
  const list = read(Array(200_000).fill({ name: 1 }))
  expect(list).toHaveLength(200_000)
  expect(list.every((one) => one instanceof ItemFault)).toBe(true)
  expect(new Set(list).size).toBe(601)
})

it('requests that are wrong in different ways are different requests under one idempotency key', () => {
  const print = (value: unknown) =>
    fingerprintOf('POST', '/rows', { params: {}, query: {}, headers: {}, body: read([value]) }).toString('hex')
  expect(print({ name: 1 })).toBe(print({ name: 1 }))
  expect(print({ name: 1 })).not.toBe(print({ score: 'x' }))
})
