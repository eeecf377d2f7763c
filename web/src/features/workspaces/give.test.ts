// Promises of giving one thing to several workspaces.
import { expect, test } from 'vitest'
import { Problem } from '../../api/problem.ts'
import type { Schemas } from '../../api/shapes.ts'
import { type GivenResult, giveToAll, restOf } from './give.logic.ts'

const one = (id: string) => ({ id }) as Schemas['WorkspaceOverview']
const all = [one('a'), one('b'), one('c')]
const words = (results: readonly GivenResult[]) =>
  results.map(({ workspace, refused }) => [workspace.id, refused ?? 'done'])

test('a refusal holds up no other workspace, and a retry repeats nothing that was done', async () => {
  const given: string[] = []
  let results: readonly GivenResult[] = []
  const onProgress = (next: readonly GivenResult[]) => {
    results = next
  }
  const { signal } = new AbortController()
  let refuses = true
  const give = async (id: string) => {
    given.push(id)
    if (id === 'b' && refuses) throw new Problem({ status: 403, detail: 'Not allowed' })
  }
  await giveToAll(all, give, { signal, onProgress })
  expect(words(results)).toEqual([
    ['a', 'done'],
    ['b', 'Not allowed'],
    ['c', 'done'],
  ])
  refuses = false
  await giveToAll(all, give, { before: results, signal, onProgress })
  expect(given).toEqual(['a', 'b', 'c', 'b'])
  expect(words(results).every(([, word]) => word === 'done')).toBe(true)
})

test('a stop ends the work before the next workspace, and the rest is known', async () => {
  const stop = new AbortController()
  let results: readonly GivenResult[] = []
  await giveToAll(all, async (id) => void (id === 'b' && stop.abort()), {
    signal: stop.signal,
    onProgress: (next) => {
      results = next
    },
  })
  expect(words(results)).toEqual([
    ['a', 'done'],
    ['b', 'done'],
  ])
  expect(restOf(all, results).map(({ id }) => id)).toEqual(['c'])
})
