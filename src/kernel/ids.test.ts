import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './ids.ts'

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

afterEach(() => {
  vi.useRealTimers()
})

test('ids sort in the order they are made, within one moment and after a small step back of the clock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T10:00:00Z') })
  const first = Array.from({ length: 1000 }, newId)
  vi.setSystemTime(new Date('2031-05-01T09:59:30Z'))
  const later = Array.from({ length: 1000 }, newId)
  const all = [...first, ...later]
  expect(all.toSorted()).toEqual(all)
  expect(new Set(all).size).toBe(2000)
})

test('an id tells when it was made, also after the clock was far ahead', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2041-05-01T10:00:00Z') })
  newId()
  vi.setSystemTime(new Date('2031-05-01T10:00:00Z'))
  expect(timeOf(newId())).toBe(Date.parse('2031-05-01T10:00:00Z'))
})
