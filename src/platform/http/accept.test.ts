// Which `Accept` headers a JSON answer satisfies, and which routes look at the header.
import { expect, test } from 'vitest'
import { acceptsJson } from './accept.ts'
import { buildOpenApi } from './docs/openapi.ts'
import { defineRoute } from './route.ts'
import { ann, toyInfo, toyRoutes, toyServer, vic } from './toy-server.fixture.ts'

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'Application/JSON; charset=utf-8',
  'application/*;q=0.1, text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  'application/problem+json',
  'application/json, text/event-stream',
  'application/xml, application/json;q=0.001',
  'nonsense',
  ', ;',
])('JSON satisfies %j', (header) => {
  expect(acceptsJson(header)).toBe(true)
})

test.each([
  'application/xml',
  'text/html',
  'text/*',
  'application/json;q=0',
  'application/json;q=0, */*',
  'application/json;q=0.0, application/*',
  '*/*;q=0',
  'text/csv, application/xml;q=0.5',
])('JSON does not satisfy %j', (header) => {
  expect(acceptsJson(header)).toBe(false)
})

const file = defineRoute({
  method: 'GET',
  path: '/api/things.csv',
  id: 'export_things',
  tag: 'Things',
  summary: 'Things as a file',
  access: 'user',
  response: { 200: { media: 'text/csv', description: 'A line for each' } },
  handler: (_ctx, _input, reply) => reply.type('text/csv').send('id\n7\n'),
})
const routes = [...toyRoutes, file]

test('a JSON endpoint answers 406 to a client that takes no JSON, after it is known and before anything is done', async () => {
  const app = await toyServer({ routes })
  const ask = (headers: object, method: 'GET' | 'POST' = 'GET', url = '/api/things/7') =>
    app.inject({ method, url, headers: { accept: 'application/xml', ...headers } })
  const refused = await ask(ann)
  expect(refused.statusCode).toBe(406)
  expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(refused.json()).toEqual({ detail: expect.stringContaining('application/json') })
  expect((await ask(vic, 'POST')).statusCode).toBe(406)
  expect((await ask({})).statusCode).toBe(401)
  expect((await ask({ ...ann, accept: 'application/xml, */*;q=0.1' })).statusCode).toBe(200)
})

test('files, answers without a body and endpoints without a login answer whatever is accepted', async () => {
  const app = await toyServer({ routes })
  const accept = 'application/xml'
  const csv = await app.inject({ url: '/api/things.csv', headers: { ...ann, accept: 'application/json' } })
  expect([csv.statusCode, csv.body]).toEqual([200, 'id\n7\n'])
  const gone = await app.inject({ method: 'DELETE', url: '/api/things/7', headers: { ...ann, accept } })
  expect(gone.statusCode).toBe(204)
  const login = { method: 'POST', url: '/auth/token', payload: 'username=ann&password=x' } as const
  const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.inject({ ...login, headers })).statusCode).toBe(200)
})

test('the description lists 406 where it can be answered', () => {
  const document = buildOpenApi(toyInfo, routes) as { paths: Record<string, Record<string, { responses: object }>> }
  const answers = (path: string, method = 'get') => Object.keys(document.paths[path]?.[method]?.responses ?? {})
  expect(answers('/api/things/{thing_id}')).toContain('406')
  for (const [path, method] of [['/api/things.csv'], ['/auth/token', 'post'], ['/api/things/{thing_id}', 'delete']])
    expect(answers(path as string, method)).not.toContain('406')
})
