// The promises of the provider kit: whatever a vendor or the network does, a call ends in time with a value.
import { describe, expect, it } from 'vitest'
import { callLookup } from './call.ts'
import { failed, found, type HttpLookup, type LocalLookup, type VisitLookup } from './kit.ts'
import type { Tools } from './outside.ts'
import { account, ask, declaration, integration, live, reply, toolsWith, vendor } from './vendor.fixture.ts'

describe('a call of an HTTP lookup', () => {
  it('returns the values with the origin of the declaration', async () => {
    const { outcome } = await ask(vendor, reply(200, '{"data":{"name":"Example"}}'))
    expect(outcome).toEqual({
      kind: 'found',
      values: { company_name: 'Example' },
      confidence: 0.9,
      verified: false,
      origin: { method: 'api', license: 'proprietary-api' },
    })
  })

  it.each([
    [404, {}, { kind: 'not_found' }],
    [401, {}, { kind: 'failed', class: 'auth', retryable: false }],
    [403, {}, { kind: 'failed', class: 'auth', retryable: false }],
    [402, {}, { kind: 'failed', class: 'quota', retryable: false }],
    [400, {}, { kind: 'failed', class: 'bad_input', retryable: false }],
    [422, {}, { kind: 'failed', class: 'bad_input', retryable: false }],
    [500, {}, { kind: 'failed', class: 'vendor_error', retryable: true }],
    [418, {}, { kind: 'failed', class: 'unmapped', retryable: false }],
    [302, {}, { kind: 'failed', class: 'unmapped', retryable: false }],
    [429, { 'retry-after': '7' }, { kind: 'later', retry_in_ms: 7000 }],
    [429, { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, { kind: 'later', retry_in_ms: 60_000 }],
    [429, { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, { kind: 'later', retry_in_ms: 0 }],
    [429, { 'retry-after': '99999999' }, { kind: 'later', retry_in_ms: 86_400_000 }],
    [429, { 'retry-after': 'soon' }, { kind: 'later', retry_in_ms: 30_000 }],
    [429, {}, { kind: 'later', retry_in_ms: 30_000 }],
    [503, { 'retry-after': '5' }, { kind: 'later', retry_in_ms: 5000 }],
  ])('reads status %i with %j as it is meant', async (status, headers, expected) => {
    const { outcome } = await ask(vendor, reply(status, 'irrelevant', headers as Record<string, string>))
    expect(outcome).toMatchObject(expected)
  })

  it('lets a declaration give a status another meaning', async () => {
    const throttles: HttpLookup = { ...vendor, statuses: { later: [403], quota: [429] } }
    expect((await ask(throttles, reply(403))).outcome).toMatchObject({ kind: 'later' })
    expect((await ask(throttles, reply(429))).outcome).toMatchObject({ kind: 'failed', class: 'quota' })
    expect((await ask(throttles, reply(404))).outcome).toMatchObject({ kind: 'failed', class: 'unmapped' })
  })

  it.each([
    ['HTML instead of JSON', '<html>'],
    ['JSON of another shape', '{"data":null}'],
    ['an empty body', ''],
    ['a value of the wrong type', '{"data":{"name":{"en":"Example"}}}'],
  ])('calls %s unmapped, without an exception', async (_, body) => {
    expect((await ask(vendor, reply(200, body))).outcome).toMatchObject({ kind: 'failed', class: 'unmapped' })
  })

  it('makes a blank value a miss', async () => {
    expect((await ask(vendor, reply(200, '{"data":{"name":"  "}}'))).outcome).toEqual({ kind: 'not_found' })
  })

  it('keeps only text that the database can store', async () => {
    const { outcome } = await ask(vendor, reply(200, '{"data":{"name":"A\\u0000B\\ud800C"}}'))
    expect(outcome).toMatchObject({ values: { company_name: 'AB\uFFFDC' } })
    const wordy: LocalLookup = { ...declaration, answer: () => failed('vendor_error', `${'x'.repeat(499)}😀`) }
    const nobody = toolsWith(() => Promise.reject())
    const { outcome: cut } = await callLookup(wordy, { domain: 'x' }, nobody, live())
    expect(cut).toMatchObject({ message: 'x'.repeat(499) })
  })

  it('does not call without the key it needs', async () => {
    const tools = toolsWith(() => Promise.reject(new Error('was called')))
    const { outcome, request } = await callLookup(vendor, { domain: 'example.com' }, tools, live())
    expect(outcome).toMatchObject({ kind: 'failed', class: 'auth' })
    expect(request).toBeUndefined()
  })

  it.each([
    [{ in: 'bearer', field: 'api_key' }],
    [{ in: 'header', field: 'api_key', name: 'X-Api-Key' }],
    [{ in: 'query', field: 'api_key', name: 'key' }],
    [{ in: 'basic', user_field: 'api_key' }],
  ] as const)('sends the secret as %j and never shows it', async (auth) => {
    let sent = ''
    const tools = toolsWith(async (request) => {
      sent = JSON.stringify(request)
      return reply(200, `{"data":{"name":"x"},"echo":"${account.api_key}"}`, { 'x-echo': account.api_key })
    })
    const echo: HttpLookup = {
      ...vendor,
      integration: { ...integration, auth },
      ask: (_, { api_key }) => ({ method: 'POST', url: 'https://api.example.com/', json: { api_key: api_key ?? '' } }),
    }
    const { request, response } = await callLookup(echo, { domain: 'x' }, tools, live(), { account })
    expect(sent).toContain('s3cr3t')
    expect(JSON.stringify({ request, response })).not.toMatch(/s3cr3t|czNjcjN0/)
  })

  it('cuts a long answer in the trace and says so', async () => {
    const { response } = await ask(vendor, reply(200, `{"data":{"name":"x"},"pad":"${'y'.repeat(9000)}"}`))
    expect(response).toMatchObject({ truncated: true })
    expect(response?.body.length).toBe(4000)
  })

  it('never offers a call for another try that may have been charged', async () => {
    const lost = toolsWith(async () => ({ ok: false, reason: 'network', message: 'Connection reset.', sent: true }))
    const refused = toolsWith(async () => ({ ok: false, reason: 'network', message: 'Refused.', sent: false }))
    const once = { ...vendor, repeat_free: false }
    const outcome = async (lookup: HttpLookup, tools: Tools) =>
      (await callLookup(lookup, { domain: 'x' }, tools, live(), { account })).outcome
    expect(await outcome(once, lost)).toMatchObject({
      class: 'uncertain',
      retryable: false,
      message: expect.stringMatching(/[^.]\. The provider may have done/),
    })
    expect(await outcome(once, refused)).toMatchObject({ class: 'vendor_error', retryable: true })
    expect(await outcome(vendor, lost)).toMatchObject({ class: 'vendor_error', retryable: true })
  })

  it('ends in time when the provider hangs, also one that ignores the signal', async () => {
    const tools = toolsWith(() => new Promise(() => {}))
    const { outcome } = await callLookup(vendor, { domain: 'x' }, tools, live(), { account, timeout_ms: 20 })
    expect(outcome).toMatchObject({ kind: 'failed', class: 'timeout', retryable: true })
  })

  it('ends at once when the run is stopped, and does not ask when it was stopped before', async () => {
    const stop = new AbortController()
    const tools = toolsWith(() => {
      stop.abort()
      return new Promise(() => {})
    })
    const during = await callLookup(vendor, { domain: 'x' }, tools, stop.signal, { account })
    expect(during.outcome).toMatchObject({ kind: 'failed', class: 'timeout' })
    const before = await callLookup(vendor, { domain: 'x' }, tools, stop.signal, { account })
    expect(before.outcome).toMatchObject({ kind: 'failed', class: 'timeout', retryable: true })
    expect(before.request).toBeUndefined()
  })
})

describe('inputs', () => {
  const local: LocalLookup = { ...declaration, answer: (inputs) => found({ emails: [inputs] as never }, 1) }
  const call = (values: object) =>
    callLookup(
      local,
      values as never,
      toolsWith(() => Promise.reject()),
      live(),
    )

  it('are trimmed, in one Unicode form, and free of blanks and undeclared ones', async () => {
    const { outcome } = await call({ domain: '  cafe\u0301\u0000 ', name: '  ', other: 'x' })
    expect(outcome).toMatchObject({ values: { emails: [{ domain: 'caf\u00e9' }] } })
  })

  it('may be numbers or objects', async () => {
    expect((await call({ name: 42 })).outcome).toMatchObject({ values: { emails: [{ name: '42' }] } })
    expect((await call({ name: { b: 1, a: 2 } })).outcome).toMatchObject({
      values: { emails: [{ name: '{"a":2,"b":1}' }] },
    })
  })

  it('are refused when all of a group are blank, and when one is a whole document', async () => {
    expect((await call({ domain: null })).outcome).toMatchObject({
      class: 'bad_input',
      message: 'Missing input: domain|name.',
    })
    expect((await call({ name: 'x'.repeat(5000) })).outcome).toMatchObject({ class: 'bad_input' })
    expect((await call({ __proto__: { domain: 'x' } })).outcome).toMatchObject({ class: 'bad_input' })
  })
})

describe('a visit', () => {
  const visitor: VisitLookup = {
    ...declaration,
    visit: async (inputs, tools) => {
      const home = await tools.fetchPage(`https://${inputs.domain}/`)
      const about = await tools.fetchPage(`https://${inputs.domain}/about`)
      return found({ company_name: `${home.ok ? home.body : ''}${about.ok ? about.body : ''}` }, 0.5)
    },
  }

  it('records the pages it asked for', async () => {
    const tools = toolsWith(
      () => Promise.reject(),
      async (url) =>
        url.endsWith('about')
          ? { ok: false, reason: 'robots', message: 'The site asks robots not to read this page.', sent: false }
          : { ok: true, url, status: 200, headers: {}, body: 'Example', from_cache: false },
    )
    const result = await callLookup(visitor, { domain: 'example.com' }, tools, live())
    expect(result.outcome).toMatchObject({ kind: 'found', values: { company_name: 'Example' } })
    expect(result.pages).toEqual([
      { url: 'https://example.com/', result: '200' },
      { url: 'https://example.com/about', result: 'robots' },
    ])
  })

  it('turns an exception into a failure', async () => {
    const tools = toolsWith(
      () => Promise.reject(),
      () => Promise.reject(new Error('broken')),
    )
    const { outcome } = await callLookup(visitor, { domain: 'example.com' }, tools, live())
    expect(outcome).toMatchObject({ kind: 'failed', class: 'unmapped' })
  })
})

describe('an answer outside the declaration', () => {
  it.each([
    ['a field that is not declared', { city: 'Berlin' }, 0.5],
    ['a confidence above one', { company_name: 'x' }, 2],
    ['a confidence that is no number', { company_name: 'x' }, Number.NaN],
    ['a number field with text', { employee_count: 'many' }, 0.5],
    ['an endless number', { employee_count: Number.POSITIVE_INFINITY }, 0.5],
    ['a script as address', { website: 'javascript:alert(1)' }, 0.5],
  ])('is unmapped: %s', async (_, values, confidence) => {
    const wrong: LocalLookup = { ...declaration, answer: () => found(values, confidence) }
    const { outcome } = await callLookup(
      wrong,
      { domain: 'x' },
      toolsWith(() => Promise.reject()),
      live(),
    )
    expect(outcome).toMatchObject({ kind: 'failed', class: 'unmapped' })
  })
})
