// Every source that asks over HTTP: held to its recorded answers by a peer on loopback, and to answers that no source should give.
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json.ts'
import { loopbackOpen, peersOfTest } from '../../platform/net/peers.fixture.ts'
import { createTools } from '../../platform/net/tools.ts'
import { createTokens } from '../kit/oauth-tokens.ts'
import type { HttpRequest, Tools } from '../kit/outside.ts'
import { SOURCES } from './catalog.ts'
import { readHttpPage } from './read-page.ts'
import type { Call, RecordedSource } from './recorded-source.fixture.ts'
import type { HttpSource, SourceFailure, SourcePage } from './source.ts'
import { RECORDED } from './sources.fixture.ts'

const { clientWith, serve } = peersOfTest()
const HTTP_SOURCES = SOURCES.filter((source): source is HttpSource => 'ask' in source)
const recordedOf = (id: string): RecordedSource[] => [RECORDED[id] ?? []].flat() as RecordedSource[]

/** A peer that stands for every host: each call is told which address was meant. */
async function peerFor(answer: (asked: URL, method: string, body: string) => Omit<Call, 'asks'>) {
  const peer = await serve(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const asked = new URL(String(request.headers['x-meant-for']))
    const { status = 200, headers = {}, body } = answer(asked, request.method ?? '', Buffer.concat(parts).toString())
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const client = clientWith({ policy: loopbackOpen })
  const tools = createTools({ client, pages: undefined as never, now: () => Date.parse('2026-11-23T00:00:00Z') })
  const http: Tools['http'] = (request: HttpRequest, signal) => {
    const meant = new URL(request.url)
    const url = `${peer.origin}${meant.pathname}${meant.search}`
    return tools.http({ ...request, url, headers: { ...request.headers, 'x-meant-for': meant.href } }, signal)
  }
  return { http, now: tools.now }
}

type Peer = Awaited<ReturnType<typeof peerFor>>

async function readAll(source: HttpSource, { settings, account = {} }: RecordedSource, peer: Peer) {
  const pages: SourcePage[] = []
  const tools = { ...peer, account, form: source.integration, tokens: createTokens() }
  for (let at: Json | null = null; pages.length < 20; ) {
    const page: SourcePage | SourceFailure = await readHttpPage(
      source,
      settings,
      at,
      null,
      tools,
      AbortSignal.timeout(20_000),
    )
    if ('failure' in page) return { failure: page, pages }
    pages.push(page)
    if (page.next === null) break
    at = page.next
  }
  return { failure: null, pages }
}

it('has a recorded sample of each source', () => {
  expect(Object.keys(RECORDED).sort()).toEqual(HTTP_SOURCES.map(({ id }) => id).sort())
  expect(new Set(SOURCES.map(({ id }) => id)).size).toBe(SOURCES.length)
})

const CASES = HTTP_SOURCES.flatMap((source) =>
  recordedOf(source.id).map((recorded, index) => [`${source.id} ${index + 1}`, source, recorded] as const),
)

describe.each(CASES)('%s', (_name, source, recorded) => {
  it('asks as documented, page by page, and reads what is answered', async () => {
    const left = [...recorded.calls]
    const peer = await peerFor((asked, method, body) => {
      const call = left.shift()
      expect(`${method} ${asked.origin}${asked.pathname}`).toBe(call?.asks)
      for (const [name, value] of Object.entries(call?.query ?? {}))
        expect(asked.searchParams.get(name), name).toBe(value)
      if (typeof call?.sent === 'string') expect(body).toContain(call.sent)
      else if (call?.sent !== undefined) expect(JSON.parse(body)).toEqual(call.sent)
      return call as Call
    })
    const { failure, pages } = await readAll(source, recorded, peer)
    expect(failure).toBeNull()
    expect(left).toEqual([])
    const records = pages.flatMap((page) => page.records)
    expect(records).toHaveLength(recorded.count)
    expect(records.map(({ values }) => values)).toMatchObject(
      recorded.records.slice(0, records.length).concat(records.slice(recorded.records.length).map(() => ({}))),
    )
    expect(pages.flatMap(({ rejected = [] }) => rejected.map(({ record_id }) => record_id))).toEqual(
      recorded.rejected ?? [],
    )
    if (source.id !== 'http-api') expect(records.every(({ record_id }) => record_id !== '')).toBe(true)
    const known = new Set(source.fields?.map(({ name }) => name))
    if (source.fields)
      for (const { values } of records) for (const name of Object.keys(values)) expect(known).toContain(name)
  })

  it('fails in words when it gets a web page, an error, or JSON of another make', async () => {
    const bodies: [number, unknown][] = [
      [200, '<!doctype html><html><body>Sign in</body></html>'],
      [200, { unexpected: [[1]] }],
      [200, [null, 7, { id: null }]],
      [200, 'null'],
      [500, { message: 'no' }],
      [401, { message: 'no' }],
    ]
    for (const [status, body] of bodies) {
      const peer = await peerFor((asked) =>
        asked.pathname.endsWith('/oauth2/token')
          ? { body: { access_token: 'minted-0123456789' } }
          : { status, body: body as JsonObject },
      )
      const { failure, pages } = await readAll(source, recorded, peer)
      const told = pages.flatMap(({ rejected = [], records }) => [...rejected, ...records])
      expect(failure?.failure ?? told.map((one) => JSON.stringify(one)).join()).not.toContain('undefined')
      if (status >= 400 || typeof body === 'string')
        expect(failure !== null || told.length > 0, String(body)).toBe(true)
    }
  })

  it('waits when it is asked to', async () => {
    const peer = await peerFor((asked) =>
      asked.pathname.endsWith('/oauth2/token')
        ? { body: { access_token: 'minted-0123456789' } }
        : { status: 429, headers: { 'retry-after': '7' }, body: {} },
    )
    const { failure } = await readAll(source, recorded, peer)
    if (source.statuses?.quota?.includes(429))
      expect(failure).toMatchObject({ failure: expect.stringContaining('quota') })
    else expect(failure).toMatchObject({ wait_ms: 7_000 })
  })
})

it('never sends a key that is not entered', async () => {
  const peer = await peerFor(() => {
    throw new Error('nothing may be asked')
  })
  for (const source of HTTP_SOURCES.filter(({ integration, keyless }) => integration && !keyless)) {
    const [recorded] = recordedOf(source.id)
    if (!recorded) throw new Error(source.id)
    const { failure } = await readAll(source, { ...recorded, account: {} }, peer)
    expect(failure).toMatchObject({ is_final: true, failure: expect.stringContaining('is not entered') })
  }
})
