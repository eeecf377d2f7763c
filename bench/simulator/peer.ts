// A provider to measure and to torment against: answers by a fixed rule, as slowly and as badly as it is told, and counts.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a simulated provider behaves; it travels in the query of each call, so that the peer needs no set-up. */
export interface Behaviour {
  /** Milliseconds before the answer. */
  latency: number
  /** Share of keys it knows, 0..1. */
  hit: number
  /** Share of calls that go wrong before the right answer comes, 0..1, each in one of `faults`. */
  fail: number
  faults: readonly Fault[]
}

// biome-ignore format: one line a kind
export const FAULTS = [
  '429', '429-bare', '500',
  'hang', 'reset', 'drip',
  'garbage', 'html', 'image',
  'wrong-type', 'changed', 'huge',
] as const
export type Fault = (typeof FAULTS)[number]

export interface Peer {
  port: number
  /** Calls by provider and key, whatever became of them. */
  asked: ReadonlyMap<string, number>
  /** Those that got a usable answer. */
  answered: ReadonlyMap<string, number>
  /** All calls, whatever became of them. */
  calls: () => number
  close(): Promise<void>
}

/** True when the simulated provider knows the key: fixed by name and key, so that a test can tell what is findable. */
export function knows(provider: string, key: string, hit: number): boolean {
  return fraction(`${provider} ${key}`) < hit
}

function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

export async function startPeer(port = 0): Promise<Peer> {
  const answered = new Map<string, number>()
  const asked = new Map<string, number>()
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    const url = new URL(request.url ?? '/', 'http://peer')
    if (url.pathname === '/robots.txt') return void response.writeHead(404).end()
    const ask = {
      provider: url.searchParams.get('provider') ?? '',
      key: url.searchParams.get('key') ?? '',
      latency: Number(url.searchParams.get('latency') ?? 0),
      hit: Number(url.searchParams.get('hit') ?? 1),
      fail: Number(url.searchParams.get('fail') ?? 0),
      faults: (url.searchParams.get('faults') ?? '').split(',').filter(Boolean) as Fault[],
    }
    const place = `${ask.provider} ${ask.key}`
    const attempt = (asked.get(place) ?? 0) + 1
    asked.set(place, attempt)
    const fault =
      attempt === 1 && fraction(`fault ${place}`) < ask.fail
        ? ask.faults[Math.floor(fraction(`which ${place}`) * ask.faults.length)]
        : undefined
    setTimeout(() => {
      if (fault) return misbehave(fault, request, response)
      answered.set(place, (answered.get(place) ?? 0) + 1)
      const found = knows(ask.provider, ask.key, ask.hit)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ found, value: found ? `${ask.provider}:${ask.key}` : null }))
    }, ask.latency)
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    answered,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function misbehave(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case '429':
      return void response.writeHead(429, { 'retry-after': '1' }).end()
    case '429-bare':
      return void response.writeHead(429).end()
    case '500':
      return void response.writeHead(500, json).end('{"error":"internal"}')
    case 'hang':
      return void setTimeout(() => request.socket.destroy(), 60_000).unref()
    case 'reset':
      return void request.socket.resetAndDestroy()
    case 'garbage':
      return void response.writeHead(200, json).end('{"found": tru')
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Maintenance</body></html>')
    case 'wrong-type':
      return void response.writeHead(200, json).end('{"found":"maybe","value":{"deep":[1,2,3]}}')
    case 'huge':
      response.writeHead(200, json)
      return void response.end(`{"found":true,"value":"${'x'.repeat(10 * 1024 * 1024)}"}`)
    case 'drip': {
      // A byte at a time, for longer than anybody waits.
      response.writeHead(200, json)
      const drops = setInterval(() => response.write(' '), 100)
      return void response.once('close', () => clearInterval(drops))
    }
    case 'image':
      return void response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(Buffer.from('89504e470d0a1a0a00ff', 'hex'))
    case 'changed':
      return void response.writeHead(200, json).end('{"result":{"match":true,"data":{"value":"elsewhere"}}}')
  }
}
