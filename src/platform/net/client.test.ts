// What the outgoing HTTP client promises about one request, against honest and hostile servers on loopback.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { publicOnly } from './egress.ts'
import { kindOf, peersOfTest, textOf } from './peers.fixture.ts'

const { clientWith, serve, serveTcp } = peersOfTest()

describe('a request', () => {
  it('brings back status, headers, body and the address it ended at', async () => {
    const peer = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        response.writeHead(201, { 'X-Twice': ['a', 'b'] })
        response.end(
          `${request.method} ${request.headers['content-type']} ${request.headers['user-agent']} ${Buffer.concat(chunks)}`,
        )
      })
    })
    const result = await clientWith().request({
      url: `${peer.origin}/path#part`,
      method: 'POST',
      headers: { 'Content-Type': 'text/x', 'User-Agent': 'someone else' },
      body: 'höre',
    })
    expect(result).toMatchObject({ ok: true, status: 201, truncated: false, final_url: `${peer.origin}/path` })
    expect(textOf(result)).toBe('POST text/x Millrace/test höre')
    expect(result.ok && result.headers['x-twice']).toBe('a, b')
  })

  it('keeps connections for later requests', async () => {
    const peer = await serve((_request, response) => response.end('x'))
    const client = clientWith()
    for (let i = 0; i < 20; i += 1) await client.request({ url: peer.origin })
    expect(peer.connections()).toBeLessThanOrEqual(2)
  })

  it('is not made by a closed client, whether it made one before or none', async () => {
    const peer = await serve((_request, response) => response.end('x'))
    for (const before of [0, 1]) {
      const client = clientWith()
      for (let i = 0; i < before; i += 1) await client.request({ url: peer.origin })
      const asked = peer.connections()
      await client.close()
      const result = await client.request({ url: peer.origin })
      expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted', sent: false } })
      expect(peer.connections()).toBe(asked)
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ])('undoes %s', async (coding, compress) => {
    const text = 'Grüße '.repeat(10_000)
    const peer = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding })
      response.end(compress(text))
    })
    expect(textOf(await clientWith().request({ url: peer.origin }))).toBe(text)
  })

  it('refuses a coding that the request did not ask for and a body that does not decompress', async () => {
    const peer = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': request.url === '/odd' ? 'compress' : 'gzip' })
      response.end(randomBytes(4000))
    })
    const client = clientWith()
    expect(kindOf(await client.request({ url: `${peer.origin}/odd` }))).toBe('bad_reply')
    expect(kindOf(await client.request({ url: peer.origin }))).toBe('bad_reply')
  })
})

describe('limits', () => {
  it('end an endless body without reading on', async () => {
    const chunk = Buffer.alloc(65_536, 'x')
    const peer = await serve((_request, response) => {
      const more = () => {
        while (response.write(chunk));
        response.once('drain', more)
      }
      more()
    })
    const client = clientWith()
    expect(kindOf(await client.request({ url: peer.origin, max_bytes: 1_000_000 }))).toBe('too_large')
    const kept = await client.request({ url: peer.origin, max_bytes: 1_000_000, on_limit: 'keep' })
    expect(kept.ok && [kept.body.length, kept.truncated]).toEqual([1_000_000, true])
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
  ])('stop a %s bomb', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(64_000_000))
    const peer = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding })
      response.end(bomb)
    })
    const client = clientWith()
    expect(kindOf(await client.request({ url: peer.origin, max_bytes: 100_000 }))).toBe('too_large')
    const kept = await client.request({ url: peer.origin, max_bytes: 100_000, on_limit: 'keep' })
    expect(kept.ok && [kept.body.length, kept.truncated]).toEqual([100_000, true])
  })

  it('leave a body unread that the caller does not want', async () => {
    const peer = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000000' })
      response.write('x')
    })
    const result = await clientWith().request({
      url: peer.origin,
      body_limits: () => null,
    })
    expect(result).toMatchObject({ ok: true, status: 200, truncated: true })
    expect(textOf(result)).toBe('')
  })

  it('refuse more headers than a real server sends', async () => {
    const peer = await serveTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`))
    expect(kindOf(await clientWith().request({ url: peer.origin }))).toBe('too_large')
  })
})

describe('a server', () => {
  it.each([
    ['that closes at once', (socket: Socket) => socket.destroy()],
    ['that answers garbage', (socket: Socket) => socket.end(randomBytes(2000))],
    [
      'that stops in the middle of the body',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    ],
    [
      'that sends a chunk without a length',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    ],
  ])('%s is a bad reply', async (_what, behave) => {
    const peer = await serveTcp((socket) => {
      socket.once('data', () => behave(socket))
    })
    const result = await clientWith().request({ url: peer.origin })
    expect(kindOf(result)).toBe('bad_reply')
    expect(!result.ok && result.failure.sent).toBe(true)
  })

  it('that speaks no TLS is told apart from one that is not there, and neither was sent anything', async () => {
    const peer = await serve((_request, response) => response.end('x'))
    const client = clientWith()
    const plain = await client.request({ url: `https://127.0.0.1:${peer.port}/` })
    await peer.close()
    const gone = await client.request({ url: `http://127.0.0.1:${peer.port}/` })
    expect([kindOf(plain), kindOf(gone)]).toEqual(['tls', 'connect'])
    expect([plain, gone].map((result) => !result.ok && result.failure.sent)).toEqual([false, false])
  })

  it.each([
    ['silent', () => {}],
    [
      'slow to send its headers',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-long: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'),
    ],
    [
      'slow to send its body',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
        drip(socket, 'x'.repeat(999))
      },
    ],
    [
      'slow on the way to a redirect',
      (socket: Socket) => {
        socket.write('HTTP/1.1 302 Found\r\nlocation: /next\r\ncontent-length: 1000\r\n\r\n')
        drip(socket, 'x'.repeat(999))
      },
    ],
  ])('that is %s is given up in time, and stops when the caller stops', async (_what, behave) => {
    const peer = await serveTcp((socket) => {
      socket.once('data', () => behave(socket))
    })
    const client = clientWith()
    const late = await client.request({ url: peer.origin, timeout_ms: 150 })
    expect(kindOf(late)).toBe('timeout')
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    expect(kindOf(await client.request({ url: peer.origin }, stop.signal))).toBe('aborted')
  })

  it('is not asked when the caller has stopped before', async () => {
    const peer = await serve((_request, response) => response.end('x'))
    const result = await clientWith().request({ url: peer.origin }, AbortSignal.abort())
    expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted', sent: false } })
    expect(peer.connections()).toBe(0)
  })

  it('whose name server does not answer is given up within the connect limit', async () => {
    const client = clientWith({ policy: publicOnly, resolve: () => new Promise(() => {}), connectTimeoutMs: 80 })
    const result = await client.request({ url: 'http://slow.example/' })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', sent: false } })
  })
})

function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? ''), 20)
  socket.on('close', () => clearInterval(timer))
}

it('turns a request that cannot be formed into a value', async () => {
  const peer = await serve((_request, response) => response.end('x'))
  const result = await clientWith().request({ url: peer.origin, headers: { 'x-key': 'line\nbreak' } })
  expect(result).toMatchObject({ ok: false, failure: { kind: 'bad_request', sent: false } })
})

it('ends requests under way when it is closed', async () => {
  const peer = await serve(() => {})
  const client = clientWith()
  const pending = client.request({ url: peer.origin })
  setTimeout(() => client.close(), 50)
  expect(kindOf(await pending)).toBe('aborted')
})
