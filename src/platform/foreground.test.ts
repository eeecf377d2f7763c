// Work that nobody waits for gives way to requests, and is not held up by those that do not end.
import { expect, test } from 'vitest'
import { beginRequest, giveWay, isAsked, letPass } from './foreground.ts'

test('work waits until the last request is answered', async () => {
  const ends = [beginRequest(), beginRequest()]
  const order: string[] = []
  const working = giveWay().then(() => order.push('work'))
  await new Promise(setImmediate)
  for (const [n, end] of ends.entries()) {
    order.push(`answer ${n}`)
    end()
  }
  await working
  expect(order).toEqual(['answer 0', 'answer 1', 'work'])
  expect(isAsked()).toBe(true)
})

test('a request that goes on does not keep work from going on', async () => {
  const end = beginRequest()
  await giveWay()
  end()
})

test('a statement of such work is sent at once when nobody asks, else when the answer is out', async () => {
  expect(letPass()).toBeNull()
  const end = beginRequest()
  const passing = letPass()
  expect(passing).toBeInstanceOf(Promise)
  end()
  await passing
  expect(letPass()).toBeNull()
})
