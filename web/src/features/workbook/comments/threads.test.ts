// Promises of the list of threads.

import { expect, test } from 'vitest'
import type { Schemas } from '../../../api/shapes.ts'
import { shownThreads } from './threads.logic.ts'

const thread = (id: string) => ({ id }) as Schemas['CommentThread']
const ids = (threads: readonly Schemas['CommentThread'][]) => threads.map(({ id }) => id)

test('a thread being replied to stays at its place when another member resolves it', () => {
  expect(ids(shownThreads([thread('c'), thread('a')], thread('b'), null))).toEqual(['c', 'b', 'a'])
  expect(ids(shownThreads([thread('c'), thread('b')], thread('b'), null))).toEqual(['c', 'b'])
})

test('the thread that a link names is shown once', () => {
  expect(ids(shownThreads([thread('b'), thread('a')], null, 'a'))).toEqual(['b'])
})
