// Every lookup of an open API against peers on this machine that answer badly: what could not be looked up is never a value and never a miss.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '../platform/net/client.ts'
import { loopbackOpen } from '../platform/net/peers.fixture.ts'
import { createTools } from '../platform/net/tools.ts'
import { catalog } from './catalog.ts'
import { callLookup } from './kit/call.ts'
import type { Tools } from './kit/outside.ts'

const PAGE = '<!doctype html><html><title>Just a moment</title><p>Checking your browser</p></html>'
const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20)

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const says =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }

/** Fifty megabytes of blanks before the end of the JSON, for as long as somebody listens. */
const endless: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
  let left = 50
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(MEGABYTE)) {
        response.once('drain', more)
        return
      }
    }
    if (!response.destroyed) response.end(']')
  }
  response.on('error', () => {})
  more()
}

const ANSWERS: readonly [string, Answer, { kind: 'later' | 'failed'; class?: string }][] = [
  ['a limit with a time', says(429, '{}', { 'retry-after': '7' }), { kind: 'later' }],
  ['a limit in HTML', says(429, PAGE, { 'content-type': 'text/html' }), { kind: 'later' }],
  ['a refusal', says(403, PAGE, { 'content-type': 'text/html' }), { kind: 'failed', class: 'vendor_error' }],
  ['HTML instead of JSON', says(200, PAGE, { 'content-type': 'text/html' }), { kind: 'failed', class: 'unmapped' }],
  ['half a JSON', says(200, '[{"id": 1'), { kind: 'failed', class: 'unmapped' }],
  ['JSON of something else', says(200, '{"hello":"world"}'), { kind: 'failed', class: 'unmapped' }],
  ['a list of something else', says(200, '[1,2]'), { kind: 'failed', class: 'unmapped' }],
  ['nothing', says(200, ''), { kind: 'failed', class: 'unmapped' }],
  ['a server in trouble', says(500, '{}'), { kind: 'failed', class: 'vendor_error' }],
  ['fifty megabytes', endless, { kind: 'failed', class: 'unmapped' }],
  [
    'redirects in a circle',
    (request, response) => says(302, '', { location: `${request.url}#again` })(request, response),
    { kind: 'failed', class: 'vendor_error' },
  ],
]

let server: Server
let client: HttpClient
let answer: Answer
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createHttpClient({ policy: loopbackOpen, userAgent: 'Test' })
})
afterAll(async () => {
  await client?.close()
  server?.closeAllConnections()
  server?.close()
})

/** The tools of a worker, with every open API at the server of this test. */
function tools(): Tools {
  const real = createTools({
    client,
    pages: { read: () => Promise.reject(new Error('no pages')) } as never,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
  })
  const { port } = server.address() as AddressInfo
  return {
    ...real,
    http: (request, signal) => {
      const { pathname, search } = new URL(request.url)
      return real.http({ ...request, url: `http://127.0.0.1:${port}${pathname}${search}` }, signal)
    },
  }
}

const open = catalog.filter(
  (lookup) => lookup.keyless && lookup.provider !== 'millrace' && ('ask' in lookup || 'visit' in lookup),
)

it('covers the open APIs of the catalog', () => {
  const ids = open.map(({ id }) => id)
  expect(ids).toEqual(
    expect.arrayContaining([
      'crt-sh-subdomains',
      'cert-spotter-subdomains',
      'openstreetmap-place',
      'gdelt-news',
      'sec-officers',
      'french-company',
      'rdap-domain',
    ]),
  )
})

describe.each(ANSWERS)('%s', (_, bad, outcome) => {
  it.each(open.map((lookup) => [lookup.id, lookup] as const))('is no answer of %s', async (_id, lookup) => {
    answer = bad
    const result = await callLookup(lookup, { ...lookup.sample.inputs }, tools(), new AbortController().signal)
    expect(result.outcome).toMatchObject(outcome)
    expect(result.charged_usd ?? 0).toBe(0)
  })
})
