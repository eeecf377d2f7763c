// Tokens for client credentials: minted once for all callers that wait, used until they end, and never for other credentials.
import { expect, it } from 'vitest'
import { callLookup } from './call.ts'
import { found, type HttpLookup, type Integration } from './kit.ts'
import { createTokens } from './oauth-tokens.ts'
import type { HttpReply, HttpRequest, Tools } from './outside.ts'

const integration: Integration = {
  id: 'test',
  name: 'Test',
  kind: 'email',
  docs_url: 'https://example.com/docs',
  fields: ['client_id', 'client_secret'].map((name) => ({
    name,
    label: name,
    secret: true,
    required: true,
    help: 'It.',
  })),
  auth: {
    in: 'oauth',
    mint: ({ client_id = '', client_secret = '' }) => ({
      method: 'POST',
      url: 'https://api.example.com/oauth/token',
      form: { grant_type: 'client_credentials', client_id, client_secret },
    }),
  },
  test: {
    ask: () => ({ method: 'GET', url: 'https://api.example.com/me' }),
    read: () => ({ ok: true, words: 'fine' }),
  },
}
const lookup: HttpLookup = {
  id: 'test-lookup',
  provider: 'test',
  label: 'Test',
  description: 'A lookup of the tests.',
  docs_url: 'https://example.com/docs',
  inputs: [{ name: 'domain', label: 'Domain', type: 'text', required: true, help: 'It.', aliases: [] }],
  outputs: [{ field: 'company_name' }],
  price: { usd: 0.01, rule: 'on_hit' },
  license: 'proprietary-api',
  method: 'api',
  keyless: false,
  repeat_free: false,
  cache_days: 0,
  limits: {},
  timeout_ms: 2000,
  sample: { inputs: { domain: 'example.com' }, values: {} },
  integration,
  ask: () => ({ method: 'GET', url: 'https://api.example.com/v1/find' }),
  read: () => found({ company_name: 'Example' }, 0.9),
}
const ANN = { client_id: 'ann-client-id', client_secret: 'ann-s3cret' }
const BEN = { client_id: 'ben-client-id', client_secret: 'ben-s3cret' }

/** A vendor that gives out numbered tokens, each for an hour, and takes only those that are in `valid`. */
function vendor() {
  let now = 0
  let minted = 0
  const valid = new Set<string>()
  const seen: HttpRequest[] = []
  const reply = (status: number, body: unknown): HttpReply => ({
    ok: true,
    status,
    headers: {},
    body: JSON.stringify(body),
  })
  const tools: Tools = {
    now: () => now,
    dns: async () => ({ ok: false, message: '' }),
    fetchPage: async () => ({ ok: false, reason: 'network', message: '', sent: false }),
    http: async (request) => {
      if (request.url.endsWith('/oauth/token')) {
        if (request.body?.includes('wrong')) return reply(400, { error: 'invalid_client' })
        minted += 1
        valid.add(`Bearer token-${minted}`)
        return reply(200, { access_token: `token-${minted}`, token_type: 'Bearer', expires_in: 3600 })
      }
      seen.push(request)
      return valid.has(String(request.headers.authorization)) ? reply(200, {}) : reply(401, {})
    },
  }
  const tokens = createTokens()
  const ask = (account: Record<string, string>) =>
    callLookup(lookup, { domain: 'example.com' }, tools, new AbortController().signal, { account, tokens })
  return {
    ask,
    seen,
    minted: () => minted,
    pass: (ms: number) => {
      now += ms
    },
    revoke: () => valid.clear(),
  }
}

it('mints one token for many calls at once and uses it until shortly before it ends', async () => {
  const { ask, minted, pass } = vendor()
  await Promise.all(Array.from({ length: 64 }, () => ask(ANN)))
  expect(minted()).toBe(1)
  pass(3_500_000)
  expect((await ask(ANN)).outcome.kind).toBe('found')
  expect(minted()).toBe(1)
  pass(50_000)
  expect((await ask(ANN)).outcome.kind).toBe('found')
  expect(minted()).toBe(2)
})

it('gives no request the token of other credentials', async () => {
  const { ask, seen } = vendor()
  await ask(ANN)
  await ask(BEN)
  await ask({ ...ANN, client_secret: 'guessed' })
  expect(new Set(seen.map(({ headers }) => headers.authorization)).size).toBe(3)
})

it('asks once more with a fresh token when a kept one was refused, and not again', async () => {
  const { ask, minted, revoke, seen } = vendor()
  await ask(ANN)
  revoke()
  expect((await ask(ANN)).outcome.kind).toBe('found')
  expect(minted()).toBe(2)
  expect(seen).toHaveLength(3)
})

it('says that the key was refused when no token is given, and tries again with the next call', async () => {
  const { ask, minted } = vendor()
  const wrong = await ask({ ...ANN, client_secret: 'wrong' })
  expect(wrong.outcome).toMatchObject({ kind: 'failed', class: 'auth' })
  expect(wrong.request).toBeUndefined()
  expect(minted()).toBe(0)
  expect((await ask(ANN)).outcome.kind).toBe('found')
})

it('forgets who could not be asked, however many waited, and drops no token twice', async () => {
  const tokens = createTokens()
  let asked = 0
  const mint = async () => {
    asked++
    if (asked === 1) throw new Error('away')
    return { ok: true as const, token: `t${asked}`, seconds: 3600 }
  }
  const find = () => tokens.find({ who: 'ann' }, mint, () => 0)
  await Promise.all([expect(find()).rejects.toThrow('away'), expect(find()).rejects.toThrow('away')])
  expect(await find()).toEqual({ ok: true, token: 't2', kept: false })
  expect(await find()).toEqual({ ok: true, token: 't2', kept: true })
  // A caller that learns late that an older token was refused does not discard the new one.
  expect(tokens.drop({ who: 'ann' }, 't1')).toBe(true)
  expect(await find()).toMatchObject({ token: 't2' })
  expect([tokens.drop({ who: 'ann' }, 't2'), tokens.drop({ who: 'ann' })]).toEqual([true, false])
  expect(await tokens.find({ who: 'ben' }, mint, () => 0)).toMatchObject({ token: 't3' })
})

it('shows neither credentials nor token in the trace', async () => {
  const { ask } = vendor()
  const shown = JSON.stringify(await ask(ANN))
  for (const secret of ['ann-client-id', 'ann-s3cret', 'token-1']) expect(shown).not.toContain(secret)
})
