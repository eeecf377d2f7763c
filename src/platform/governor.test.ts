// Work that nobody waits for gives way to requests, of this process and of others, and is not held up by those that do not end.
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
// Modules of its own: those that other files read before hold times of the real clock.
vi.resetModules()
const {
  answeringShare,
  beginRequest,
  noteRequestsElsewhere,
  isAsked,
  waitForRequests,
  createPortion,
  runInBackground,
} = await import('./governor.ts')
const { startForegroundNotices } = await import('./events/asked.ts')

afterAll(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
afterEach(() => pass(10_000))

test('work waits until the last request is answered', async () => {
  const ends = [beginRequest(), beginRequest()]
  const order: string[] = []
  const working = runInBackground(async () => order.push('work'))
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
  const working = runInBackground(async () => 'done')
  await new Promise(setImmediate)
  await pass(100)
  expect(await working).toBe('done')
  end()
})

test('a statement of such work is sent at once when nobody asks, else when the answer is out', async () => {
  expect(waitForRequests()).toBeNull()
  const end = beginRequest()
  const passing = waitForRequests()
  expect(passing).toBeInstanceOf(Promise)
  end()
  await passing
  expect(waitForRequests()).toBeNull()
})

/** How many steps of 10 ms, one after the other, begin within two seconds, with a request of 5 ms every 20 ms or none. */
async function steps(hasRequests: boolean): Promise<number> {
  let [begun, isOver] = [0, false]
  const working = (async () => {
    for (; !isOver; begun++) await runInBackground(() => new Promise((resolve) => setTimeout(resolve, 10)))
  })()
  for (let ms = 0; ms < 2_000; ms++) {
    if (hasRequests && ms % 20 === 0) setTimeout(beginRequest(), 5)
    await pass(1)
    await new Promise(setImmediate)
  }
  isOver = true
  await pass(1_000)
  await working
  return begun
}

test('work goes on one step after the other while nobody asks, and rests between steps while requests come', async () => {
  const free = await steps(false)
  const beside = await steps(true)
  expect(beside).toBeGreaterThan(free * 0.05)
  expect(beside).toBeLessThan(free * 0.25)
})

test('a step does all it can while nobody asks, and as much as fits while requests come', async () => {
  const portion = createPortion(10, 100)
  expect(portion.size()).toBe(100)
  noteRequestsElsewhere(0.1)
  expect(portion.size()).toBe(10)
  for (let n = 0; n < 5; n++) portion.took(1, portion.size())
  expect(portion.size()).toBe(30)
  // What was small could not be long.
  portion.took(1, 5)
  expect(portion.size()).toBe(30)
  portion.took(40, 30)
  expect(portion.size()).toBe(21)
  for (let n = 0; n < 20; n++) portion.took(40, portion.size())
  expect(portion.size()).toBe(10)
})

test('requests that another process answers count as its own, until nothing is heard of them', async () => {
  expect(isAsked()).toBe(false)
  noteRequestsElsewhere(0.8)
  expect(isAsked()).toBe(true)
  expect(answeringShare()).toBe(0.8)
  await pass(3_000)
  expect(isAsked()).toBe(false)
  expect(answeringShare()).toBeLessThan(0.1)
})

test('a process tells others of requests while they come, and does not hear itself', async () => {
  const told: string[] = []
  const pool = { query: async (_text: string, [, notice]: [string, string]) => told.push(notice) }
  const [asked, other] = [1, 2].map(() => startForegroundNotices({ pool } as never, createLog('silent')))
  other?.close()
  await pass(5_000)
  expect(told).toEqual([])
  const end = beginRequest()
  await pass(100)
  end()
  await pass(5_000)
  expect(told).toHaveLength(1)
  asked?.close()
  for (const notice of told) asked?.hear(notice)
  expect(isAsked()).toBe(false)
  for (const notice of told) other?.hear(notice)
  expect(isAsked()).toBe(true)
})

test.each([
  ['three at once without requests', false, ['a 0', 'a 1', 'a 2']],
  ['one while requests come', true, ['a 0']],
])('steps run %s, and queues in turn', async (_how, isBusy, first) => {
  if (isBusy) noteRequestsElsewhere(0.1)
  const order: string[] = []
  const ends: (() => void)[] = []
  const { signal } = new AbortController()
  const working = ['a 0', 'a 1', 'a 2', 'a 3', 'a 4', 'b 0'].map((name) =>
    runInBackground(
      () => {
        order.push(name)
        return new Promise<void>((end) => ends.push(end))
      },
      { queue: name.slice(0, 1), signal },
    ),
  )
  await pass(500)
  await new Promise(setImmediate)
  expect(order).toEqual(first)
  for (; order.length < working.length; await new Promise(setImmediate)) {
    ends.splice(0).map((end) => end())
    await pass(500)
  }
  for (const end of ends) end()
  await Promise.all(working)
  expect(order.indexOf('b 0')).toBeLessThan(order.indexOf('a 4'))
})
