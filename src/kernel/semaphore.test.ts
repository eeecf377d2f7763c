// Promises of the semaphore: queues are admitted in turn, and callers that stop waiting take no slot.
import { setMaxListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('admits queues in turn, and each in the order it came', async () => {
    const semaphore = createSemaphore(1)
    const leave = await semaphore.acquire(never, 'a')
    const order: string[] = []
    for (const [queue, count] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const)
      for (let n = 1; n <= count; n++)
        void semaphore.acquire(never, queue).then((out) => {
          order.push(`${queue}${n}`)
          out()
        })
    leave()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('forgets callers that stop waiting', async () => {
    const semaphore = createSemaphore(1)
    const leave = await semaphore.acquire(never)
    const tired = new AbortController()
    const waiting = semaphore.acquire(tired.signal)
    tired.abort(new Error('tired'))
    await expect(waiting).rejects.toThrow('tired')
    leave()
    await (await semaphore.acquire(never))()
  })
})
