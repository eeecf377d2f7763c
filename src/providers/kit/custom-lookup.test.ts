// Lookups that columns make of their own settings are called under the same promises as those of the catalogue.
import { describe, expect, it } from 'vitest'
import { callLookup } from './call.ts'
import { type ActTools, type CustomLookup, failed, found, type LookupAnswer } from './kit.ts'
import type { Tools } from './outside.ts'

const made = (act: (tools: ActTools) => Promise<LookupAnswer>, more: Partial<CustomLookup> = {}): CustomLookup => ({
  id: 'http:api.example.com',
  provider: 'api.example.com',
  label: 'HTTP request',
  description: '',
  docs_url: 'https://example.com/',
  inputs: [{ name: 'Domain', label: 'Domain', type: 'text', required: true, help: '', aliases: [] }],
  outputs: [{ field: 'plan', label: 'Plan', type: 'text' }],
  price: { usd: null, rule: 'vendor_reports' },
  license: 'unknown',
  method: 'api',
  keyless: true,
  repeat_free: false,
  cache_days: 30,
  limits: {},
  timeout_ms: 1_000,
  sample: { inputs: {}, values: {} },
  fingerprint: 'a',
  longest_input: 10,
  act: (_values, tools) => act(tools),
  ...more,
})

const tools: Tools = {
  now: () => 0,
  dns: async () => ({ ok: false, message: 'away' }),
  fetchPage: async () => ({ ok: false, reason: 'network', message: 'away', sent: false }),
  http: async (request) => ({ ok: true, status: 200, headers: {}, body: `you sent ${request.headers['x-key']}` }),
}
const call = (lookup: CustomLookup, domain = 'a.com', signal = new AbortController().signal) =>
  callLookup(lookup, { Domain: domain }, tools, signal)
const send = (at: ActTools) =>
  at.http({ method: 'GET', url: 'https://api.example.com/', headers: { 'x-key': 'hunter22' } }, { key: 'hunter22' })

describe('a lookup that a column makes', () => {
  it('is called as often as it needs, masks its secrets in the trace, and tells what it cost and used', async () => {
    const result = await call(
      made(async (at) => {
        await send(at)
        await send(at)
        at.note({ input_tokens: 7 })
        return { ...found({ plan: 'pro' }, 0.9), charged_usd: 0.002 } as LookupAnswer
      }),
    )
    expect(result).toMatchObject({ outcome: { kind: 'found' }, charged_usd: 0.002, notes: { input_tokens: 7 } })
    expect(result.response?.body).toBe('you sent •••')
    expect(JSON.stringify(result)).not.toContain('hunter22')
  })

  it('tells what a failed answer cost too', async () => {
    const result = await call(made(async () => ({ ...failed('unmapped', 'no'), charged_usd: 0.01 }) as LookupAnswer))
    expect(result).toMatchObject({ outcome: { kind: 'failed', class: 'unmapped' }, charged_usd: 0.01 })
  })

  it('answers nothing outside its outputs and their types', async () => {
    expect((await call(made(async () => found({ plan: 7 }, 1)))).outcome).toMatchObject({ class: 'unmapped' })
    expect((await call(made(async () => found({ other: 'x' }, 1)))).outcome).toMatchObject({ class: 'unmapped' })
  })

  it('is uncertain, and not offered for another try, when it is stopped after something was sent', async () => {
    const stop = new AbortController()
    const pending = call(
      made(async (at) => {
        await send(at)
        stop.abort()
        return new Promise<LookupAnswer>(() => {})
      }),
      'a.com',
      stop.signal,
    )
    expect((await pending).outcome).toMatchObject({ kind: 'failed', class: 'uncertain', retryable: false })
  })

  it('refuses what is missing or too long before anything is sent', async () => {
    const never = made(async () => failed('internal', 'was asked'))
    expect((await call(never, '')).outcome).toMatchObject({ class: 'bad_input' })
    expect((await call(never, 'x'.repeat(11))).outcome).toMatchObject({ class: 'bad_input' })
  })
})
