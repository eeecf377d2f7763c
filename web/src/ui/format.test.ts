import { describe, expect, test } from 'vitest'
import { ago, bytes, counted, duration, money, percent } from './format.ts'

describe('money', () => {
  test('has cents, thousands, and no more digits than mean something', () => {
    expect(money(0)).toBe('$0')
    expect(money(41)).toBe('$41.00')
    expect(money(12345.678)).toBe('$12,345.68')
    expect(money(0.021)).toBe('$0.021')
    expect(money(0.5)).toBe('$0.50')
    expect(money(0.00004)).toBe('<$0.0001')
    expect(money(-3)).toBe('−$3.00')
  })
})

test('a share that is not all is never 100%, one that is not nothing never 0%', () => {
  expect(percent(0)).toBe('0%')
  expect(percent(0.0004)).toBe('<1%')
  expect(percent(0.9999)).toBe('99%')
  expect(percent(1)).toBe('100%')
  expect(percent(0.62)).toBe('62%')
})

test('counts agree with their nouns', () => {
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(0, 'row')).toBe('0 rows')
  expect(counted(104233, 'row')).toBe('104,233 rows')
})

test('durations are words', () => {
  expect(duration(1)).toBe('1 second')
  expect(duration(59.6)).toBe('1 minute')
  expect(duration(720)).toBe('12 minutes')
  expect(duration(3600)).toBe('1 hour')
  expect(duration(7500)).toBe('2 hours 5 minutes')
  expect(duration(-5)).toBe('0 seconds')
})

test('sizes and times are short', () => {
  expect(bytes(30)).toBe('30 bytes')
  expect(bytes(4_200_000)).toBe('4.2 MB')
  expect(bytes(200_000_000)).toBe('200 MB')
  const now = Date.UTC(2026, 0, 10)
  expect(ago(now - 20_000, now)).toBe('just now')
  expect(ago(now - 3 * 60_000, now)).toBe('3 minutes ago')
  expect(ago(now - 86_400_000, now)).toBe('yesterday')
})
