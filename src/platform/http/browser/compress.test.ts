// The promises of compressed answers: for clients that accept them, of long bodies, and never beside a secret.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineRoute, preparedJson } from '../route.ts'
import { toyInfo, toyServer } from '../toy-server.fixture.ts'
import { mayTellSecret } from './compress.ts'

const words = (count: number) => Array.from({ length: count }, (_, at) => `Grüße ${at}`).join(' ')
const Said = Type.Object({ said: Type.String() })
const open = { method: 'GET' as const, tag: 'Test', summary: 'Test', access: 'public' as const }
const routes = [
  defineRoute({
    ...open,
    path: '/long',
    id: 'long',
    response: { 200: Said },
    handler: async () => ({ said: words(3_000) }),
  }),
  defineRoute({
    ...open,
    path: '/huge',
    id: 'huge',
    response: { 200: Said },
    handler: async () => ({ said: words(30_000) }),
  }),
  defineRoute({
    ...open,
    path: '/short',
    id: 'short',
    response: { 200: Said },
    handler: async () => ({ said: words(3) }),
  }),
  defineRoute({
    ...open,
    path: '/grant',
    id: 'grant',
    response: { 200: Type.Object({ access_token: Type.String() }) },
    handler: async () => ({ access_token: words(3_000) }),
  }),
  defineRoute({
    ...open,
    path: '/events',
    id: 'events',
    response: { 200: { media: 'text/event-stream', description: 'Events' } },
    handler: async (_context, _request, reply) => reply.type('text/event-stream').send(words(3_000)),
  }),
]

// The state is said to be the same; the bytes are not, so that it shows which were sent.
let made = 0
routes.push(
  defineRoute({
    ...open,
    path: '/made',
    id: 'made',
    response: { 200: Said, 304: null },
    handler: async () => preparedJson(JSON.stringify({ said: `${++made} ${words(3_000)}` }), ['a state']),
  }) as never,
)

let app: Awaited<ReturnType<typeof toyServer>>
beforeEach(async () => {
  const info = { ...toyInfo, tags: [...toyInfo.tags, { name: 'Test', description: '' }] }
  app = await toyServer({ routes, info, checkAnswers: false })
})

const get = (url: string, accepts?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })

describe('a long answer', () => {
  it.each(['/long', '/huge'])('%s goes as brotli or gzip to clients that accept it, and says the same', async (url) => {
    const plain = await get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await get(url, 'gzip, deflate, br')
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length)
    const zipped = await get(url, 'gzip;q=0.5')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('goes as it is to clients that accept nothing else', async () => {
    for (const accepts of ['identity', 'br;q=0, gzip;q=0', 'zstd', '']) {
      const answer = await get('/long', accepts)
      expect(answer.headers['content-encoding'], accepts).toBeUndefined()
      expect(answer.json().said).toBe(words(3_000))
    }
  })

  it('of a known state is packed once for each encoding, and not sent to a client that has it', async () => {
    const first = await get('/made', 'br')
    const again = await get('/made', 'br')
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('"1 ')
    expect(gunzipSync((await get('/made', 'gzip')).rawPayload).toString()).toContain('"3 ')
    expect((await get('/made')).json().said).toMatch(/^4 /)
    const tag = String(first.headers.etag)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const { statusCode, payload, headers } = await app.inject({ url: '/made', headers: { 'if-none-match': known } })
      expect([statusCode, payload, headers.etag], known).toEqual([304, '', tag])
    }
    const other = await app.inject({ url: '/made', headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })

  it('is asked about by HEAD without being compressed', async () => {
    const head = await get('/long', 'br', 'HEAD')
    expect(head.headers['content-encoding']).toBeUndefined()
    expect(head.rawPayload.length).toBe(0)
  })
})

describe('what stays as it is', () => {
  it.each(['/short', '/grant', '/events'])('%s', async (url) => {
    expect((await get(url, 'br, gzip')).headers['content-encoding']).toBeUndefined()
  })

  it('is every answer with a member that holds a token or a secret, and all of signing in', () => {
    const of = (name: string) => ({
      path: '/api/x',
      response: { 200: Type.Object({ deep: Type.Object({ [name]: Type.String() }) }) },
    })
    for (const name of ['token', 'access_token', 'secret', 'signing_secret', 'recovery_codes', 'temporary_password'])
      expect(mayTellSecret(of(name)), name).toBe(true)
    for (const name of ['next_cursor', 'token_count', 'secret_name', 'key'])
      expect(mayTellSecret(of(name)), name).toBe(false)
    expect(mayTellSecret({ ...of('said'), path: '/auth/me' })).toBe(true)
  })
})
