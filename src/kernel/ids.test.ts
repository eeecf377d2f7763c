// Promises of ids: well-formed, in the order in which they were made, never the same twice.
import { v7, version } from 'uuid'
import { expect, test, vi } from 'vitest'
import { firstIdOf, isUuid, newId } from './ids.ts'

test('ids are UUIDs of version 7 that sort as they were made, however many a millisecond', () => {
  const begun = Date.now()
  const ids = Array.from({ length: 50_000 }, newId)
  const ended = Date.now()
  expect(ids.every((id) => isUuid(id) && version(id) === 7 && /^[89ab]$/.test(id[19] ?? ''))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect((ids[0] as string) >= firstIdOf(new Date(begun))).toBe(true)
  expect((ids.at(-1) as string) < firstIdOf(new Date(ended + 1))).toBe(true)
  // Another maker of them agrees about the time.
  expect(v7().slice(0, 6)).toBe(newId().slice(0, 6))
})

test('a clock that is set back does not bring ids that sort before those made', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 })
  const before = newId()
  vi.setSystemTime(Date.now() - 30_000)
  const after = Array.from({ length: 1000 }, newId)
  vi.useRealTimers()
  expect([before, ...after].toSorted()).toEqual([before, ...after])
})

test('all bits that may be anything are', () => {
  const ones = new Array<number>(128).fill(0)
  const ids = Array.from({ length: 2000 }, newId)
  for (const id of ids)
    for (const [at, digit] of [...id.replaceAll('-', '')].entries())
      for (let bit = 0; bit < 4; bit++)
        if (Number.parseInt(digit, 16) & (8 >> bit)) ones[at * 4 + bit] = (ones[at * 4 + bit] ?? 0) + 1
  // Behind time, version, variant and count every bit is one in half of the ids; so many from that are one chance in 10^20.
  for (const n of ones.slice(86)) expect(Math.abs(n - 1000)).toBeLessThan(220)
})
