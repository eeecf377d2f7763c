// Honest peers on loopback for the tests of this folder: a TCP or HTTP server and a DNS server.
import { createSocket } from 'node:dgram'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { parseAddress } from './addresses.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions, type HttpResult } from './client.ts'
import type { EgressPolicy } from './egress.ts'
import { createPageReader, type PageReader } from './pages.ts'

export interface Peer {
  port: number
  /** `http://127.0.0.1:port` */
  origin: string
  /** Connections accepted so far. */
  connections: () => number
  close: () => Promise<void>
}

/** What an operator sets to reach a service on the same machine. */
export const loopbackOpen: EgressPolicy = {
  allow: [{ kind: 'range', range: { family: 4, base: 0x7f000000n, prefix: 8 }, port: null }],
  hostMap: new Map(),
}

function peerOf(server: net.Server): Promise<Peer> {
  const sockets = new Set<net.Socket>()
  let accepted = 0
  server.on('connection', (socket: net.Socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  return new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      ready({
        port,
        origin: `http://127.0.0.1:${port}`,
        connections: () => accepted,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            for (const socket of sockets) socket.destroy()
          }),
      })
    })
  })
}

export function httpPeer(handler: http.RequestListener): Promise<Peer> {
  return peerOf(http.createServer(handler))
}

/** A server that does what no HTTP library would do. */
export function tcpPeer(handler: (socket: net.Socket) => void): Promise<Peer> {
  return peerOf(net.createServer(handler))
}

export interface DnsPeer {
  /** `127.0.0.1:port`, for a resolver. */
  server: string
  /** Questions seen, as `name A` or `name AAAA`. */
  questions: string[]
  close: () => Promise<void>
}

/** Answers from `zone`: for each question the next list of addresses of that name, the last one again and again. `*.name` answers for what is below it; unknown names get NXDOMAIN. */
export function dnsPeer(zone: Record<string, string[][]>): Promise<DnsPeer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  const asked = new Map<string, number>()
  socket.on('message', (query, from) => {
    let at = 12
    const labels: string[] = []
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const type = query.readUInt16BE(at + 1)
    const name = labels.join('.').toLowerCase()
    const question = `${name} ${type === 28 ? 'AAAA' : 'A'}`
    questions.push(question)
    const turns = zone[name] ?? zone[`*.${name.split('.').slice(1).join('.')}`]
    const turn = asked.get(question) ?? 0
    asked.set(question, turn + 1)
    const family = type === 28 ? 6 : 4
    const answers = (turns?.[Math.min(turn, turns.length - 1)] ?? [])
      .map((text) => parseAddress(text))
      .filter((address) => address?.family === family)
      .map((address) => {
        const bytes = family === 4 ? 4 : 16
        const record = Buffer.alloc(12 + bytes)
        record.writeUInt16BE(0xc00c, 0)
        record.writeUInt16BE(type, 2)
        record.writeUInt16BE(1, 4)
        record.writeUInt16BE(bytes, 10)
        record.write((address?.value ?? 0n).toString(16).padStart(bytes * 2, '0'), 12, 'hex')
        return record
      })
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(turns ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address)
  })
  return new Promise((ready) => {
    socket.bind(0, '127.0.0.1', () => {
      ready({
        server: `127.0.0.1:${socket.address().port}`,
        questions,
        close: () => new Promise((closed) => socket.close(() => closed())),
      })
    })
  })
}

/** Servers and clients that end with the test they were started in. Call once at the top of a test file. */
export function peersOfTest() {
  const cleanups: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  const kept = async <T extends { close: () => Promise<unknown> }>(starting: T | Promise<T>): Promise<T> => {
    const started = await starting
    cleanups.push(started.close)
    return started
  }
  return {
    serve: (handler: http.RequestListener) => kept(httpPeer(handler)),
    serveTcp: (handler: (socket: net.Socket) => void) => kept(tcpPeer(handler)),
    serveDns: (zone: Record<string, string[][]>) => kept(dnsPeer(zone)),
    /** Loopback is open unless the options say otherwise. */
    clientWith(options: Partial<HttpClientOptions> = {}) {
      const client = createHttpClient({ policy: loopbackOpen, userAgent: 'Millrace/test', ...options })
      cleanups.push(client.close)
      return client
    },
  }
}

/** The status of a reply or the kind of failure, as one text. */
export const kindOf = (result: HttpResult) => (result.ok ? `status ${result.status}` : result.failure.kind)

/** The body of a reply or the message of the failure. */
export const textOf = (result: HttpResult) => (result.ok ? result.body.toString() : result.failure.message)

/** Reads pages with the pauses of a process of its own, on a clock that goes on while it waits. */
export function pagesOnClock(
  client: HttpClient,
  policy: EgressPolicy,
  clock = { at: Date.parse('2026-01-01T00:00:00Z') },
): PageReader {
  return createPageReader({
    client,
    policy,
    robotsToken: 'Millrace',
    now: () => new Date(clock.at),
    async sleep(ms) {
      clock.at += ms
    },
  })
}
