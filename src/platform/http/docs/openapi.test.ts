import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineRoute, type Route } from '../route.ts'
import { toyInfo, toyRoutes, toyServer } from '../toy-server.fixture.ts'
import { buildOpenApi } from './openapi.ts'

const Group = Type.Cyclic(
  { Group: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Group')) }, { $id: 'Group' }) },
  'Group',
)
const Status = Type.Union([Type.Literal('new'), Type.Literal('done')])
const Settings = Type.Object(
  {
    retries: Type.Integer({ default: 3, minimum: 0, maximum: 9 }),
    status: Type.Optional(Status),
    note: Type.Union([Type.String({ maxLength: 5 }), Type.Null()]),
    free: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'Settings' },
)

const echo = defineRoute({
  method: 'POST',
  path: '/api/settings/:id',
  alsoAt: ['/api/v2/settings/:id'],
  id: 'put_settings',
  tag: 'Things',
  summary: 'Put settings',
  access: 'admin',
  params: Type.Object({ id: Type.String() }),
  body: Settings,
  errors: [409],
  limit: { name: 'settings', quota: 20, window: 60 },
  response: { 200: Settings, 202: Group },
  handler: (_ctx, { body }) => body,
})

const stream = defineRoute({
  method: 'GET',
  path: '/api/events',
  id: 'events',
  tag: 'Events',
  summary: 'Follow',
  access: 'stream',
  query: Type.Object({ token: Type.Optional(Type.String()) }),
  response: { 200: { media: 'text/event-stream', description: 'Events as they happen.' } },
  handler: (_ctx, _req, reply) => reply.send(''),
})

// biome-ignore lint/suspicious/noExplicitAny: a document is a deep tree and the assertions are about its parts
const documentOf = (routes: Route[]): any => buildOpenApi(toyInfo, routes)

describe('the OpenAPI description', () => {
  it('refers to named shapes, and tells what is sent from what is answered', () => {
    const { paths, components } = documentOf([echo])
    const operation = paths['/api/settings/{id}'].post
    expect(operation.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/SettingsInput',
    })
    expect(operation.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Settings',
    })
    expect(components.schemas.Settings.required).toEqual(['retries', 'note', 'free'])
    expect(components.schemas.SettingsInput.required).toEqual(['note', 'free'])
    expect(components.schemas.Settings.properties).toMatchObject({
      retries: { type: 'integer', default: 3, minimum: 0, maximum: 9 },
      status: { type: 'string', enum: ['new', 'done'] },
      note: { type: ['string', 'null'], maxLength: 5 },
      free: { type: 'object', additionalProperties: {} },
    })
    expect(components.schemas.Group.properties.children.items).toEqual({ $ref: '#/components/schemas/Group' })
  })

  it('lists every address of a route under its own operationId', () => {
    const { paths } = documentOf([echo])
    expect(paths['/api/settings/{id}'].post.operationId).toBe('put_settings')
    expect(paths['/api/v2/settings/{id}'].post.operationId).toBe('put_settings_v2')
  })

  it('documents each error an operation can answer, and no other', () => {
    const { paths } = documentOf([echo, stream, ...toyRoutes])
    const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses)
    expect(statuses('/api/settings/{id}', 'post')).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '404',
      '406',
      '409',
      '413',
      '414',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
    ])
    expect(statuses('/auth/token', 'post')).toEqual(['200', '400', '413', '422', '431', '500', '503'])
    expect(statuses('/api/events', 'get')).toEqual(['200', '401', '422', '431', '500', '503'])
  })

  it('names the security of all operations, and of each that differs', () => {
    const { paths, security } = documentOf([echo, stream, ...toyRoutes])
    expect(security).toEqual([{ bearer: [] }])
    expect(paths['/api/settings/{id}'].post.security).toBeUndefined()
    expect(paths['/api/events'].get.security).toEqual([{ bearer: [] }, { streamToken: [] }, { streamTicket: [] }])
    expect(paths['/auth/token'].post.security).toEqual([])
    expect(paths['/api/things/{thing_id}'].get['x-capability']).toBe('things.view')
  })

  it('writes a parameter that several operations take once', () => {
    const { paths, components } = documentOf([echo])
    const [id] = paths['/api/settings/{id}'].post.parameters
    expect(id).toEqual({ $ref: '#/components/parameters/id' })
    expect(paths['/api/v2/settings/{id}'].post.parameters[0]).toEqual(id)
    expect(components.parameters.id).toEqual({ name: 'id', in: 'path', required: true, schema: { type: 'string' } })
    expect(documentOf([stream]).components.parameters).toBeUndefined()
  })

  it('refuses two shapes of one name, two operations of one name, and an unknown tag', () => {
    const other = Type.Object({ x: Type.String() }, { $id: 'Settings' })
    expect(() => documentOf([echo, { ...stream, query: other }])).toThrow('two different schemas are called Settings')
    expect(() => documentOf([echo, { ...stream, id: 'put_settings' }])).toThrow(
      'two operations are called put_settings',
    )
    expect(() => documentOf([{ ...stream, tag: 'Nope' }])).toThrow('unknown tag Nope')
  })

  it('is served, and every operation in it is a route of the server', async () => {
    const app = await toyServer()
    const document = (await app.inject({ url: '/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    for (const [path, methods] of Object.entries<Record<string, unknown>>(document.paths)) {
      for (const method of Object.keys(methods)) {
        const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
        expect(app.hasRoute({ method: method.toUpperCase() as 'GET', url })).toBe(true)
      }
    }
  })
})

describe('the documentation pages', () => {
  it('load nothing from elsewhere and run nothing inline', async () => {
    const app = await toyServer()
    for (const url of ['/docs', '/redoc']) {
      const answer = await app.inject({ url })
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
      expect(answer.body).not.toMatch(/https?:|<script>/)
      // What there is to read is on the page before any script has run.
      expect(answer.body).toMatch(new RegExp(`<a href="${url}\\?area=[^"]+">[^<]+</a> \\(\\d+\\)`))
      const files = [...answer.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
      expect(files.length).toBeGreaterThan(1)
      for (const file of files) {
        const { statusCode, body } = await app.inject({ url: file })
        expect([file, statusCode]).toEqual([file, 200])
        expect(body).not.toContain('https://cdn.')
      }
    }
  })

  it('are sent once and then only confirmed', async () => {
    const app = await toyServer()
    const url = '/redoc/redoc.standalone.js'
    const first = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(first.headers['content-encoding']).toBe('br')
    const again = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
