import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ann, toyServer, vic } from './toy-server.fixture.ts'

describe('guard', () => {
  it('answers 401 with a challenge before anything else is looked at', async () => {
    const app = await toyServer()
    const answer = await app.inject({ method: 'POST', url: '/api/things/x', payload: '{broken' })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.json()).toEqual({ detail: 'Not authenticated' })
  })

  it('answers 404 for a workspace of others before the request is validated', async () => {
    const app = await toyServer()
    const headers = { ...ann, 'x-workspace-id': 'other' }
    const answer = await app.inject({ method: 'POST', url: '/api/things/x', headers, payload: '{broken' })
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Workspace not found' }])
  })

  it('tells a low role 404 for an unknown object and 403 for a known one, after validation', async () => {
    const app = await toyServer()
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers: vic, payload })
    expect((await post('/api/things/7', {})).statusCode).toBe(422)
    expect((await post('/api/things/8', { name: 'a' })).statusCode).toBe(404)
    const refused = await post('/api/things/7', { name: 'a' })
    expect([refused.statusCode, refused.json()]).toEqual([403, { detail: 'viewer lacks things.edit' }])
  })

  it('keeps platform administration from ordinary users', async () => {
    const app = await toyServer()
    expect((await app.inject({ method: 'DELETE', url: '/api/things/1', headers: vic })).statusCode).toBe(403)
    expect((await app.inject({ method: 'DELETE', url: '/api/things/1', headers: ann })).statusCode).toBe(204)
  })

  it('does not take a token from the query where that is not offered', async () => {
    const app = await toyServer()
    expect((await app.inject({ url: '/api/things/7?token=ann' })).statusCode).toBe(401)
  })
})

describe('validation', () => {
  it('reports the faults of path, query, header and body in one answer', async () => {
    const app = await toyServer()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things/x?loud=maybe',
      headers: { ...ann, 'x-age': 'old' },
      payload: { name: '', count: 11 },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      detail: [
        {
          type: 'int_parsing',
          loc: ['path', 'thing_id'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        {
          type: 'bool_parsing',
          loc: ['query', 'loud'],
          msg: 'Input should be a valid boolean, unable to interpret input',
          input: 'maybe',
        },
        {
          type: 'int_parsing',
          loc: ['header', 'x-age'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'old',
        },
        {
          type: 'string_too_short',
          loc: ['body', 'name'],
          msg: 'String should have at least 1 character',
          input: '',
          ctx: { min_length: 1 },
        },
        {
          type: 'less_than_equal',
          loc: ['body', 'count'],
          msg: 'Input should be less than or equal to 10',
          input: 11,
          ctx: { le: 10 },
        },
      ],
    })
  })

  it('never rounds an id that JavaScript cannot hold', async () => {
    const app = await toyServer()
    const answer = await app.inject({ url: '/api/things/9007199254740993', headers: ann })
    expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, 'int_parsing_size'])
  })

  it('reads a form, and asks for each field when it is given JSON', async () => {
    const app = await toyServer()
    const form = (headers: Record<string, string>, payload: string) =>
      app.inject({ method: 'POST', url: '/auth/token', headers, payload })
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await form(urlencoded, 'username=a&password=b&grant_type=password')).json()).toEqual({ username: 'a' })
    const boundary = 'x'
    const part = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const multi = `${part('username', 'ü')}${part('password', 'b')}--${boundary}--\r\n`
    expect((await form({ 'content-type': `multipart/form-data; boundary=${boundary}` }, multi)).json()).toEqual({
      username: 'ü',
    })
    const missing = { type: 'missing', msg: 'Field required' }
    for (const answer of [
      await form({ 'content-type': 'application/json' }, '{"username":"a","password":"b"}'),
      await form(urlencoded, 'username=&password='),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().detail).toMatchObject([
        { ...missing, loc: ['body', 'username'] },
        { ...missing, loc: ['body', 'password'] },
      ])
    }
  })

  it('takes a body without a content type, and any +json type, as JSON', async () => {
    const app = await toyServer()
    for (const type of ['application/vnd.api+json', 'application/json; charset=UTF-8']) {
      const headers = { ...ann, 'content-type': type }
      const answer = await app.inject({ method: 'POST', url: '/api/things/7', headers, payload: '{"name":"a"}' })
      expect([answer.statusCode, answer.json()]).toEqual([201, { name: 'a', count: 3 }])
    }
  })

  it('answers 422 for JSON sent as text and 415 for what can be neither', async () => {
    const app = await toyServer()
    const post = (type: string) =>
      app.inject({
        method: 'POST',
        url: '/api/things/7',
        headers: { ...ann, 'content-type': type },
        payload: '{"name":"a"}',
      })
    expect((await post('text/plain')).json().detail[0]).toMatchObject({ type: 'model_attributes_type', loc: ['body'] })
    expect((await post('image/png')).statusCode).toBe(415)
    const packed = { ...ann, 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await app.inject({ method: 'POST', url: '/api/things/7', headers: packed, payload: 'x' })
    expect(answer.statusCode).toBe(415)
    expect((await post('application/json; charset=utf-16')).statusCode).toBe(415)
  })

  it('keeps free-form data as it was sent and refuses what would be lost', async () => {
    const app = await toyServer()
    const post = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/api/things/7',
        headers: { ...ann, 'content-type': 'application/json' },
        payload,
      })
    expect((await post('{"name":"a","data":{"x":[1e20,{"y":"\\u00e9"}]}}')).json().data).toEqual({
      x: [1e20, { y: 'é' }],
    })
    // More digits than a number holds, and more than there are numbers: the text of them.
    expect((await post('{"name":"a","data":{"x":[12345678901234567890,{"y":1e999}]}}')).json().data).toEqual({
      x: ['12345678901234567890', { y: '1e999' }],
    })
    for (const value of ['"\\u0000"', '"\\ud800"', '{"__proto__":1}']) {
      const answer = await post(`{"name":"a","data":{"x":${value}}}`)
      expect([value, answer.statusCode]).toEqual([value, 422])
      expect(answer.json().detail[0].loc.slice(0, 3)).toEqual(['body', 'data', 'x'])
    }
  })
})

describe('answers', () => {
  it('leaves out what the response schema does not name', async () => {
    const app = await toyServer()
    expect((await app.inject({ url: '/api/things/7', headers: ann })).json()).toEqual({ id: 7, name: 'seven' })
  })

  it('sends prepared JSON as it is, at every address of the route', async () => {
    const app = await toyServer()
    for (const url of ['/api/things/7?page=2', '/api/v2/things/7/?page=2']) {
      const answer = await app.inject({ url, headers: ann })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.body).toBe('{"id":7,"name":"prepared"}')
    }
  })

  it('answers unknown addresses, wrong methods, large bodies and faults in the words of the contract', async () => {
    const app = await toyServer()
    const seen = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: string) => {
      const answer = await app.inject({ method, url, headers: ann, ...(payload ? { payload } : {}) })
      return [answer.statusCode, answer.json(), answer.headers.allow ?? answer.headers['retry-after']]
    }
    expect(await seen('GET', '/api/nothing')).toEqual([404, { detail: 'Not Found' }, undefined])
    expect(await seen('PUT', '/api/things/7')).toEqual([
      405,
      { detail: 'Method Not Allowed' },
      'DELETE, GET, HEAD, POST',
    ])
    expect(await seen('DELETE', '/api/things/boom')).toEqual([500, { detail: 'Internal Server Error' }, undefined])
    expect(await seen('DELETE', '/api/things/away')).toEqual([503, { detail: 'Service Unavailable' }, '2'])
    expect((await seen('POST', '/api/things/7', `"${'x'.repeat(1024 * 1024)}"`)).slice(0, 2)).toEqual([
      413,
      { detail: 'The body is too large' },
    ])
    expect((await seen('GET', '/api/things/%ff'))[0]).toBe(400)
  })

  it('answers a body that is too large while it is still being sent, and takes the next request on the same connection', async () => {
    const app = await toyServer()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let got = ''
    socket.on('data', (bytes) => {
      got += bytes
    })
    const heard = (text: string) => expect.poll(() => got).toContain(text)
    const length = 2 * 1024 * 1024
    const head = `host: x\r\nauthorization: ${ann.authorization}\r\n`
    socket.write(
      `POST /api/things/7 HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    )
    await heard('HTTP/1.1 413')
    socket.write('x'.repeat(length))
    socket.write(`GET /api/things/7 HTTP/1.1\r\n${head}connection: close\r\n\r\n`)
    await heard('HTTP/1.1 200')
    socket.destroy()
  })

  it('tells every method that is not taken which ones are', async () => {
    const app = await toyServer()
    for (const method of ['OPTIONS', 'PATCH', 'TRACE'] as const) {
      const answer = await app.inject({ method: method as 'OPTIONS', url: '/api/things/7' })
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, 'DELETE, GET, HEAD, POST'])
    }
    expect((await app.inject({ method: 'HEAD', url: '/healthz' })).statusCode).toBe(200)
  })

  it('answers HEAD as GET, behind the same guard and without the body', async () => {
    const app = await toyServer()
    const answer = await app.inject({ method: 'HEAD', url: '/api/things/7' })
    expect([answer.statusCode, answer.body]).toEqual([401, ''])
  })

  it('finds nothing at an address with NUL, before it asks who calls', async () => {
    const app = await toyServer()
    for (const url of ['/api/things/%00', '/api/%00/things', '/%00'])
      expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  })

  it('returns a safe request id and makes one in place of an unsafe one', async () => {
    const app = await toyServer()
    const idFor = async (id: string) =>
      (await app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await idFor('abc-1')).toBe('abc-1')
    expect(await idFor('a b')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('protects every answer with security headers', async () => {
    const app = await toyServer()
    for (const url of ['/healthz', '/nothing', '/api/things/7']) {
      expect((await app.inject({ url })).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cache-control': 'no-store',
      })
    }
  })

  it('answers bytes that are no HTTP with JSON and closes', async () => {
    const app = await toyServer()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('NONSENSE\r\n\r\n')
    const text = await readAll(socket)
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(text).toContain('{"detail":"Bad Request"}')
  })
})

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

describe('probes', () => {
  it('is ready only while everything it needs is there', async () => {
    const app = await toyServer({
      readiness: { database: async () => {}, disk: () => Promise.reject(new Error('full')) },
    })
    const answer = await app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'failed', checks: { database: 'ok', disk: 'failed' } },
    ])
    expect((await (await toyServer()).inject({ url: '/readyz' })).statusCode).toBe(200)
  })

  it('measures requests by route template and never by address', async () => {
    const app = await toyServer()
    const refused = await app.inject({ url: '/api/things/7?token=secret', headers: ann })
    expect(refused.body).not.toContain('secret')
    const text = (await app.inject({ url: '/metrics' })).body
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/things/:thing_id",status="422"} 1',
    )
    expect(text).not.toContain('secret')
  })
})
