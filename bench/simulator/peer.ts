// A provider to measure and to torment against: answers by a fixed rule, as slowly and as badly as it is told, and counts.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a simulated provider behaves; it travels in the query of each call, so that the peer needs no set-up. */
export interface Behaviour {
  /** Milliseconds before the answer: always, or as the middle of a spread with a long tail (half to eight times, by key). */
  latency: number
  spread: boolean
  /** Share of keys it knows, 0..1. */
  hit: number
  /** Share of calls that go wrong before the right answer comes, 0..1, each in one of `faults`. */
  fail: number
  faults: readonly Fault[]
}

// biome-ignore format: one line a kind
export const FAULTS = [
  '429', '429-date', '429-bare', '500', '503',
  'hang', 'reset', 'cut', 'drip',
  'garbage', 'html', 'image',
  'wrong-type', 'changed', 'huge',
] as const
export type Fault = (typeof FAULTS)[number]

/** How an answer that was promised is brought: once, twice at once and once more, or when nobody waits any more. */
export const BRINGS = ['once', 'thrice', 'late'] as const
export type Brings = (typeof BRINGS)[number]
/** The deadline of a simulated provider that delivers its answers by callback. */
export const DEADLINE_MS = 3_000
const LATE_MS = 6_000

export interface Peer {
  port: number
  /** Calls by provider and key, regardless of what happens to them. */
  asked: ReadonlyMap<string, number>
  /** Those that got a usable answer. */
  answered: ReadonlyMap<string, number>
  /** All calls, regardless of what happens to them. */
  calls: () => number
  /** Where the service really listens that answers are brought to. */
  bringTo(url: string): void
  /** Statuses of what was brought, each with how often. */
  brought: ReadonlyMap<number, number>
  close(): Promise<void>
}

/** True when the simulated provider knows the key: fixed by name and key, so that a test can tell what is findable. */
export function knows(provider: string, key: string, hit: number): boolean {
  return fraction(`${provider} ${key}`) < hit
}

/** How the answer to a key is brought: fixed, too. */
export function bringsOf(provider: string, key: string): Brings {
  return BRINGS[Math.floor(fraction(`bring ${provider} ${key}`) * BRINGS.length)] as Brings
}

/** Milliseconds: 0.5 to 1.5 times the middle for most, up to eight times for one in twenty. */
function spreadOut(latency: number, place: string): number {
  const share = fraction(`latency ${place}`)
  return latency * (share < 0.95 ? 0.5 + share : 1.5 + (share - 0.95) * 130)
}

function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

export async function startPeer(port = 0): Promise<Peer> {
  const answered = new Map<string, number>()
  const asked = new Map<string, number>()
  const brought = new Map<number, number>()
  let calls = 0
  let service = ''

  async function bring(provider: string, key: string, address: string): Promise<void> {
    const how = bringsOf(provider, key)
    const body = JSON.stringify({ found: true, value: `${provider}:${key}` })
    const once = async () => {
      const { pathname } = new URL(address)
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(`${service}${pathname}`, { method: 'POST', headers, body })
      brought.set(status, (brought.get(status) ?? 0) + 1)
    }
    if (how === 'late') await sleep(LATE_MS)
    await Promise.all(how === 'thrice' ? [once(), once()] : [once()])
    if (how === 'thrice') await once()
  }

  const server = createServer((request, response) => {
    calls++
    const url = new URL(request.url ?? '/', 'http://peer')
    if (url.pathname === '/robots.txt') return void response.writeHead(404).end()
    const ask = {
      provider: url.searchParams.get('provider') ?? '',
      key: url.searchParams.get('key') ?? '',
      latency: Number(url.searchParams.get('latency') ?? 0),
      spread: url.searchParams.get('spread') === '1',
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
    const latency = ask.spread ? spreadOut(ask.latency, place) : ask.latency
    const address = url.searchParams.get('callback')
    setTimeout(() => {
      if (address) {
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}')
        // A killed worker gets it later, or never.
        return void bring(ask.provider, ask.key, address).catch(() => {})
      }
      if (fault) return misbehave(fault, request, response)
      answered.set(place, (answered.get(place) ?? 0) + 1)
      const found = knows(ask.provider, ask.key, ask.hit)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ found, value: found ? `${ask.provider}:${ask.key}` : null }))
    }, latency)
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    answered,
    calls: () => calls,
    bringTo(url) {
      service = url
    },
    brought,
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
    case '429-date':
      return void response.writeHead(429, { 'retry-after': new Date(Date.now() + 1_500).toUTCString() }).end()
    case '503':
      return void response.writeHead(503, { 'retry-after': '1' }).end('down for a moment')
    case '429-bare':
      return void response.writeHead(429).end()
    case '500':
      return void response.writeHead(500, json).end('{"error":"internal"}')
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': '100' }).write('{"found": true, "val')
      return void setTimeout(() => response.destroy(), 20)
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
