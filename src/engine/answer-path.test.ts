// Paths into answers: what is a blank at its place, and what is an answer of another make.
import { expect, it } from 'vitest'
import type { Json } from '../kernel/json.ts'
import { hasPlaceFor } from './answer-path.ts'

const cases: [Json, string, boolean][] = [
  [{ data: { mail: null } }, 'data.mail', true],
  [{ data: {} }, 'data.mail', true],
  [{ data: { name: 'A' } }, 'data.mail', true],
  [{ Data: { name: 'A' } }, 'data.mail', true],
  [{ data: null }, 'data.items[0].mail', true],
  [{ data: { items: [] } }, 'data.items[0].mail', true],
  [{ data: { items: [{ name: 'A' }] } }, 'data.items[1].mail', true],
  [{ items: [{ name: 'A' }, { contact: null }] }, 'items[].contact.mail', true],
  [{}, 'data.mail', true],
  [null, 'data.mail', true],
  [{ error: 'x' }, 'mail', true],
  [{ result: { mail: 'a@b.c' } }, 'data.mail', false],
  [{ data: 'none' }, 'data.mail', false],
  [{ data: { rows: [{ mail: 'a@b.c' }] } }, 'data.items[0].mail', false],
  [{ items: [{ name: 'A' }] }, 'items[].contact.mail', false],
  [[{ name: 'A' }], '[0].contact.mail', false],
  ['text', 'data', false],
]

it.each(cases)('in %j there is a place for %s: %s', (answer, path, expected) => {
  expect(hasPlaceFor(answer, path)).toBe(expected)
})
