// Sources that mean harm: documents with entities, streams without end, and addresses that lead into this network.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../../../test/running-install.ts'
import { must, startKinds, startVendor, type Vendor } from '../kinds/kinds.fixture.ts'
import { add, bench, rowsOf, run, sourcesOf } from './sources.fixture.ts'

const MIB = 1024 * 1024
const PRIVATE = { 'inside.example': '10.0.0.7', 'mapped.example': '[::ffff:10.0.0.7]', 'unique.example': '[fd00::7]' }

let api: Vendor
/** Listens on loopback, which is closed: nothing may reach it. */
let inside: Vendor
let stream: Stream
let service: TestService
beforeAll(async () => {
  ;[api, inside, stream] = await Promise.all([startVendor(), startVendor(), startStream()])
  const names = { 'api.example.com': api.port, 'stream.example.com': stream.port }
  const open = Object.entries(names).map(([name, port]) => `${name}=127.0.0.1:${port}`)
  const closed = Object.entries(PRIVATE).map(([name, address]) => `${name}=${address}`)
  const EGRESS_HOST_MAP = [...open, ...closed].join(',')
  service = await startKinds(names, { EGRESS_HOST_MAP, EGRESS_ALLOW: Object.keys(names).join(',') })
})
afterAll(async () => {
  await service?.close()
  await Promise.all([api?.close(), inside?.close(), stream?.close()])
})

/** A workbook with one source, run to its end. */
async function broughtBy(adapter: string, settings: object) {
  const at = await bench(service)
  const mapping = [{ field: 'title', target: { kind: 'column', column_id: 'c1' } }]
  const { id } = await add(at, { adapter, settings, mapping, ...(adapter === 'feed' && { mode: 'append' }) })
  const ended = await run(at, id)
  const rows = await rowsOf(at)
  return { ended, rows, leftovers: await service.database.asOwner('select from stored_chunks') }
}
const refused = (says: string | RegExp) => ({
  ended: { status: 'failed', error: expect.stringMatching(says) },
  rows: [],
  leftovers: [],
})

/** What was asked for beside the rules of the site. */
const pathsRead = () => [...new Set(api.heard.map(({ path }) => path))].filter((path) => path !== '/robots.txt')

describe('a document that declares entities', () => {
  const laughs = [
    '<!ENTITY a0 "ha">',
    ...Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`),
  ].join('')
  const rss = (title: string) =>
    `<rss version="2.0"><channel><title>F</title><item><guid>1</guid><title>${title}</title></item></channel></rss>`
  const atom = (title: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>${title}</title></entry></feed>`
  const list = (name: string) => `<urlset><url><loc>https://acme.com/${name}</loc></url></urlset>`

  it.each([
    ['feed', 'a billion laughs', `<?xml version="1.0"?><!DOCTYPE rss [${laughs}]>${rss('&a30;')}`],
    ['feed', 'a billion laughs of Atom', `<!DOCTYPE feed [${laughs}]>${atom('&a30;')}`],
    ['feed', 'a file of this machine', `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('&x;')}`],
    ['feed', 'an address', `<!DOCTYPE rss [<!ENTITY x SYSTEM "http://api.example.com/x">]>${rss('&x;')}`],
    ['feed', 'a parameter', `<!DOCTYPE rss [<!ENTITY % x SYSTEM "http://api.example.com/x.dtd"> %x;]>${rss('A')}`],
    ['feed', 'one behind a comment', `<!--${'x'.repeat(200_000)}--><!DOCTYPE rss [${laughs}]>${rss('&a30;')}`],
    ['sitemap', 'a billion laughs', `<?xml version="1.0"?><!DOCTYPE urlset [${laughs}]>${list('&a30;')}`],
    ['sitemap', 'a file of this machine', `<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>${list('&x;')}`],
  ])('is refused: a %s with %s', async (adapter, _what, body) => {
    api.says(() => ({ headers: { 'content-type': 'application/xml' }, body }))
    const url = 'http://api.example.com/document.xml'
    expect(await broughtBy(adapter, { url })).toMatchObject(refused('declares entities of its own'))
    expect(pathsRead()).toEqual(['/document.xml'])
  })

  it('is not meant by a feed that names a document type, or writes about entities', async () => {
    const type = '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://api.example.com/rss.dtd">'
    const about = '<![CDATA[How <!ENTITY x SYSTEM "file:///etc/passwd"> is abused]]>'
    api.says(() => ({ body: `<?xml version="1.0"?>${type}${rss(`A &#66; &amp; ${about}`)}` }))
    const { ended, rows } = await broughtBy('feed', { url: 'http://api.example.com/feed.xml' })
    expect(ended).toMatchObject({ status: 'done', counts: { created: 1 } })
    expect(rows).toMatchObject([{ Name: expect.stringContaining('A B & How') }])
    expect(pathsRead()).toEqual(['/feed.xml'])
  })
})

describe('a web page in place of', () => {
  it.each([
    ['feed', 'no feed'],
    ['sitemap', 'no sitemap'],
    ['file', 'A web page is at this address'],
    ['http-api', 'a web page instead of data'],
  ])('a %s fails the run and says so', async (adapter, says) => {
    for (const type of ['text/html', 'application/xml', 'text/csv']) {
      const body = '<!-- login --><!DOCTYPE html><html><body><a href="/x">Sign in</a></body></html>'
      api.says(() => ({ headers: { 'content-type': type }, body }))
      expect(await broughtBy(adapter, { url: 'http://api.example.com/x' }), type).toMatchObject(refused(says))
    }
  })
})

describe('an answer of 10 GB', () => {
  const url = (kind: string) => `http://stream.example.com/${kind}`

  it.each([
    ['file', 'csv', 'larger than 64 MiB', 64],
    ['http-api', 'json', 'The answer is larger than 5 MiB', 5],
    ['feed', 'rss', 'The answer is larger than 5 MiB', 5],
    ['sitemap', 'sitemap', 'The answer is larger than 5 MiB', 5],
  ])('to a %s is cut off at the limit, which the run says, and memory stays flat', async (adapter, kind, says, limit) => {
    stream.begin()
    const before = process.memoryUsage().arrayBuffers
    expect(await broughtBy(adapter, { url: url(kind) })).toMatchObject(refused(says))
    const { sent, asked, most_held } = stream.told()
    expect(asked, 'it is not asked again').toBe(1)
    expect(sent).toBeLessThan(limit * MIB + 64 * MIB)
    expect(most_held - before, 'the answer, and one copy of it').toBeLessThan(2 * limit * MIB + 64 * MIB)
  })

  it('that is packed into little is cut off when it has grown', async () => {
    const line = Buffer.alloc(256 * MIB, 'a,b,c,d\n')
    const packed = gzipSync(line, { level: 1 })
    stream.begin(packed)
    expect(await broughtBy('file', { url: url('packed') })).toMatchObject(refused('larger than 64 MiB'))
    expect(stream.told().asked).toBe(1)
  })
})

describe('a file that redirects into this network', () => {
  it.each([
    'http://127.0.0.1:{port}/secret.csv',
    'http://localhost:{port}/secret.csv',
    'http://[::1]:{port}/secret.csv',
    'http://[::ffff:127.0.0.1]:{port}/secret.csv',
    'http://[::ffff:7f00:1]/secret.csv',
    'http://[64:ff9b::7f00:1]/secret.csv',
    'http://[fe80::1]/secret.csv',
    'http://2130706433:{port}/secret.csv',
    'http://0x7f.1:{port}/secret.csv',
    'http://0.0.0.0:{port}/secret.csv',
    'http://169.254.169.254/latest/meta-data',
    'http://inside.example/secret.csv',
    'http://mapped.example/secret.csv',
    'http://unique.example/secret.csv',
    'file:///etc/passwd',
  ])('is not followed to %s, and the run says why', async (place) => {
    const location = place.replace('{port}', String(inside.port))
    inside.says(() => ({ headers: { 'content-type': 'text/csv' }, body: 'title\nsecret' }))
    api.says(({ path }) =>
      path === '/far' ? { status: 302, headers: { location } } : { status: 301, headers: { location: '/far' } },
    )
    const file = { url: 'http://api.example.com/list.csv' }
    const why = /^A redirect was not followed: .*(?:on the public internet|Only http and https URLs)/
    expect(await broughtBy('file', file)).toMatchObject(refused(why))
    expect(api.heard.map(({ path }) => path)).toEqual(['/list.csv', '/far'])
    expect(inside.heard).toEqual([])
    const at = await bench(service)
    const { problem } = await must(
      at.call('POST', `${sourcesOf(at)}/preview`, { adapter: 'file', settings: file }),
      200,
    )
    expect(problem).toMatch(why)
  })
})

interface Stream {
  port: number
  /** From now on it counts again; `packed` is what /packed answers. */
  begin(packed?: Buffer): void
  told(): { sent: number; asked: number; most_held: number }
  close(): Promise<void>
}

/** Answers 10 GB, a piece at a time as it is taken, and notes how much memory this process holds in buffers meanwhile. */
async function startStream(): Promise<Stream> {
  let [sent, asked, most_held, packed] = [0, 0, 0, '' as Buffer | string]
  const kinds: Record<string, { type: string; begins: string; piece: string }> = {
    '/csv': { type: 'text/csv', begins: 'title,b\n', piece: 'abcdefg,x\n' },
    '/json': { type: 'application/json', begins: '{"items":[{"id":0,"title":"A"}', piece: ',{"id":1,"title":"B"}' },
    '/rss': { type: 'application/rss+xml', begins: '<rss><channel>', piece: '<item><title>A</title></item>' },
    '/sitemap': { type: 'application/xml', begins: '<urlset>', piece: '<url><loc>https://a.com/b</loc></url>' },
  }
  const server = http.createServer((request, reply) => {
    if (request.url === '/robots.txt') return void reply.writeHead(404).end()
    asked += 1
    if (request.url === '/packed') {
      reply.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }).end(packed)
      return
    }
    const { type, begins, piece } = kinds[request.url ?? ''] as (typeof kinds)[string]
    const block = Buffer.from(piece.repeat(Math.ceil(MIB / piece.length)))
    reply.writeHead(200, { 'content-type': type })
    reply.write(begins)
    const pour = () => {
      while (sent < 10_000 * MIB && !reply.destroyed) {
        sent += block.length
        most_held = Math.max(most_held, process.memoryUsage().arrayBuffers)
        if (!reply.write(block)) return void reply.once('drain', pour)
      }
      reply.end()
    }
    pour()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    begin(next?: Buffer) {
      ;[sent, asked, most_held, packed] = [0, 0, 0, next ?? '']
    },
    told: () => ({ sent, asked, most_held }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
