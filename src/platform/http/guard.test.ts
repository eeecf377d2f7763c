import { Writable } from 'node:stream'
import pino from 'pino'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import type { Limiter } from './guard.ts'
import { safeUrl } from './request-log.ts'
import { defineRoute } from './route.ts'
import { ann, toyRoutes, toyServer } from './toy-server.fixture.ts'

const limited = defineRoute({
  method: 'POST',
  path: '/api/runs',
  id: 'run',
  tag: 'Things',
  summary: 'Run',
  access: 'user',
  needs: 'things.edit',
  limit: { name: 'workbook-run', quota: 2, window: 60 },
  body: Type.Object({ n: Type.Integer() }),
  response: { 202: Type.Object({ ip: Type.String() }) },
  handler: (ctx) => ({ ip: ctx.ip }),
})

function countingLimiter(): Limiter {
  let used = 0
  return {
    take: async ({ quota, window }) => ({
      quota,
      window,
      allowed: ++used <= quota,
      remaining: quota - used,
      reset: 16.2,
    }),
  }
}

describe('a limited route', () => {
  it('tells what is left, also on success and on a fault of the caller, and refuses with a time to wait', async () => {
    const app = await toyServer({ routes: [limited], limiter: countingLimiter() })
    const post = (payload: object) => app.inject({ method: 'POST', url: '/api/runs', headers: ann, payload })
    const first = await post({ n: 1 })
    expect(first.statusCode).toBe(202)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"workbook-run";q=2;w=60',
      ratelimit: '"workbook-run";r=1;t=17',
    })
    const second = await post({})
    expect([second.statusCode, second.headers.ratelimit]).toEqual([422, '"workbook-run";r=0;t=17'])
    const third = await post({ n: 1 })
    expect([third.statusCode, third.json(), third.headers['retry-after']]).toEqual([
      429,
      { detail: 'Rate limit exceeded' },
      '17',
    ])
  })
})

describe("the caller's address", () => {
  const post = async (trustedProxies: string[]) => {
    const app = await toyServer({ routes: [limited], trustedProxies })
    const headers = { ...ann, 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    return (await app.inject({ method: 'POST', url: '/api/runs', headers, payload: { n: 1 } })).json().ip
  }

  it('is not taken from a header that any caller can send', async () => {
    expect(await post([])).toBe('127.0.0.1')
  })

  it('is the nearest one that no trusted proxy added', async () => {
    expect(await post(['127.0.0.1'])).toBe('198.51.100.7')
    expect(await post(['127.0.0.1', '198.51.100.0/24'])).toBe('203.0.113.9')
  })
})

describe('the log', () => {
  it('has one line per request with its id and never a token', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const app = await toyServer({ routes: toyRoutes, log: pino({ level: 'info' }, sink) })
    await app.inject({
      url: '/api/things/7?page=2&token=hunter2&a=ycp_hunter2',
      headers: { ...ann, 'x-request-id': 'req-1' },
    })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      request_id: 'req-1',
      method: 'GET',
      url: '/api/things/7?page=2&token=[redacted]&a=[redacted]',
      // The parameters are not declared.
      status: 422,
      user_id: 1,
      workspace_id: 'w1',
    })
    expect(lines.join('')).not.toContain('hunter2')
  })

  it('says of a fault which request it broke, and leaves out what must not be written', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const tells = defineRoute({
      method: 'GET',
      path: '/api/tells',
      id: 'tells',
      tag: 'Things',
      summary: 'Tells',
      access: 'public',
      response: { 204: null },
      handler: async ({ log }) => {
        log.info({ token: 'hunter2' }, 'told')
        throw new Error('broken')
      },
    })
    const app = await toyServer({ routes: [tells], log: createLog('info', { to: sink }) })
    await app.inject({ url: '/api/tells', headers: { 'x-request-id': 'req-2' } })
    const told = lines.map((line) => JSON.parse(line))
    expect(told.map(({ msg, request_id }) => [msg, request_id])).toEqual([
      ['told', 'req-2'],
      ['request failed', 'req-2'],
      ['request', 'req-2'],
    ])
    expect(told[0].token).toBe('[redacted]')
  })

  it('redacts secrets anywhere in an address', () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'
    expect(safeUrl(`/x/wbi_abc-DEF?access_token=a&b=${jwt}#c`)).toBe(
      '/x/[redacted]?access_token=[redacted]&b=[redacted]#c',
    )
    expect(safeUrl('/x?page=1')).toBe('/x?page=1')
  })
})
