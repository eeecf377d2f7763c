// One request or conversation at a time with each host, whichever of two processes has it: two clients over one database.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { createHostTurns } from './host-turns.ts'
import { createPageReader } from './pages.ts'
import { loopbackOpen, peersOfTest } from './peers.fixture.ts'
import { OF_LOOKUPS } from './polite-client.ts'
import { createSmtpAsker } from './smtp.ts'

const { serve, serveTcp, clientWith } = peersOfTest()
const live = () => new AbortController().signal
const HELD_MS = 100

let databases: TestDatabase[]
beforeAll(async () => {
  const database = await openTestDatabase()
  databases = [database, await database.another()]
})
afterAll(() => databases[0]?.close())

/** How many are under way, and how many were at most. */
function counter() {
  const count = { now: 0, most: 0, all: 0 }
  return {
    count,
    begin() {
      count.all++
      count.most = Math.max(count.most, ++count.now)
    },
    end: () => void count.now--,
  }
}

/** Asks twice in each of two processes, at once. */
const KINDS: Record<string, (count: ReturnType<typeof counter>) => Promise<(n: number) => Promise<{ ok: boolean }>>> = {
  async 'a site'({ begin, end }) {
    const { origin, port } = await serve(async (_request, response) => {
      begin()
      await pause(HELD_MS)
      end()
      response.setHeader('content-type', 'text/html').end('<p>Hello')
    })
    const policy = { ...loopbackOpen, hostMap: new Map([['site.example.com', { address: '127.0.0.1', port }]]) }
    const readers = databases.map((database) =>
      createPageReader({
        database,
        client: clientWith({ policy }),
        policy,
        robotsToken: 'Millrace',
        now: () => new Date(),
      }),
    )
    return (n) =>
      (readers[n % 2] as (typeof readers)[0]).read(
        { url: `${origin}/${n}`, is_api: true, accept: 'any' },
        { ...OF_LOOKUPS, copies: 'none' },
      )
  },
  async 'a mail server'({ begin, end }) {
    const { port } = await serveTcp((socket) => {
      begin()
      socket.on('close', end)
      socket.on('data', () => socket.write('250 OK\r\n'))
      setTimeout(() => socket.write('220 ready\r\n'), HELD_MS)
    })
    const policy = { ...loopbackOpen, hostMap: new Map([['mx.example.com', { address: '127.0.0.1', port }]]) }
    const parts = { policy, resolve: async () => [], helo: 'check.example.org', gapMs: 0, now: () => new Date() }
    const askers = databases.map((database) => createSmtpAsker({ ...parts, database }))
    return (n) =>
      (askers[n % 2] as (typeof askers)[0])({ host: 'mx.example.com', recipients: [`p${n}@example.com`] }, live())
  },
}

describe.each(Object.entries(KINDS))('%s', (_name, start) => {
  it('is asked by one process after the other', async () => {
    const { count, ...peer } = counter()
    const ask = await start({ count, ...peer })
    const replies = await Promise.all([0, 1, 2, 3].map(ask))
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, true])
    // The peer hears of the end of the last one a moment after its answer.
    await until(
      async () => count.now,
      (now) => now === 0,
    )
    expect(count).toMatchObject({ most: 1, all: 4 })
  })
})

it('waits for the pause that another process left', async () => {
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const waits: number[] = []
  const [one, other] = databases.map((database) =>
    createHostTurns({
      database,
      now: () => new Date(clock),
      async sleep(ms) {
        waits.push(ms)
        clock += ms
      },
    }),
  )
  const request = { host: 'paused.example.com:25', patience_ms: 20_000 }
  const first = await one?.enter(request)
  if (!first || !('leave' in first)) throw new Error('the first had to enter')
  await first.leave(new Date(clock + 3_000))
  expect(await other?.enter(request)).toHaveProperty('leave')
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(3_000)
})
