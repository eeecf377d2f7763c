// Promises of where workspaces lie: asked for once, for a bounded number of them, and never remembered when it failed.
import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

function lookups(most: number) {
  const asked: string[] = []
  const places = createPlaces(async (id) => {
    asked.push(id)
    if (id === 'lost' && asked.filter((one) => one === id).length === 1) throw new Error('the node does not answer')
    return id.length
  }, most)
  return { asked, places }
}

it('is asked for once, also by two at once', async () => {
  const { asked, places } = lookups(10)
  expect(await Promise.all([places.of('a'), places.of('a'), places.of('bb')])).toEqual([1, 1, 2])
  expect(asked).toEqual(['a', 'bb'])
})

it('makes room for a new one by what was not asked for longest', async () => {
  const { asked, places } = lookups(2)
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await places.of(id)
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

it('is asked for again after a failure, and after all was forgotten', async () => {
  const { asked, places } = lookups(10)
  await expect(places.of('lost')).rejects.toThrow('the node does not answer')
  expect(await places.of('lost')).toBe(4)
  places.forget()
  expect(await places.of('lost')).toBe(4)
  expect(asked).toEqual(['lost', 'lost', 'lost'])
})
