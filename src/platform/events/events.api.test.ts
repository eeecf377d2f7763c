// Events from the writer's transaction to the reader's socket, on a real database with the real relay.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import type { WorkspaceId } from '../../kernel/ids.ts'
import { parseOverrides } from '../limits/limits.ts'
import { streamPlaces } from '../limits/open-streams.ts'
import { createLog } from '../log.ts'
import { type EventBus, startBus } from './bus.ts'
import { eventRoutes } from './events.routes.ts'
import { writeEvent } from './outbox.ts'
import { type Presence, startPresence } from './presence.ts'
import { HEARD, type Relay, startRelay } from './relay.ts'

let database: TestDatabase
let relay: Relay
let bus: EventBus
let presence: Presence
let app: FastifyInstance
let base: string
const log = createLog('silent')

beforeAll(async () => {
  database = await openTestDatabase()
  relay = startRelay(database, log, ['heard.type'])
  bus = await startBus(database, log, () => relay.wake())
  presence = startPresence(database, log)
  app = await buildTestApp(eventRoutes(bus, presence))
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await bus.close()
  presence.close()
  await relay.close()
  await database.close()
})

interface Frame {
  id: number
  event: string
  data: { type: string; n?: number }
}

/** Reads a stream until `enough` frames that are not `ready` came. */
async function listen(
  workspace: string,
  enough: number,
  query = '',
  headers: Record<string, string> = {},
): Promise<Frame[]> {
  const answer = await fetch(`${base}/api/events?token=viewer@${workspace}${query}`, { headers })
  if (answer.status !== 200) throw new Error(await answer.text())
  const frames: Frame[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      text = text.slice(end + 2)
      if (!fields.has('data')) continue
      const frame = {
        id: Number(fields.get('id')),
        event: fields.get('event') ?? '',
        data: JSON.parse(fields.get('data') ?? '{}'),
      }
      if (frame.event === 'ready') {
        lastReady = frame
        ready.resolve()
      } else frames.push(frame)
      if (frame.event === 'reset') reset.resolve()
      // Leaving the loop cancels the body, which closes the connection.
      if (frames.length >= enough) return frames
    }
  }
  return frames
}
let ready = resolvers()
let reset = resolvers()
let lastReady: Frame | undefined

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

async function emitMany(workspaceId: WorkspaceId, from: number, to: number, type = 'test.emitted'): Promise<void> {
  for (let start = from; start < to; start += 40)
    await database.inWorkspace(workspaceId, async (tx) => {
      for (let n = start; n < Math.min(to, start + 40); n++)
        await writeEvent(tx, { type, n, workbook_id: n % 2 ? 'odd' : 'even' })
    })
}

describe('the event stream', () => {
  it('brings each event once, in order, with ids that only grow', async () => {
    const workspace = await addWorkspace(database)
    ready = resolvers()
    const listening = listen(workspace, 50)
    await ready.promise
    await Promise.all([0, 10, 20, 30, 40].map((from) => emitMany(workspace, from, from + 10)))
    const frames = await listening
    expect(new Set(frames.map((frame) => frame.data.n)).size).toBe(50)
    expect(frames.every((frame, index) => index === 0 || frame.id > (frames[index - 1]?.id ?? 0))).toBe(true)
  })

  it('goes on after the last event id without a gap or a repeat, from the header and from the query', async () => {
    const workspace = await addWorkspace(database)
    ready = resolvers()
    const listening = listen(workspace, 5)
    await ready.promise
    await emitMany(workspace, 0, 5)
    const last = String((await listening).at(-1)?.id)
    await emitMany(workspace, 5, 1_205)
    const later = emitMany(workspace, 1_205, 1_215)
    const [byHeader, byQuery] = await Promise.all([
      listen(workspace, 1_210, '', { 'last-event-id': last }),
      listen(workspace, 1_210, `&last_event_id=${last}`),
    ])
    await later
    const expected = Array.from({ length: 1_210 }, (_, index) => index + 5)
    expect(byHeader.map((frame) => frame.data.n)).toEqual(expected)
    expect(byQuery.map((frame) => frame.data.n)).toEqual(expected)
  })

  it('brings a first reader nothing of what happened before it listened, and all that comes after', async () => {
    const workspace = await addWorkspace(database)
    const before = bus.position()
    await emitMany(workspace, 0, 3)
    while (bus.position() < before + 3) await new Promise((resolve) => setTimeout(resolve, 5))
    ready = resolvers()
    const listening = listen(workspace, 2)
    await ready.promise
    await emitMany(workspace, 3, 5)
    expect((await listening).map((frame) => frame.data.n)).toEqual([3, 4])
  })

  it('says reset to a reader whose next events are gone', async () => {
    const workspace = await addWorkspace(database)
    await emitMany(workspace, 0, 3)
    while ((await bus.since(workspace, 0, 10)).events.length < 3)
      await new Promise((resolve) => setTimeout(resolve, 20))
    await database.asOwner('delete from events')
    const [frame] = await listen(workspace, 1, '&last_event_id=1')
    expect(frame).toMatchObject({
      event: 'reset',
      data: { type: 'reset', ts: expect.stringMatching(/Z$/), workspace_id: workspace },
    })
  })

  it('says reset to a reader whose last event was never given, as after a database began again', async () => {
    const workspace = await addWorkspace(database)
    reset = resolvers()
    const listening = listen(workspace, 2, '&last_event_id=999999999')
    // The reader fetches all state after a reset, so only later events follow.
    await reset.promise
    await emitMany(workspace, 0, 1)
    expect((await listening).map((frame) => frame.event)).toEqual(['reset', 'test.emitted'])
  })

  it('says reset to a reader whose last event can be none, and goes on from now', async () => {
    const workspace = await addWorkspace(database)
    for (const odd of ['%20', '1e3', '0x1', '-1', 'abc', '1.5', '9'.repeat(40)]) {
      ready = resolvers()
      const listening = listen(workspace, 2, `&last_event_id=${odd}`)
      await ready.promise
      expect(lastReady?.data).toEqual({ type: 'ready', ts: expect.stringMatching(/Z$/), workspace_id: workspace })
      await emitMany(workspace, 0, 1)
      expect((await listening).map(({ event }) => event)).toEqual(['reset', 'test.emitted'])
    }
  })

  it('never shows an event of another workspace', async () => {
    const [mine, other] = [await addWorkspace(database), await addWorkspace(database)]
    ready = resolvers()
    const listening = listen(mine, 1)
    await ready.promise
    await emitMany(other, 0, 5)
    await emitMany(mine, 77, 78)
    expect((await listening).map((frame) => frame.data.n)).toEqual([77])
  })

  it('is narrowed by workbook and by types', async () => {
    const workspace = await addWorkspace(database)
    ready = resolvers()
    const listening = listen(workspace, 2, '&workbook_id=odd&types=run.*')
    await ready.promise
    await emitMany(workspace, 0, 4)
    await emitMany(workspace, 4, 8, 'run.progress')
    expect((await listening).map((frame) => frame.data.n)).toEqual([5, 7])
  })

  it('never brings an event of a transaction that was rolled back', async () => {
    const workspace = await addWorkspace(database)
    ready = resolvers()
    const listening = listen(workspace, 1)
    await ready.promise
    const failing = database.inWorkspace(workspace, async (tx) => {
      await writeEvent(tx, { type: 'test.emitted', n: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await emitMany(workspace, 2, 3)
    expect((await listening).map((frame) => frame.data.n)).toEqual([2])
  })
})

describe('workers that hear a few types of events', () => {
  it('are woken by those, and not by others', async () => {
    const workspace = await addWorkspace(database)
    const told: string[] = []
    let isUp = () => {}
    const up = new Promise<void>((done) => {
      isUp = done
    })
    const listening = database.listen([HEARD, 'millrace_events'], (channel) => told.push(channel), isUp)
    await up
    await emitMany(workspace, 0, 10)
    await until(
      () => told.length,
      (times) => times > 0,
    )
    expect(told).not.toContain(HEARD)
    await emitMany(workspace, 10, 11, 'heard.type')
    await until(
      () => told,
      (channels) => channels.includes(HEARD),
    )
    await listening.close()
  })
})

describe('open streams', () => {
  const open = (token: string) => fetch(`${limited.base}/api/events?token=${token}`)
  let limited: { base: string; app: FastifyInstance }

  beforeAll(async () => {
    const places = streamPlaces(parseOverrides('streams-of-person=2,streams-of-workspace=3'))
    const named = (name: string) => Number(/\d+$/.exec(name.split('@')[0] ?? '')?.[0])
    const server = await buildTestApp(eventRoutes(bus, presence, places), {
      async authenticate({ query = '' }) {
        const expires_at = new Date(8.64e15)
        return { user_id: named(query), username: query, is_admin: false, family: 'f', expires_at }
      },
      async enterWorkspace(principal, _workspace, actor) {
        const workspace_id = principal.username.split('@')[1] as WorkspaceId
        return { workspace_id, role: 'viewer', principal, actor }
      },
      permits: () => true,
      refusalOf: () => 'forbidden',
    })
    limited = { app: server, base: await server.listen({ host: '127.0.0.1', port: 0 }) }
  })
  afterAll(() => limited.app.close())

  it('are limited for a person and for a workspace, and a closed one makes room again', async () => {
    const [here, there] = [await addWorkspace(database), await addWorkspace(database)]
    const [first, second] = [await open(`ann1@${here}`), await open(`ann1@${here}`)]
    expect([first.status, second.status]).toEqual([200, 200])
    const third = await open(`ann1@${here}`)
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await third.json()).toEqual({ detail: expect.stringContaining('too many event streams') })
    const byBob = await open(`bob2@${here}`)
    const byBobMore = await open(`bob2@${here}`)
    const byBobElsewhere = await open(`bob2@${there}`)
    expect([byBob.status, byBobMore.status, byBobElsewhere.status]).toEqual([200, 429, 200])
    await first.body?.cancel()
    // The server hears of a closed connection when it hears of it.
    await expect.poll(async () => (await open(`ann1@${here}`)).status).toBe(200)
  })
})
