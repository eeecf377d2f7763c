// Promises of totals as they are chosen and read.
import { expect, test } from 'vitest'
import { shownTotals, totalsFor, totalText, totalWords, withTotal } from './totals.logic.ts'

test('a column offers what its values can be totalled by', () => {
  const offered = (kind: 'number' | 'date' | 'select' | 'text', computed = false) => totalsFor({ kind, computed })
  expect(offered('number')).toEqual(['filled', 'unique', 'sum', 'average', 'min', 'max'])
  expect(offered('date')).toEqual(['filled', 'unique', 'min', 'max'])
  expect(offered('select')).toEqual(['filled', 'unique'])
  expect(offered('text')).toEqual(['filled', 'unique'])
  expect(offered('text', true)).toContain('sum')
})

test('a total reads as the values of its column do', () => {
  expect(totalText('filled', 0.9166, 'text')).toBe('91.7%')
  expect(totalText('unique', 1200, 'text')).toBe('1,200')
  expect(totalText('average', 10 / 3, 'number')).toBe('3.33')
  expect(totalText('min', '1999-12-31', 'date')).toBe('31 Dec 1999')
  expect(totalText('sum', null, 'number')).toBe('–')
  expect([totalWords('min', 'date'), totalWords('min', 'number')]).toEqual(['Earliest', 'Min'])
})

test('a choice is one per column, and those of hidden columns are not asked for', () => {
  const chosen = withTotal(withTotal({ a: 'sum' }, 'b', 'filled'), 'a', 'max')
  expect(chosen).toEqual({ a: 'max', b: 'filled' })
  expect(withTotal(chosen, 'a', null)).toEqual({ b: 'filled' })
  expect(shownTotals([{ id: 'b', kind: 'text' }], chosen)).toEqual([{ column_id: 'b', total: 'filled', kind: 'text' }])
})
