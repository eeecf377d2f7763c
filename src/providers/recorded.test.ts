// Every lookup that asks a vendor, against an honest server on this machine that answers as the vendor documents.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeFor } from '../engine/price.ts'
import { createHttpClient, type HttpClient } from '../platform/net/client.ts'
import { loopbackOpen } from '../platform/net/peers.fixture.ts'
import { createTools } from '../platform/net/tools.ts'
import { testAccount } from './account-test.ts'
import { callLookup } from './call.ts'
import { catalog, integrationsOf } from './catalog.ts'
import { type Auth, type HttpLookup, type HttpRequest, type Integration, integrationOf, type Tools } from './kit.ts'
import { RECORDED, type Recorded } from './recorded.fixture.ts'

const KEY = 'k3y/with+signs&of=URLs'
const NOW = Date.parse('2026-01-01T00:00:00Z')
const accountOf = ({ fields }: Integration) => Object.fromEntries(fields.map(({ name }) => [name, KEY]))

let server: Server
let client: HttpClient
let answer: Pick<Recorded, 'status' | 'headers' | 'body'>
let asked: { request: IncomingMessage; url: URL; body: string }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({ request, url: new URL(request.url ?? '', 'http://vendor'), body: Buffer.concat(chunks).toString() })
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createHttpClient({ policy: loopbackOpen, userAgent: 'Test' })
})
afterAll(async () => {
  await client?.close()
  server?.close()
})

/** The tools of a worker, with every vendor at the server of this test. */
function tools(): Tools {
  asked = []
  const real = createTools({
    client,
    pages: { read: () => Promise.reject(new Error('no pages')) } as never,
    now: () => NOW,
  })
  const { port } = server.address() as AddressInfo
  const there = (request: HttpRequest) => {
    const url = new URL(request.url)
    return { ...request, url: `http://127.0.0.1:${port}${url.pathname}${url.search}` }
  }
  return { ...real, http: (request, signal) => real.http(there(request), signal) }
}

const live = () => new AbortController().signal
const vendors = catalog.filter((lookup): lookup is HttpLookup => 'ask' in lookup)

/** The key as the vendor finds it in the last request, with everything else that was in the address. */
function keyIn(auth: Auth): { key: string | null | undefined; query: URLSearchParams } {
  const { request, url } = asked.at(-1) as (typeof asked)[number]
  const query = new URLSearchParams(url.search)
  const bearer = request.headers.authorization
  if (auth.in === 'bearer') return { key: bearer?.replace(/^Bearer /, ''), query }
  if (auth.in === 'header') return { key: String(request.headers[auth.name.toLowerCase()]), query }
  if (auth.in === 'basic') {
    const [user] = Buffer.from(bearer?.replace(/^Basic /, '') ?? '', 'base64')
      .toString()
      .split(/:$/)
    return { key: user, query }
  }
  const key = query.get(auth.name)
  query.delete(auth.name)
  return { key, query }
}

it('has recorded answers of every lookup that asks a vendor, and of no other', () => {
  expect(Object.keys(RECORDED).sort()).toEqual(vendors.map(({ id }) => id).sort())
})

it('sees every way of sending a key and every rule of billing at work', () => {
  const ways = integrationsOf(catalog).map(({ auth }) => auth.in)
  expect(new Set(ways)).toEqual(new Set(['bearer', 'header', 'query', 'basic']))
  const rules = vendors.map(({ price }) => price.rule)
  expect(new Set(rules)).toEqual(new Set(['free', 'on_hit', 'on_verified', 'per_call', 'vendor_reports']))
})

describe.each(vendors.map((lookup) => [lookup.id, lookup] as const))('%s', (id, lookup) => {
  const { asks, replies } = RECORDED[id] as (typeof RECORDED)[string]
  const integration = integrationOf(lookup) as Integration

  it.each(Object.entries(replies))('understands a %s', async (_, reply) => {
    answer = reply
    const account = accountOf(integration)
    const result = await callLookup(lookup, { ...lookup.sample.inputs }, tools(), live(), { account })
    expect(result.outcome).toMatchObject(reply.comes_to)
    const price = { rule: lookup.price.rule, price_micro: lookup.price.usd === null ? null : lookup.price.usd * 1e6 }
    const reported = result.charged_usd === undefined ? undefined : result.charged_usd * 1e6
    const cost = chargeFor(price, result.outcome, reported)
    expect(cost === null ? null : cost / 1e6).toEqual(reply.costs)

    expect(asked).toHaveLength(1)
    const [{ request, url, body }] = asked as [(typeof asked)[number]]
    const { key, query } = keyIn(integration.auth)
    expect(key).toBe(KEY)
    expect({ method: request.method, path: url.pathname }).toEqual({ method: asks.method, path: asks.path })
    expect(Object.fromEntries(query)).toEqual(asks.query ?? {})
    expect(body === '' ? undefined : JSON.parse(body)).toEqual(asks.body)
    const shown = JSON.stringify([result.request, result.response, result.outcome])
    for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(`${KEY}:`).toString('base64')])
      expect(shown).not.toContain(form)
  })

  it('makes a failure of HTML, of nothing, and of a server in trouble, never a value', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [200, '[]'],
      [200, 'null'],
      [500, '{}'],
      [503, ''],
    ] as const) {
      answer = { status, body }
      const { outcome } = await callLookup(lookup, { ...lookup.sample.inputs }, tools(), live(), {
        account: accountOf(integration),
      })
      expect(outcome.kind, `${status} ${body}`).not.toBe('found')
      if (status >= 500) expect(outcome).toMatchObject({ kind: 'failed', class: 'vendor_error', retryable: true })
    }
  })

  it(lookup.keyless ? 'asks without a key when there is none' : 'is not asked without a key', async () => {
    answer = replies.hit
    const { outcome } = await callLookup(lookup, { ...lookup.sample.inputs }, tools(), live())
    expect(asked).toHaveLength(lookup.keyless ? 1 : 0)
    expect(outcome).toMatchObject(lookup.keyless ? { kind: 'found' } : { kind: 'failed', class: 'auth' })
    expect(asked[0]?.request.headers.authorization).toBeUndefined()
  })
})

/** What each vendor answers to the test call when the key is good, and to a bad one where that is not a 401. */
const TESTS: Record<string, { good: object; words: RegExp; bad?: object }> = {
  hunter: { good: { data: { requests: { searches: { used: 12, available: 50 } } } }, words: /12 of 50 searches used/ },
  findymail: { good: { credits: 100, verifier_credits: 7 }, words: /100 credits for finding and 7 for verifying/ },
  leadmagic: { good: { credits: 12.5 }, words: /12.5 credits left/ },
  zerobounce: { good: { Credits: '2375' }, words: /2375 credits left/, bad: { Credits: '-1' } },
  'companies-house': { good: { items: [] }, words: /works/ },
  github: { good: { resources: { core: { limit: 5000, remaining: 4990 } } }, words: /4990 of 5000/ },
  serper: { good: { balance: 2492, rateLimit: 5 }, words: /2492 searches left/ },
}

describe.each(integrationsOf(catalog).map((one) => [one.id, one] as const))('the key of %s', (id, integration) => {
  const test = TESTS[id] as (typeof TESTS)[string]
  const tryOut = (reply: typeof answer) => {
    answer = reply
    return testAccount(integration, accountOf(integration), tools().http, live(), NOW)
  }

  it('is declared completely', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(new Set(integration.fields.map(({ name }) => name)).size).toBe(integration.fields.length)
    for (const { name, help } of integration.fields) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(help).toMatch(/^\S.*\.$/u)
    }
    expect(new URL(integration.docs_url).protocol).toBe('https:')
    expect(new URL(integration.test.ask.url).protocol).toBe('https:')
  })

  it('works when the vendor knows it, and the test says what is left', async () => {
    expect(await tryOut({ status: 200, body: test.good as never })).toEqual({
      ok: true,
      words: expect.stringMatching(test.words),
    })
    expect(keyIn(integration.auth).key).toBe(KEY)
  })

  it('does not work when the vendor refuses it, is in trouble, or says something else', async () => {
    const refused = test.bad ? { status: 200, body: test.bad as never } : { status: 401, body: { error: KEY } }
    for (const reply of [
      refused,
      { status: 500, body: KEY },
      { status: 429, body: {} },
      { status: 200, body: '<html>' },
    ]) {
      const { ok, words } = await tryOut(reply)
      expect(ok).toBe(false)
      expect(words).not.toContain(KEY)
    }
  })

  it('is not tested when the vendor cannot be reached', async () => {
    const http: Tools['http'] = async () => ({ ok: false, reason: 'network', message: 'Refused.', sent: false })
    const { ok, words } = await testAccount(integration, accountOf(integration), http, live(), NOW)
    expect({ ok, words }).toEqual({ ok: false, words: `${integration.name} was not reached. The key was not tested.` })
  })
})
