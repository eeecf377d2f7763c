// A standard with its own credentials, media type and errors, beside the manners of the rest of the API.
import { type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../kernel/errors.ts'
import { buildOpenApi } from './docs/openapi.ts'
import type { Protocol } from './protocol.ts'
import { defineRoute } from './route.ts'
import { ann, toyInfo, toyRoutes, toyServer } from './toy-server.fixture.ts'

const MEDIA = 'application/toy+json'
const error: TSchema = Type.Object({ wrong: Type.String() }, { $id: 'ToyError' })
const protocol: Protocol = {
  name: 'Toy',
  prefix: '/toy/',
  media: MEDIA,
  error,
  security: { name: 'toyKey', scheme: { type: 'http', scheme: 'bearer' } },
  async enter(_request, bearer) {
    if (bearer !== 'key') refuse('unauthenticated', 'No key')
    return { name: 'robot' }
  },
  problem: (_error, usual) => ({ ...usual, media: MEDIA, body: { wrong: String(usual.status) } }),
}
const greet = defineRoute({
  method: 'POST',
  path: '/toy/greetings',
  id: 'toy_greet',
  tag: 'Things',
  summary: 'Greet',
  access: 'protocol',
  protocol,
  prepareBody: (body) => ({ name: (body as { NAME?: string }).NAME }),
  body: Type.Object({ name: Type.String() }, { $id: 'Greeting' }),
  response: { 200: Type.Object({ text: Type.String() }) },
  handler: async ({ caller }, { body }) => ({ text: `${body.name}, says ${(caller as { name: string }).name}` }),
})

const knock = async (how: { url?: string; method?: 'GET' | 'POST'; token?: string; body?: string }) => {
  const app = await toyServer({ routes: [...toyRoutes, greet] })
  const { url = '/toy/greetings', method = 'POST', token = 'key', body = '{"NAME":"Hello"}' } = how
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: body }) })
  return { status: answer.statusCode, type: String(answer.headers['content-type']).split(';')[0], body: answer.json() }
}

describe('a protocol', () => {
  test('lets in callers that it knows, prepares the body and answers under its own media type', async () => {
    expect(await knock({})).toEqual({ status: 200, type: MEDIA, body: { text: 'Hello, says robot' } })
  })

  test('says every refusal in its own words: a wrong key, a wrong body, broken JSON, a wrong method, an unknown address', async () => {
    const wrong = (status: number) => ({ status, type: MEDIA, body: { wrong: String(status) } })
    expect(await knock({ token: 'ann' })).toEqual(wrong(401))
    expect(await knock({ body: '{}' })).toEqual(wrong(422))
    expect(await knock({ body: '{' })).toEqual(wrong(422))
    expect(await knock({ method: 'GET' })).toEqual(wrong(405))
    expect(await knock({ url: '/toy/nowhere' })).toEqual(wrong(404))
    expect(await knock({ url: '/toy/%' })).toMatchObject({ type: MEDIA })
  })

  test('leaves the manners of all other routes alone', async () => {
    const app = await toyServer({ routes: [...toyRoutes, greet] })
    const answer = await app.inject({ url: '/api/things/8', headers: ann })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({ detail: 'Thing not found' })
    expect((await app.inject({ url: '/api/things/7', headers: { authorization: 'Bearer key' } })).statusCode).toBe(401)
  })

  test('is in the description with its credential, both media types and its errors', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document of any depth
    const document = buildOpenApi(toyInfo, [greet]) as any
    const operation = document.paths['/toy/greetings'].post
    expect(operation.security).toEqual([{ toyKey: [] }])
    expect(document.components.securitySchemes.toyKey).toEqual({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(operation.requestBody.content)).toEqual([MEDIA, 'application/json'])
    expect(Object.keys(operation.responses[200].content)).toEqual([MEDIA])
    expect(operation.responses[401]).toEqual({ $ref: '#/components/responses/ToyUnauthenticated' })
    expect(document.components.responses.ToyUnauthenticated.content[MEDIA].schema).toEqual({
      $ref: '#/components/schemas/ToyError',
    })
    expect(document.components.schemas.ToyError.required).toEqual(['wrong'])
  })
})
