// What the outgoing HTTP client promises, against honest and hostile servers on loopback.
import { randomBytes } from 'node:crypto'
import type http from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClientOptions, type HttpResult } from './client.ts'
import { publicOnly } from './egress.ts'
import { dnsPeer, httpPeer, loopbackOpen, type Peer, tcpPeer } from './peers.fixture.ts'
import { createResolver } from './resolver.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function clientWith(options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({ policy: loopbackOpen, userAgent: 'Millrace/test', ...options })
  cleanups.push(() => client.close())
  return client
}

async function serve(handler: http.RequestListener): Promise<Peer> {
  const peer = await httpPeer(handler)
  cleanups.push(peer.close)
  return peer
}

async function serveTcp(handler: Parameters<typeof tcpPeer>[0]): Promise<Peer> {
  const peer = await tcpPeer(handler)
  cleanups.push(peer.close)
  return peer
}

const kindOf = (result: HttpResult) => (result.ok ? `status ${result.status}` : result.failure.kind)
const textOf = (result: HttpResult) => (result.ok ? result.body.toString() : result.failure.message)

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

  it('refuses a coding nobody asked for and a body that does not decompress', async () => {
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
      wants_body: (_status, headers) => headers['content-type'] === 'text/html',
    })
    expect(result).toMatchObject({ ok: true, status: 200, truncated: true })
    expect(textOf(result)).toBe('')
  })

  it('refuse more headers than anyone sends', async () => {
    const peer = await serveTcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`))
    expect(kindOf(await clientWith().request({ url: peer.origin }))).toBe('too_large')
  })
})

describe('a server', () => {
  it.each([
    ['that closes at once', (socket: import('node:net').Socket) => socket.destroy()],
    ['that answers garbage', (socket: import('node:net').Socket) => socket.end(randomBytes(2000))],
    [
      'that stops in the middle of the body',
      (socket: import('node:net').Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    ],
    [
      'that sends a chunk without a length',
      (socket: import('node:net').Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
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
      (socket: import('node:net').Socket) =>
        drip(socket, 'HTTP/1.1 200 OK\r\nx-long: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'),
    ],
    [
      'slow to send its body',
      (socket: import('node:net').Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
        drip(socket, 'x'.repeat(999))
      },
    ],
    [
      'slow on the way to a redirect',
      (socket: import('node:net').Socket) => {
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
    const silent = await dnsPeer({})
    await silent.close()
    const client = clientWith({ policy: publicOnly, resolve: () => new Promise(() => {}), connectTimeoutMs: 80 })
    const result = await client.request({ url: 'http://slow.example/' })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', sent: false } })
  })
})

function drip(socket: import('node:net').Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? ''), 20)
  socket.on('close', () => clearInterval(timer))
}

describe('a redirect', () => {
  it('is followed three times and not once more, unless more were allowed', async () => {
    const peer = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end('moved')
      else response.end('here')
    })
    const client = clientWith()
    expect(textOf(await client.request({ url: `${peer.origin}/3` }))).toBe('here')
    expect(kindOf(await client.request({ url: `${peer.origin}/4` }))).toBe('too_many_redirects')
    expect(textOf(await client.request({ url: `${peer.origin}/5`, redirects: 5 }))).toBe('here')
    expect(kindOf(await client.request({ url: `${peer.origin}/10000` }))).toBe('too_many_redirects')
    expect(kindOf(await client.request({ url: `${peer.origin}/1`, redirects: 'manual' }))).toBe('status 302')
    expect(peer.connections()).toBeLessThanOrEqual(2)
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'http://user:pw@example.com/',
    '//[::1]/',
  ])('is not followed to %s', async (location) => {
    const peer = await serve((_request, response) => response.writeHead(302, { location }).end())
    const result = await clientWith().request({ url: peer.origin })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'blocked', sent: true } })
  })

  it('to another origin carries neither credentials nor content', async () => {
    const seen: http.IncomingMessage[] = []
    const other = await serve((request, response) => {
      seen.push(request)
      response.end('x')
    })
    const first = await serve((request, response) => {
      const [, status, where] = /^\/(\d+)(\/same)?/.exec(request.url ?? '') ?? []
      if (!status) {
        seen.push(request)
        response.end('same')
      } else response.writeHead(Number(status), { location: where ? '/' : other.origin, 'set-cookie': 'a=b' }).end()
    })
    const client = clientWith()
    const headers = { Authorization: 'Bearer s', Cookie: 'c=1', 'X-Api-Key': 'k', Accept: 'text/html' }
    await client.request({ url: `${first.origin}/302`, headers })
    await client.request({ url: `${first.origin}/302/same`, headers })
    await client.request({
      url: `${first.origin}/303`,
      headers: { ...headers, 'Content-Type': 'a/b' },
      method: 'POST',
      body: 'secret',
    })
    const sent = seen.map(({ method, headers: got }) =>
      [method, got.authorization, got.cookie, got['x-api-key'], got['content-type'], got.accept].join(' '),
    )
    expect(sent).toEqual(['GET     text/html', 'GET Bearer s c=1 k  text/html', 'GET     text/html'])
    const carried = await client.request({ url: `${first.origin}/307`, method: 'POST', body: 'secret' })
    expect(kindOf(carried)).toBe('bad_reply')
    expect(seen).toHaveLength(3)
  })
})

describe('with nothing opened by the operator', () => {
  it('no spelling of loopback reaches a server that listens there', async () => {
    const peer = await serve((_request, response) => response.end('secret'))
    const dns = await dnsPeer({
      'localtest.example': [['127.0.0.1']],
      'both.example': [['93.184.215.14', '127.0.0.1']],
    })
    cleanups.push(dns.close)
    const client = clientWith({ policy: publicOnly, resolve: createResolver([dns.server]) })
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.1',
      '127.1',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
      '0.0.0.0',
    ]
    for (const host of hosts) {
      for (const url of [`http://${host}:${peer.port}/`, `http://${host}/`, `https://${host}/`]) {
        expect([url, kindOf(await client.request({ url }))]).toEqual([url, 'blocked'])
      }
    }
    for (const name of ['localtest.example', 'both.example']) {
      const result = await client.request({ url: `http://${name}:8080/` })
      expect(result).toMatchObject({ ok: false, failure: { kind: 'blocked', sent: false } })
    }
    expect(dns.questions).toContain('localtest.example A')
    expect(peer.connections()).toBe(0)
  })

  it('an open and a closed port of a blocked address read the same', async () => {
    const peer = await serve((_request, response) => response.end('secret'))
    const client = clientWith({ policy: publicOnly })
    const open = await client.request({ url: `http://127.0.0.1:${peer.port}/` })
    await peer.close()
    const closed = await client.request({ url: `http://127.0.0.1:${peer.port}/` })
    expect(open).toEqual(closed)
  })
})

describe('a name whose answer changes', () => {
  it('is connected to where it was checked, and checked again for the next connection', async () => {
    const peer = await serve((_request, response) => response.setHeader('connection', 'close').end('fine'))
    const dns = await dnsPeer({ 'rebind.example': [['127.0.0.1'], ['169.254.169.254']] })
    cleanups.push(dns.close)
    const client = clientWith({ resolve: createResolver([dns.server]) })
    const url = `http://rebind.example:${peer.port}/`
    expect(textOf(await client.request({ url }))).toBe('fine')
    expect(dns.questions.filter((question) => question.endsWith(' A'))).toHaveLength(1)
    expect(kindOf(await client.request({ url }))).toBe('blocked')
    expect(peer.connections()).toBe(1)
  })

  it('is a failure of the name when there is no address', async () => {
    const dns = await dnsPeer({ 'empty.example': [[]] })
    cleanups.push(dns.close)
    const client = clientWith({ policy: publicOnly, resolve: createResolver([dns.server]) })
    for (const name of ['empty.example', 'unknown.example']) {
      const result = await client.request({ url: `http://${name}/` })
      expect(result).toMatchObject({
        ok: false,
        failure: { kind: 'dns', sent: false, message: `${name} has no address` },
      })
    }
  })
})

describe('a name the operator resolves', () => {
  it('reaches the given address and port, under its own name', async () => {
    const peer = await serve((request, response) => response.end(request.headers.host))
    const hostMap = new Map([['acme.example', { address: '127.0.0.1', port: peer.port }]])
    const opened = clientWith({ policy: { ...loopbackOpen, hostMap } })
    expect(textOf(await opened.request({ url: 'http://acme.example/' }))).toBe('acme.example')
    expect(kindOf(await opened.request({ url: 'https://acme.example/' }))).toBe('tls')
    const closed = clientWith({ policy: { allow: [], hostMap } })
    expect(kindOf(await closed.request({ url: 'http://acme.example/' }))).toBe('blocked')
  })
})

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
