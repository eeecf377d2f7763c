// Promises of the small rules of signals and watches.
import { expect, test } from 'vitest'
import { afterRemoval, editsOf, textOf, troubleOf, weeksOf } from './monitoring.logic.ts'

test('a change of a page is shown with its place, before and after', () => {
  const edits = [{ place: ['Pricing', 'Starter'], before: '$49', after: '$99' }]
  expect(editsOf({ edits })).toEqual([{ place: 'Pricing › Starter', before: '$49', after: '$99' }])
  expect(editsOf({ share: 0.2 })).toEqual([])
})

test('the next item is shown when one leaves the queue, the one before it at its end', () => {
  expect(afterRemoval(0, 3)).toBe(0)
  expect(afterRemoval(1, 3)).toBe(1)
  expect(afterRemoval(2, 3)).toBe(1)
  expect(afterRemoval(0, 1)).toBe(0)
})

test('a chart has every week, also those without a signal', () => {
  const weeks = weeksOf([{ week: '2026-05-04', type: 'news', count: 2 }], 3, new Date('2026-05-13T12:00:00Z'))
  expect(weeks.map(({ week, total }) => [week, total])).toEqual([
    ['2026-04-27', 0],
    ['2026-05-04', 2],
    ['2026-05-11', 0],
  ])
})

test('a value of members is shown by its texts', () => {
  expect(textOf({ title: 'Analyst', url: 'https://x', posted_on: '' })).toBe('title: Analyst')
  expect(textOf(null)).toBe('')
  expect(textOf(3)).toBe('3')
})

test('a watch says in the list why it fails, waits, or reads only a part', () => {
  const watch = { last_error: null, put_off: null, unread: [] }
  const unread = [{ label: 'Home page', value: 'The page has no text of its own.' }]
  expect(troubleOf(watch)).toBe(null)
  expect(troubleOf({ ...watch, unread })).toBe('Home page: The page has no text of its own.')
  const more = [...unread, { label: 'News', value: 'acme.com answered 403' }]
  expect(troubleOf({ ...watch, unread: more })).toMatch(/of its own\. · News: acme\.com answered 403$/)
  expect(troubleOf({ ...watch, unread, put_off: 'It is asked again in 60 s' })).toBe('It is asked again in 60 s')
  expect(troubleOf({ ...watch, unread, last_error: 'acme.com answered with status 500' })).toMatch(/500/)
})
