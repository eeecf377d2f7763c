// The promises of the provider kit about answers that take their time: they are fetched or brought, and read like any other.
import { describe, expect, it } from 'vitest'
import { callLookup, pollLookup, readCallback } from './call.ts'
import { calledBack, found, type HttpLookup, notFound, pollLater } from './kit.ts'
import type { Tools } from './outside.ts'
import { account, ask, live, reply, toolsWith, vendor } from './vendor.fixture.ts'

describe('an answer that is still to come', () => {
  const job = (json: unknown) => (json as { job: string }).job
  const slow: HttpLookup = {
    ...vendor,
    repeat_free: false,
    read: ({ json }) => pollLater({ job: job(json) }, 2_000),
    poll: {
      ask: ({ job }) => ({ method: 'GET', url: `https://api.example.com/v1/jobs/${job}` }),
      read: ({ json }, handle) => {
        const { state, name } = json as { state: string; name?: string }
        return state === 'working' ? pollLater(handle, 4_000) : name ? found({ company_name: name }, 0.8) : notFound()
      },
      max_wait_ms: 60_000,
    },
    callback: { read: ({ json }) => found({ company_name: (json as { name: string }).name }, 0.8) },
  }
  const poll = (http: Tools['http']) => pollLookup(slow, { job: 'j1' }, toolsWith(http), live(), { account })

  it('is promised with the name that the vendor gave the question', async () => {
    const { outcome } = await ask(slow, reply(202, '{"job":"j1"}'))
    expect(outcome).toEqual({ kind: 'pending', poll: { after_ms: 2_000, handle: { job: 'j1' } } })
  })

  it('is fetched with the same key, and may still not be there', async () => {
    const sent: string[] = []
    const answers = ['{"state":"working"}', '{"state":"done","name":"Example"}', '{"state":"done"}']
    const http: Tools['http'] = async ({ url, headers }) => {
      sent.push(`${url} ${headers.authorization}`)
      return reply(200, answers[sent.length - 1])
    }
    expect((await poll(http)).outcome).toMatchObject({ kind: 'pending', poll: { after_ms: 4_000 } })
    expect((await poll(http)).outcome).toMatchObject({ kind: 'found', values: { company_name: 'Example' } })
    expect((await poll(http)).outcome).toEqual({ kind: 'not_found' })
    expect(new Set(sent)).toEqual(new Set([`https://api.example.com/v1/jobs/j1 Bearer ${account.api_key}`]))
  })

  it('may be asked after again whatever happens, since looking is free', async () => {
    const down = await poll(async () => ({ ok: false, reason: 'network', message: 'Gone.', sent: true }))
    expect(down.outcome).toMatchObject({ kind: 'failed', class: 'vendor_error', retryable: true })
    expect((await poll(async () => reply(429, '', { 'retry-after': '3' }))).outcome).toMatchObject({
      retry_in_ms: 3_000,
    })
    expect((await poll(async () => reply(200, '<html>'))).outcome).toMatchObject({ class: 'unmapped' })
  })

  it('is no promise when no provider declared how to get it, or without a time', async () => {
    const { poll: _, callback: __, ...never } = slow
    expect((await ask(never, reply(202, '{"job":"j1"}'))).outcome).toMatchObject({ class: 'unmapped' })
    const timeless: HttpLookup = { ...slow, read: () => pollLater({}, Number.NaN) }
    expect((await ask(timeless, reply(202, '{}'))).outcome).toMatchObject({ class: 'unmapped' })
    const huge: HttpLookup = { ...slow, read: () => calledBack({ x: 'x'.repeat(5_000) }, 1) }
    expect((await ask(huge, reply(202, '{}'))).outcome).toMatchObject({ class: 'unmapped' })
  })

  it('is read when the vendor brings it, and garbage is unmapped', () => {
    const brought = (body: string) => readCallback(slow, reply(200, body), {}).outcome
    expect(brought('{"name":"Example"}')).toMatchObject({ kind: 'found', values: { company_name: 'Example' } })
    for (const body of ['{"name":3}', 'null', '<html>', '{"x":'])
      expect(brought(body)).toMatchObject({ class: 'unmapped' })
  })

  it('is brought to an address that the trace does not tell', async () => {
    const address = 'https://millrace.example.com/api/callbacks/abcdefgh'
    const told: HttpLookup = {
      ...slow,
      ask: (_, __, { callback_url }) => ({
        method: 'POST',
        url: 'https://api.example.com/v1/find',
        json: { callback_url: callback_url ?? null },
      }),
      read: () => calledBack({}, 60_000),
    }
    let body = ''
    const http: Tools['http'] = async (request) => {
      body = request.body ?? ''
      return reply(202, body)
    }
    const asked = await callLookup(told, { domain: 'example.com' }, toolsWith(http), live(), {
      account,
      callback_url: address,
    })
    expect(body).toContain(address)
    expect(asked.outcome).toMatchObject({ kind: 'pending', callback: { deadline_ms: 60_000 } })
    expect(JSON.stringify([asked.request, asked.response])).not.toContain('abcdefgh')
  })

  it('is not asked for where neither a poll nor a callback can bring it', async () => {
    const { poll: _, ...told } = slow
    const http: Tools['http'] = () => Promise.reject(new Error('it was asked'))
    const asked = await callLookup(told, { domain: 'example.com' }, toolsWith(http), live(), { account })
    expect(asked.outcome).toMatchObject({ kind: 'failed', class: 'bad_input' })
    expect(asked.request).toBeUndefined()
  })
})
