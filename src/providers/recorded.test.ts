// Every lookup that asks a vendor, against an honest server on this machine that answers as the vendor documents.
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeFor } from '../engine/money/price.ts'
import type { Json, JsonObject } from '../kernel/json.ts'
import { createHttpClient, type HttpClient } from '../platform/net/client.ts'
import { loopbackOpen } from '../platform/net/peers.fixture.ts'
import { createTools } from '../platform/net/tools.ts'
import { catalog, integrationsOf } from './catalog.ts'
import { testAccount } from './kit/account-test.ts'
import { type CallResult, callLookup, pollLookup, readCallback } from './kit/call.ts'
import { type Auth, type HttpLookup, type Integration, integrationOf } from './kit/kit.ts'
import type { HttpRequest, Tools } from './kit/outside.ts'
import type { KeyTests, RecordedAnswer, RecordedLookup, Replies } from './recorded.fixture.ts'

const KEY = 'k3y/with+signs&of=URLs'
const NOW = Date.parse('2026-01-01T00:00:00Z')
const MINTED = 'm1nted/token+of=vendor'
const accountOf = (integration: Integration | undefined) =>
  Object.fromEntries(
    (integration?.fields ?? []).map(({ name, kind }) => [name, kind === 'url' ? 'https://vendor.example' : KEY]),
  )

/** What stands beside the vendors, by lookup id. */
const folder = new URL('./vendors/', import.meta.url)
const fixtures = readdirSync(folder).flatMap((name) => /^(.+)\.fixture\.ts$/.exec(name)?.[1] ?? [])
const written = await Promise.all(fixtures.map((name) => import(`./vendors/${name}.fixture.ts`)))
const RECORDED: Replies = Object.assign({}, ...written.map(({ REPLIES }) => REPLIES ?? {}))
/** Older vendors have theirs below. */
const KEYS: KeyTests = Object.assign({}, ...written.map(({ KEYS }) => KEYS ?? {}))

let server: Server
let client: HttpClient
let answer: Pick<RecordedAnswer, 'status' | 'headers' | 'body'>
let asked: { request: IncomingMessage; url: URL; body: string }[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://vendor')
      if (/oauth/.test(url.pathname)) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ access_token: MINTED, token_type: 'Bearer', expires_in: 3600 }))
        return
      }
      asked.push({ request, url, body: Buffer.concat(chunks).toString() })
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

/** What the vendor must find as the key, and what it finds, with everything else that was in the address. */
function keyIn(auth: Auth): { wanted?: string; key?: string | null; query: URLSearchParams } {
  const { request, url } = asked.at(-1) as (typeof asked)[number]
  const query = new URLSearchParams(url.search)
  const sent = request.headers.authorization
  switch (auth.in) {
    case 'none':
      return { query }
    case 'oauth':
      return { wanted: `Bearer ${MINTED}`, key: sent ?? null, query }
    case 'bearer':
      return { wanted: `Bearer ${KEY}`, key: sent ?? null, query }
    case 'basic':
      return { wanted: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`, key: sent ?? null, query }
    case 'header':
      return { wanted: `${auth.prefix ?? ''}${KEY}`, key: String(request.headers[auth.name.toLowerCase()]), query }
    case 'query': {
      const key = query.get(auth.name)
      query.delete(auth.name)
      return { wanted: KEY, key, query }
    }
  }
}

it('has recorded answers of every lookup that asks a vendor, and of no other', () => {
  expect(Object.keys(RECORDED).sort()).toEqual(vendors.map(({ id }) => id).sort())
})

it('sees every way of sending a key and every rule of billing at work', () => {
  const ways = integrationsOf(catalog).map(({ auth }) => auth.in)
  expect(new Set(ways)).toEqual(new Set(['bearer', 'header', 'query', 'basic', 'none', 'oauth']))
  const rules = vendors.map(({ price }) => price.rule)
  expect(new Set(rules)).toEqual(new Set(['free', 'on_hit', 'on_verified', 'per_call', 'vendor_reports']))
})

describe.each(vendors.map((lookup) => [lookup.id, lookup] as const))('%s', (id, lookup) => {
  const { asks, replies } = RECORDED[id] as RecordedLookup
  const integration = integrationOf(lookup)
  const account = accountOf(integration)
  const callback_url = lookup.callback && { callback_url: 'https://millrace.example/callbacks/s3cret' }
  const ask = () => callLookup(lookup, { ...lookup.sample.inputs }, tools(), live(), { account, ...callback_url })

  it.each(Object.entries(replies))('understands a %s', async (_, reply) => {
    answer = reply
    const result = await ask()
    expect(result.outcome).toMatchObject(reply.comes_to)
    expect(costOf(lookup, result)).toEqual(reply.costs)

    expect(asked).toHaveLength(1)
    const [{ request, url, body }] = asked as [(typeof asked)[number]]
    const { wanted, key, query } = keyIn(integration?.auth ?? { in: 'none' })
    expect(key).toBe(wanted)
    expect({ method: request.method, path: url.pathname }).toEqual({ method: asks.method, path: asks.path })
    expect(Object.fromEntries(query)).toEqual(asks.query ?? {})
    expect(body === '' ? undefined : JSON.parse(body)).toEqual(asks.body)
    const shown = JSON.stringify([result.request, result.response, result.outcome])
    for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(`${KEY}:`).toString('base64'), MINTED])
      expect(shown).not.toContain(form)
  })

  it('fetches what was promised, and knows when it is there', async () => {
    const { polled } = RECORDED[id] as RecordedLookup
    expect(polled !== undefined).toBe(lookup.poll !== undefined)
    const { poll: promised } = replies.hit.comes_to as { poll?: { handle: JsonObject } }
    for (const [name, reply] of Object.entries(polled?.replies ?? {})) {
      answer = reply
      const result = await pollLookup(lookup, promised?.handle ?? {}, tools(), live(), { account })
      expect(result.outcome, name).toMatchObject(reply.comes_to)
      expect(costOf(lookup, result), name).toEqual(reply.costs)
      const [{ request, url, body }] = asked as [(typeof asked)[number]]
      const { wanted, key, query } = keyIn(integration?.auth ?? { in: 'none' })
      expect(key).toBe(wanted)
      expect({
        method: request.method,
        path: url.pathname,
        query: Object.fromEntries(query),
        body: body === '' ? undefined : JSON.parse(body),
      }).toEqual({ query: {}, body: undefined, ...polled?.asks })
    }
  })

  it('reads what is brought, and takes nonsense for a changed vendor', async () => {
    const { brought } = RECORDED[id] as RecordedLookup
    expect(brought !== undefined).toBe(lookup.callback !== undefined)
    const { callback } = replies.hit.comes_to as { callback?: { handle: JsonObject } }
    for (const [name, { body, comes_to, costs }] of Object.entries(brought ?? {})) {
      const reply = { ok: true as const, status: 200, headers: {}, body: JSON.stringify(body) }
      const result = readCallback(lookup, reply, callback?.handle ?? {})
      expect(result.outcome, name).toMatchObject(comes_to)
      expect(costOf(lookup, result), name).toEqual(costs)
    }
    for (const body of brought ? ['<html>', '', '[]', '{"some":"thing else"}'] : []) {
      const { outcome } = readCallback(lookup, { ok: true, status: 200, headers: {}, body }, callback?.handle ?? {})
      expect(outcome, body).toMatchObject({ kind: 'failed', class: 'unmapped' })
    }
  })

  it('has an answer for every trouble that a vendor with keys and prices gives', () => {
    if (integration?.fields.some(({ secret, required }) => secret && required)) expect(replies.bad_key).toBeDefined()
    if (!lookup.keyless && lookup.price.usd !== 0) expect(replies.quota).toBeDefined()
  })

  it('makes a failure of HTML, of nothing, and of a server in trouble, never a value', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [200, '[]'],
      [200, 'null'],
      [200, ''],
      [200, '{"some":"thing else"}'],
    ] as const) {
      // Where the whole answer is a list, an empty one is a miss.
      if (body === '[]' && lookup.has?.includes('[]')) continue
      answer = { status, body }
      expect((await ask()).outcome, body).toMatchObject({ kind: 'failed', class: 'unmapped' })
    }
    for (const [status, body] of [
      [500, '{}'],
      [503, ''],
    ] as const) {
      answer = { status, body }
      expect((await ask()).outcome).toMatchObject({ kind: 'failed', class: 'vendor_error', retryable: true })
    }
  })

  it('takes an answer that lacks a documented part for a changed vendor, never for a miss', async () => {
    for (const path of lookup.has ?? []) {
      for (const missing of [withoutParts(replies.hit.body, path), withoutParts(replies.miss.body, path)]) {
        if (missing === undefined) continue
        answer = { status: 200, body: missing }
        expect((await ask()).outcome, path).toMatchObject({ kind: 'failed', class: 'unmapped' })
      }
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

/** What a call cost, in US dollars; null is unknown. */
function costOf(lookup: HttpLookup, { outcome, charged_usd }: CallResult): number | null {
  const price = { rule: lookup.price.rule, price_micro: lookup.price.usd === null ? null : lookup.price.usd * 1e6 }
  const cost = chargeFor(price, outcome, charged_usd === undefined ? undefined : charged_usd * 1e6)
  return cost === null ? null : Math.round(cost) / 1e6
}

/** The body without what a path of `has` names, in all its forms; undefined when nothing of it was there. */
function withoutParts(body: Json, path: string): Json | undefined {
  const copy = structuredClone(body)
  let was = false
  for (const one of path.split('|')) {
    const names = one.replace(/\[\]|\{\}/, '').split('.')
    const last = names.pop() as string
    const holder = names.reduce<Json | undefined>((part, name) => (isObject(part) ? part[name] : undefined), copy)
    if (!isObject(holder) || !(last in holder)) continue
    delete holder[last]
    was = true
  }
  return was ? copy : undefined
}

function isObject(part: Json | undefined): part is { [name: string]: Json } {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

/** What each vendor answers to the test call when the key is good, and to a bad one where that is not a 401. */
const TESTS: KeyTests = {
  ...KEYS,
  icypeas: { good: { success: true, items: [] }, words: /works/ },
  enrow: { good: { credits: 75 }, words: /75 credits left/ },
  dropcontact: { good: { credits_left: 75 }, words: /75 credits left/ },
  snov: { good: { success: true, data: { balance: '75.00' } }, words: /75 credits left/ },
  apollo: { good: { healthy: true, is_logged_in: true }, words: /works/, bad: { healthy: true, is_logged_in: false } },
  'people-data-labs': { good: { name: 'london, england, united kingdom' }, words: /works/ },
  prospeo: { good: { error: false, response: { remaining_credits: 75 } }, words: /75 credits left/ },
  neverbounce: {
    good: { status: 'success', credits_info: { paid_credits_remaining: 70, free_credits_remaining: 5 } },
    words: /75 credits left/,
    bad: { status: 'auth_failure', message: 'no' },
  },
  millionverifier: { good: { credits: 75 }, words: /75 credits left/, bad: { error: 'apikey not found' } },
  reacher: { good: { version: '0.11.6' }, words: /Reacher 0.11.6 answers/ },
  'brave-search': {
    status: 422,
    good: { error: { code: 'VALIDATION' } },
    words: /works/,
    bad: { error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } },
    bad_status: 422,
  },
  'google-places': { good: { places: [{ id: 'p1' }] }, words: /works/, bad: { error: {} }, bad_status: 400 },
  firecrawl: { good: { success: true, data: { remainingCredits: 75 } }, words: /75 credits left/ },
  jina: { good: { code: 200, data: { content: '# Example Domain' } }, words: /works/ },
  searxng: { good: { results: [] }, words: /SearXNG answers/, bad: {}, bad_status: 403 },
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
    expect(new URL(integration.test.ask(accountOf(integration)).url).protocol).toBe('https:')
  })

  it('works when the vendor knows it, and the test says what is left', async () => {
    expect(await tryOut({ status: test.status ?? 200, body: test.good as never })).toEqual({
      ok: true,
      words: expect.stringMatching(test.words),
    })
    const { wanted, key } = keyIn(integration.auth)
    expect(key).toBe(wanted)
  })

  it('does not work when the vendor refuses it, is in trouble, or says something else', async () => {
    const refused = test.bad
      ? { status: test.bad_status ?? 200, body: test.bad as never }
      : { status: 401, body: { error: KEY } }
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
