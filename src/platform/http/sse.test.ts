import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineRoute, type Route } from './route.ts'
import { type EventStream, lastEventId, openEventStream, openStreams, type StreamOptions } from './sse.ts'
import { toyServer } from './toy-server.fixture.ts'

/** A server with one stream route; `started` gives each stream as it opens. */
async function streaming(options: StreamOptions = {}) {
  const streams: EventStream[] = []
  const resumed: (string | undefined)[] = []
  const waiting: (() => void)[] = []
  const route: Route = defineRoute({
    method: 'GET',
    path: '/api/events',
    id: 'events',
    tag: 'Events',
    summary: 'Follow events',
    access: 'stream',
    needs: 'things.view',
    query: Type.Object({ token: Type.Optional(Type.String()), last_event_id: Type.Optional(Type.String()) }),
    response: { 200: { media: 'text/event-stream', description: 'Events' } },
    handler: (ctx, _req, reply) => {
      resumed.push(lastEventId(ctx.raw))
      streams.push(openEventStream(reply, options))
      waiting.shift()?.()
      if (ctx.raw.headers['x-break']) throw new Error('the log of events is away')
      return reply
    },
  })
  const app = await toyServer({ routes: [route] })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const port = (app.server.address() as AddressInfo).port
  const open = async (path: string, headers = '') => {
    const arrived = new Promise<void>((resolve) => waiting.push(resolve))
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`)
    await arrived
    return { socket, stream: streams.at(-1) as EventStream }
  }
  return { app, port, open, resumed, streams }
}

async function readUntil(socket: Socket, text: string): Promise<string> {
  let seen = ''
  while (!seen.includes(text)) seen += (await once(socket, 'data'))[0]
  return seen
}

async function readToEnd(socket: Socket): Promise<string> {
  let seen = ''
  for await (const chunk of socket) seen += chunk
  return seen
}

describe('an event stream', () => {
  it('sends its headers and a first line at once, unbuffered and uncached', async () => {
    const { open } = await streaming()
    const { socket } = await open('/api/events?token=ann')
    const head = await readUntil(socket, 'retry: 3000\n\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head).toMatch(/content-type: text\/event-stream; charset=utf-8\r\n/)
    expect(head).toMatch(/cache-control: no-cache, no-transform\r\n/)
    expect(head).toMatch(/x-accel-buffering: no\r\n/)
    expect(head).toMatch(/x-request-id: /)
    expect(head).toMatch(/referrer-policy: no-referrer\r\n/)
    expect(head).not.toMatch(/content-length/i)
  })

  it('refuses a bad token with JSON before the stream starts', async () => {
    const { app } = await streaming()
    const answer = await app.inject({ url: '/api/events?token=bad' })
    expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Could not validate credentials' }])
  })

  it('writes id, name and data of each event, one data line per line', async () => {
    const { open } = await streaming()
    const { socket, stream } = await open('/api/events', 'authorization: Bearer ann\r\n')
    stream.send({ id: '7', event: 'run\nprogress', data: { done: 1 } })
    stream.send({ data: 'a\nb', prepared: true })
    const seen = await readUntil(socket, 'data: b\n\n')
    expect(seen).toContain('id: 7\nevent: runprogress\ndata: {"done":1}\n\n')
    expect(seen).toContain('data: a\ndata: b\n\n')
  })

  it('is cut, so that the reader comes back, when its source fails', async () => {
    const { app, open } = await streaming()
    const { socket } = await open('/api/events?token=ann', 'x-break: 1\r\n')
    socket.resume()
    await once(socket, 'close')
    expect(openStreams(app)).toBe(0)
  })

  it('beats while nothing happens', async () => {
    const { open } = await streaming({ heartbeat: 5 })
    const { socket } = await open('/api/events?token=ann')
    expect(await readUntil(socket, '\n:\n\n')).toContain('\n:\n\n')
  })

  it('reads where to go on from the header of a reconnect or from the query', async () => {
    const { open, resumed } = await streaming()
    await open('/api/events?token=ann', 'last-event-id: 41\r\n')
    await open('/api/events?token=ann&last_event_id=42')
    await open('/api/events?token=ann')
    expect(resumed).toEqual(['41', '42', undefined])
  })

  it('is over, and forgotten, when the reader goes away', async () => {
    const { app, open, streams } = await streaming()
    const opened = await Promise.all(Array.from({ length: 50 }, () => open('/api/events?token=ann')))
    expect(openStreams(app)).toBe(50)
    for (const { socket } of opened) socket.destroy()
    await Promise.all(streams.map(({ over }) => over.aborted || once(over, 'abort')))
    expect(openStreams(app)).toBe(0)
  })

  it('cuts a reader that does not keep up, and only that one', async () => {
    const { app, open } = await streaming({ maxWaiting: 64 * 1024 })
    const slow = await open('/api/events?token=ann')
    slow.socket.pause()
    const quick = await open('/api/events?token=ann')
    const big = 'x'.repeat(100_000)
    let sent = 0
    while (slow.stream.send({ data: big }) && sent < 1000) sent++
    expect(sent).toBeLessThan(1000)
    expect(slow.stream.over.aborted).toBe(true)
    expect(quick.stream.send({ data: 'still here' })).toBe(true)
    expect(await readUntil(quick.socket, 'still here')).toContain('still here')
    expect(openStreams(app)).toBe(1)
  })

  it('waits for the reader when asked to, so that a long replay is not cut', async () => {
    const { open } = await streaming({ maxWaiting: 64 * 1024 })
    const { socket, stream } = await open('/api/events?token=ann')
    const received = readUntil(socket, 'the last')
    for (let i = 0; i < 200; i++) {
      expect(await stream.drained()).toBe(true)
      stream.send({ data: 'x'.repeat(30_000) })
    }
    stream.send({ data: 'the last' })
    expect((await received).match(/x{30000}/g)).toHaveLength(200)
  })
})

describe('a closing server', () => {
  it('ends open streams with a time to come back, and idle connections, and then closes', async () => {
    const { app, port, open } = await streaming()
    const { socket } = await open('/api/events?token=ann')
    const idle = connect(port, '127.0.0.1')
    idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(idle, 'data')
    const ended = Promise.all([readToEnd(socket), once(idle.resume(), 'close')])
    await app.close()
    const [text] = await ended
    expect(text).toMatch(/retry: 3000\n\n\r\n0\r\n\r\n$/)
  })

  it('refuses what still arrives on open connections, in the words of every other refusal', async () => {
    const { app, port, open } = await streaming({ maxWaiting: 1e9 })
    const { stream } = await open('/api/events?token=ann')
    const busy = connect(port, '127.0.0.1')
    busy.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /api/nothing HTTP/1.1\r\nhost: x\r\n')
    await once(busy, 'data')
    const answer = readToEnd(busy)
    stream.over.addEventListener('abort', () => busy.write('\r\n'))
    await app.close()
    const text = await answer
    expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nConnection: close\r\n/)
    expect(text).toContain(
      '\r\n\r\n{"detail":"The server is restarting or shutting down. Try again in a few seconds."}',
    )
  })
})
